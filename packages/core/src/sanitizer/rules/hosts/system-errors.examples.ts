import type { Examples } from "../proof.examples.ts";

export const systemErrorExamples: Examples = {
  "node-system-error": {
    redacts: [
      "getaddrinfo ENOTFOUND db",
      "connect ECONNREFUSED 52.1.2.3:443",
      "querySrv ENOTFOUND _mongodb._tcp.cluster0.example.net",
      "listen EADDRINUSE: address already in use 203.0.113.7:80",
      "getaddrinfo EAI_AGAIN billing-api",
      "getaddrinfo ENOTFOUND orders_db-1",
    ],
    keeps: [
      "connect ECONNREFUSED",
      "read ECONNRESET",
      "EACCES: permission denied, open 'x'",
      "ETIMEDOUT: operation timed out",
      "ECONNRESET while reading",
      "write EPROTO 140:error:1408F10B:SSL routines:ssl3_get_record:wrong version number",
    ],
  },
  "failed-look-up": {
    redacts: [
      "dial tcp: lookup db on 127.0.0.11:53: no such host",
      "Could not resolve host: git.example.com",
      'could not translate host name "db" to address',
      "java.net.UnknownHostException: billing-api",
    ],
    keeps: [
      "The lookup failed.",
      "Could not resolve host",
      'cannot resolve alias "x"',
      "cannot lookup region: Forbidden",
    ],
  },
  "named-host": {
    redacts: [
      "HTTPConnectionPool(host='db', port=80)",
      'connection to server at "db" (10.0.0.1), port 5432 failed',
      "Access denied for user 'root'@'app-1'",
      "host=db port=5432",
      "Server=sql-1;Database=x",
      "ssh: connect to host bastion-1 port 22: Connection refused",
      "dial tcp redis:6379: x",
      "cannot connect to host=db-1 port=5432",
    ],
    keeps: [
      "host: required",
      "Invalid host: api.example.com",
      "Failed to connect to the server",
      "host: must be a string",
      "Could not connect to OpenAI: timeout",
      "server: overloaded",
      "endpoint: users/42",
      "The schedule '@hourly' never matches",
      "fcgi: connection to web server closed",
      "Failed to connect to proxy URL: none",
      "failed to make connection to backend: closed",
    ],
  },
  "host-before-port": {
    redacts: [
      "Failed to connect to billing port 5432 after 0 ms",
      "connect to host bastion port 22: Connection refused",
      "redis on port 6379 refused",
      "connect to bastion on port 22",
    ],
    keeps: [
      "Failed to connect to example.com port 443",
      "The port 8080 is taken",
      "Server is listening on port 3000",
      "TCP/IP connections on port 5432",
      "detect it with: UDP port 7359",
    ],
  },
  "unresolved-host": {
    redacts: [
      "billing-api:8080: failed to lookup address information",
      "Could not connect at store: Name or service not known",
    ],
    keeps: ["Name or service not known"],
  },
};
