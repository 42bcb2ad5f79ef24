import { either, host, text, withOne } from "../draft.ts";
import { anyHost, authority, ip, name, port, singleName, socket, v4 } from "../hosts.ts";
import { database, publicName, user, whole } from "../words.ts";

/** A name that a system error gives away: where the service connects to is private, also when the name is public. */
const target = either(name, name, name, host(publicName));
const localPort = whole(32768, 60999);
const quoted = host(singleName);

/** What Node.js and its clients say about a connection. */
export const node = [
  text`connect ECONNREFUSED ${socket}`,
  text`connect ETIMEDOUT ${v4}:${port}`,
  text`connect EHOSTUNREACH ${v4}:${port} - Local (${v4}:${localPort})`,
  text`connect ENETUNREACH ${socket}`,
  text`getaddrinfo ENOTFOUND ${target}`,
  text`getaddrinfo EAI_AGAIN ${target}`,
  text`getaddrinfo EAI_AGAIN ${target}:${port}`,
  text`queryA ENOTFOUND ${target}`,
  text`querySrv ENOTFOUND _mongodb._tcp.${target}`,
  text`bind EADDRINUSE ${v4}:${port}`,
  text`listen EADDRINUSE: address already in use ${v4}:${port}`,
  text`listen EADDRNOTAVAIL: address not available ${v4}:${port}`,
  text`connect ECONNREFUSED ${host("::1")}:${port}; connect ECONNREFUSED ${host("127.0.0.1")}:${port}`,
  text`request to http://${authority}/v1/orders failed, reason: connect ECONNREFUSED ${v4}:${port}`,
  text`FetchError: request to https://${authority}/token failed, reason: socket hang up`,
  text`Hostname/IP does not match certificate's altnames: Host: ${name}. is not in the cert's altnames: DNS:*.${host("acme.internal")}, DNS:${name}`,
  text`Hostname/IP does not match certificate's altnames: IP: ${v4} is not in the cert's list: `,
  text`Connection to ${anyHost}:${port} timed out after 10000ms`,
  text`connect ECONNREFUSED ${v4}:${port} (kafka broker ${name}:9092)`,
  text`Reached the max retries per request limit (which is 20). Last server: redis://${authority}`,
  text`MongoServerSelectionError: getaddrinfo ENOTFOUND ${name}`,
  text`Server selection timed out after 30000 ms. Seeds: ${name}:27017, ${name}:27017`,
  text`connection timed out: smtp://${authority}`,
  text`14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED ${v4}:${port}`,
  text`14 UNAVAILABLE: Name resolution failed for target dns:${name}:${port}`,
  text`Can't reach database server at \`${anyHost}:5432\``,
  text`Protocol error (Target.createTarget): browser at ws://${authority}/devtools/browser is gone`,
];

/** What Go says. */
export const go = [
  text`dial tcp ${socket}: connect: connection refused`,
  text`dial tcp: lookup ${target} on ${v4}:53: no such host`,
  text`dial tcp: lookup ${target}: i/o timeout`,
  text`dial udp ${v4}:8125: connect: network is unreachable`,
  text`Get "http://${authority}/healthz": dial tcp ${v4}:${port}: i/o timeout`,
  text`Post "https://${authority}/v2/charge": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`,
  text`Get "http://${authority}/": EOF`,
  text`read tcp ${v4}:${localPort}->${v4}:${port}: read: connection reset by peer`,
  text`write tcp ${v4}:${localPort}->${v4}:${port}: write: broken pipe`,
  text`tls: failed to verify certificate: x509: certificate is valid for ${name}, ${name}, not ${name}`,
  text`x509: cannot validate certificate for ${v4} because it doesn't contain any IP SANs`,
  text`rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp ${socket}: connect: connection refused"`,
  text`rpc error: code = DeadlineExceeded desc = received context error while waiting for new LB policy update: upstream ${name}`,
  text`failed to connect to \`user=${user} database=${database}\`: ${v4}:5432 (${name}): dial error: timeout`,
  text`failed to connect to \`host=${name} user=${user} database=${database}\`: hostname resolving error`,
  text`Error response from daemon: Get "https://${authority}/v2/": http: server gave HTTP response to HTTPS client`,
  text`etcdserver: request timed out; endpoint ${v4}:2379`,
  text`proxyconnect tcp: dial tcp ${v4}:3128: connect: no route to host`,
];

/** What Python and its clients say. */
export const python = [
  text`HTTPConnectionPool(host='${anyHost}', port=${port}): Max retries exceeded with url: /v1/jobs (Caused by NewConnectionError('<urllib3.connection.HTTPConnection object at 0x7f${whole(10000000, 99999999)}>: Failed to establish a new connection: [Errno 111] Connection refused'))`,
  text`HTTPSConnectionPool(host='${name}', port=443): Read timed out. (read timeout=10)`,
  text`HTTPConnection(host='${name}', port=${port}): Failed to resolve '${host("orders-7.internal")}' ([Errno -2] Name or service not known)`,
  text`Cannot connect to host ${anyHost}:${port} ssl:default [Connect call failed ('${v4}', ${port})]`,
  text`connection to server at "${name}" (${v4}), port 5432 failed: Connection refused`,
  text`could not translate host name "${target}" to address: Temporary failure in name resolution`,
  text`Error 111 connecting to ${anyHost}:6379. Connection refused.`,
  text`Error -3 connecting to ${name}:6379. Temporary failure in name resolution.`,
  text`(2003, "Can't connect to MySQL server on '${anyHost}' ([Errno 111] Connection refused)")`,
  text`${name}:27017: [Errno 111] Connection refused (configured timeouts: connectTimeoutMS: 20000.0ms), Timeout: 30s`,
  text`[Errno 113] No route to host: ('${v4}', ${port})`,
  text`Multiple exceptions: [Errno 111] Connect call failed ('${host("::1")}', ${port}, 0, 0), [Errno 111] Connect call failed ('${host("127.0.0.1")}', ${port})`,
  text`<urlopen error [Errno 111] Connection refused> while opening http://${authority}/feed`,
  text`Error connecting to amqp://${user}@${authority}//: timed out`,
  text`KafkaConnectionError: DNS failure for ${name}:9092`,
  text`socket.gaierror: [Errno -5] No address associated with hostname: ${target}`,
];

/** What the virtual machine for Java and .NET say. */
export const managed = [
  text`java.net.UnknownHostException: ${target}: Name or service not known`,
  text`java.net.ConnectException: Connection refused: ${name}/${v4}:${port}`,
  text`Connect to ${withOne(name, (same) => text`${same}:${port} [${same}/${v4}]`)} failed: Connection refused`,
  text`Connection to ${name}:5432 refused. Check that the hostname and port are correct and that the postmaster is accepting TCP/IP connections.`,
  text`Failed to connect to /${v4}:${port}`,
  text`I/O error on GET request for "http://${authority}/orders": Connection refused`,
  text`finishConnect(..) failed: Connection refused: ${name}/${v4}:${port}`,
  text`[Producer clientId=orders] Connection to node -1 (${name}/${v4}:9092) could not be established. Broker may not be available.`,
  text`PKIX path building failed while talking to ldaps://${authority}`,
  text`No such host is known. (${target}:443)`,
  text`Connection refused (${anyHost}:${port})`,
  text`No connection could be made because the target machine actively refused it. (${v4}:${port})`,
  text`It was not possible to connect to the redis server(s). UnableToConnect on ${anyHost}:6379/Interactive`,
  text`NoNodeAvailableException: None of the configured nodes are available: [{#transport#-1}{${name}}{${v4}:9300}]`,
  text`com.datastax: All host(s) tried for query failed (tried: ${v4}:9042, ${v4}:9042)`,
];

/** What command line clients and servers say. */
export const tools = [
  text`curl: (7) Failed to connect to ${anyHost} port ${port} after ${whole(1, 300)} ms: Couldn't connect to server`,
  text`curl: (6) Could not resolve host: ${target}`,
  text`curl: (60) SSL: no alternative certificate subject name matches target host name '${target}'`,
  text`psql: error: connection to server at "${anyHost}", port 5432 failed: FATAL:  password authentication failed for user "${user}"`,
  text`FATAL:  no pg_hba.conf entry for host "${ip}", user "${user}", database "${database}", no encryption`,
  text`ERROR 2005 (HY000): Unknown MySQL server host '${target}' (-2)`,
  text`ERROR 1045 (28000): Access denied for user '${user}'@'${anyHost}' (using password: YES)`,
  text`Host '${anyHost}' is not allowed to connect to this MySQL server`,
  text`Could not connect to Redis at ${anyHost}:6379: Connection refused`,
  text`MOVED ${whole(1, 16383)} ${v4}:6381`,
  text`-READONLY You can't write against a read only replica. master_host:${name}`,
  text`ssh: connect to host ${target} port 22: Connection timed out`,
  text`ssh: Could not resolve hostname ${target}: Name or service not known`,
  text`deploy@${anyHost}: Permission denied (publickey,password).`,
  text`kex_exchange_identification: read: Connection reset by peer; Connection reset by ${v4} port 22`,
  text`connect() failed (111: Connection refused) while connecting to upstream, client: ${v4}, upstream: "http://${v4}:${port}/v1/orders"`,
  text`no live upstreams while connecting to upstream, upstream: "http://${quoted}/api"`,
  text`host not found in upstream "${name}:${port}"`,
  text`error sending request for url (http://${authority}/v1): error trying to connect: tcp connect error: Connection refused (os error 111)`,
  text`Failed to open TCP connection to ${withOne(name, (same) => text`${same}:${port} (Connection refused - connect(2) for "${same}" port 80)`)}`,
  text`SQLSTATE[HY000] [2002] php_network_getaddresses: getaddrinfo for ${target} failed: Name or service not known`,
  text`cURL error 28: Connection timed out after 5001 milliseconds for http://${authority}/orders`,
  text`Readiness probe failed: Get "http://${v4}:${port}/ready": context deadline exceeded`,
  text`fatal: unable to access 'https://${name}/acme/shop.git/': Could not resolve host`,
  text`ping: ${target}: Name or service not known`,
  text`ldap_sasl_bind(SIMPLE): Can't contact LDAP server (-1) at ldap://${authority}`,
  text`ORA-12541: Cannot connect. No listener at host ${anyHost} port 1521.`,
  text`Connection to ${ip} closed by remote host.`,
];
