import { beginsWith, beginsWithRun, holds, type Trigger } from "../../engine/trigger.ts";

/** The names of errors of operating systems that a host stands behind. */
export const SYSTEM_ERROR: Trigger = beginsWith(
  ...(
    "ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ENONAME|ECONN|EHOST|ENET|ETIMEDOUT|ETIMEOUT|EADDR|" +
    "EPIPE|EPROTO|EACCES"
  ).split("|"),
);

/** What resolvers, drivers and tools say when a name cannot be looked up. */
export const FAILED_LOOK_UP: Trigger = holds(
  ...(
    "lookup |host lookup:|could not resolve|unable to resolve host|failed to resolve|couldn't resolve host|" +
    "temporary failure resolving |name or service not known|translate host name |ConnectionPool(host=|machine |" +
    "could not be resolved: |DNS resolution|ssh |connect to host |no such host|UnknownHostException|unknown host|" +
    "unknown MySQL server host|getaddrinfo for |getaddrinfo failed for |cannot resolve|nodename nor servname|" +
    "host not found|NXDOMAIN|DNS lookup|DNS query|DNS failure|DNS error|no address associated|server can't find |" +
    "server cannot find |server certificate can"
  ).split("|"),
);

/** Words for a host, and for what is done with one. */
export const NAMED_HOST: readonly Trigger[] = [
  beginsWithRun(
    /[\w.-]/iu,
    "host",
    "server",
    "addr",
    "data source",
    "broker",
    "contactpoint",
    "endpoint",
    "network address",
    "peer",
  ),
  beginsWith(
    ...["connect", "connecting", "connected", "connection"].flatMap((word) => [`${word} to`, `${word} with`]),
    "server on",
    "server at",
    "dial tcp",
    "dial udp",
    "dialing tcp",
    "dialing udp",
    "closed by",
    "refused by",
    "reset by",
    "connection from",
    "login to",
    "log in to",
    "can't connect to",
    "resolve address",
    "unreachable:",
    "unavailable:",
    "'@",
  ),
];
