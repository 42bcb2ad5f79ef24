import { afterLast } from "../shared/characters.ts";
import { judgeHostName } from "./internal-hosts.ts";
import { isPrivateV4 } from "./private-address.ts";

/** Names of a segment before an address. After any other segment, four numbers are indices of nested lists. */
const BEFORE_ADDRESS = /(?:^|[_-])(?:hosts?|ips?|ipv4|addr|address(?:es)?|servers?|peers?)$/i;

/** Programs that listen on a port. No object of an API has such a name. */
const PROGRAM =
  /^(?:redis|valkey|postgres(?:ql)?|pgbouncer|mysql|mariadb|mongo(?:db)?|kafka|zookeeper|rabbitmq|nats|elasticsearch|opensearch|memcached|cassandra|clickhouse|minio|etcd|consul|vault|nginx|haproxy|traefik|jenkins|gitlab|grafana|prometheus)$/;

/** Names with a hyphen or a number, as machines have. */
const NUMBERED = /[a-z0-9]-[a-z0-9]|^[a-z]{2,}\d{1,3}$/;

/**
 * Whether a dotted path is the name or address of an internal host, not a field's. A field may be called `internal`, and nested
 * lists have paths of numbers, so this requires more evidence than a sentence does.
 */
export function isHostPath(path: string): boolean {
  return hasAddress(path) || isMachine(path.toLowerCase());
}

function hasAddress(path: string): boolean {
  const address = /(?<![^.])\d{1,3}(?:\.\d{1,3}){3}(?![^.])/.exec(path);
  // No host is "0.1.2.3", and it is the most common index of nested lists.
  if (address === null || address[0].startsWith("0.") || !isPrivateV4(address[0])) return false;
  return address.index === 0 || BEFORE_ADDRESS.test(afterLast(path.slice(0, address.index - 1), "."));
}

/** Endings that no object of an API has. */
const NETWORK = /\.(?:svc\.cluster\.local|consul|arpa|[a-z0-9-]+\.(?:com|net|io))$/;

function isMachine(path: string): boolean {
  const labels = path.split(".").slice(0, -1);
  // A name without a dot is a field's.
  if (labels.length === 0) return path === "localhost";
  const internal = judgeHostName(path);
  if (internal !== undefined && NETWORK.test(path)) return true;
  return internal === "certain" && labels.some((label) => PROGRAM.test(label) || NUMBERED.test(label));
}
