import { internality } from "./internal-name.ts";
import { isPrivateV4 } from "./private-address.ts";

/** What a segment before an address is called. Behind any other, four numbers are places in lists of lists. */
const ADDRESS_OF = /(?:^|[_-])(?:hosts?|ips?|ipv4|addr|address(?:es)?|servers?|peers?)$/i;

/** Programs that listen, and that no object of an API is named after. */
const PROGRAM =
  /^(?:redis|valkey|postgres(?:ql)?|pgbouncer|mysql|mariadb|mongo(?:db)?|kafka|zookeeper|rabbitmq|nats|elasticsearch|opensearch|memcached|cassandra|clickhouse|minio|etcd|consul|vault|nginx|haproxy|traefik|jenkins|gitlab|grafana|prometheus)$/;

/** Names with a hyphen or a number in them, as machines have. */
const NUMBERED = /[a-z0-9]-[a-z0-9]|^[a-z]{2,}\d{1,3}$/;

/**
 * Whether a dotted path is an internal host's name or address rather than a field's. A field may be called `internal`, and
 * lists of lists have paths of numbers, so more than in a sentence must speak for a host.
 */
export function isHostPath(path: string): boolean {
  return hasAddress(path) || isMachine(path.toLowerCase());
}

function hasAddress(path: string): boolean {
  const found = /(?<![^.])\d{1,3}(?:\.\d{1,3}){3}(?![^.])/.exec(path);
  // Nobody says "0.1.2.3" of a host, and it is the commonest place in lists of lists.
  if (found === null || found[0].startsWith("0.") || !isPrivateV4(found[0])) return false;
  return (
    found.index === 0 ||
    ADDRESS_OF.test(
      path
        .slice(0, found.index - 1)
        .split(".")
        .at(-1) ?? "",
    )
  );
}

/** Endings that no object of an API has. */
const NETWORK = /\.(?:svc\.cluster\.local|consul|arpa|[a-z0-9-]+\.(?:com|net|io))$/;

function isMachine(path: string): boolean {
  if (path === "localhost") return true;
  const judged = internality(path);
  if (judged !== "no" && NETWORK.test(path)) return true;
  const labels = path.split(".").slice(0, -1);
  return judged === "surely" && labels.some((label) => PROGRAM.test(label) || NUMBERED.test(label));
}
