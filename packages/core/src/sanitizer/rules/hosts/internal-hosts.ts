import { late } from "../../engine/late.ts";
import type { Certainty } from "../shared/values.ts";
import { isPrivateV4, isPrivateV6 } from "./private-address.ts";

/** Whether a dotted name ends like a public host's, and not like a file or a field. */
export function isPublicName(name: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|co|edu|gov|app|cloud|tech|info|de|fr|uk|eu|us|ch|jp|cn|ru|br|kr|tr|it|es|nl|au|ca|in|example)$/i.test(
    name,
  );
}

/** Top-level names that never resolve publicly, or that companies use as if they did not. */
export const INTERNAL_TOP: ReadonlySet<string> = new Set(
  "internal intranet lan corp localdomain localhost consul svc privnet k8s lxd incus workgroup dmz onprem".split(" "),
);

/** Top-level names that are also ordinary words, or the last part of a field's name. */
export const INTERNAL_WORDS: ReadonlySet<string> = new Set(
  "local home private test prod staging stage stg qa uat preprod int box cluster domain docker podman mesh kube nomad ec2 vpc intra priv".split(
    " ",
  ),
);

const INTERNAL_ENDING =
  /\.(?:home\.arpa|in-addr\.arpa|ip6\.arpa|fritz\.box|(?:rds|cache|elb|compute(?:-1)?|vpce|neptune|redshift|es|(?:elb|efs)\.[a-z0-9-]+)\.amazonaws\.com|documents\.azure\.com|servicebus\.windows\.net|mongodb\.net|internal\.cloudapp\.net|azmk8s\.io|svc\.[a-z0-9-]+|pod\.cluster\.[a-z]+|ts\.net|flycast)$/;

const INTERNAL_BEGINNING =
  /^(?:ip|ec2)-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.|$)|^(?:kubernetes|metadata)\.(?:default|google)(?:\.|$)|(?:^|\.)privatelink\./;

/** A label before a public domain that makes the names below it internal. */
const INTERNAL_PART = /(?:^|\.)(?:corp|intra(?:net)?|internal|lan|int|priv)\.(?:[^.]+\.|example$)/;

/** Public names that resolve to the address in them: four numbers or eight hexadecimal digits. */
const NAMES_AN_ADDRESS =
  /(?:^|[.-])(?:(?<parts>\d{1,3}(?:[.-]\d{1,3}){3})|(?<hex>[0-9a-f]{8}))\.(?:nip\.io|sslip\.io|xip\.io|traefik\.me|[\w-]+\.plex\.direct)$/;

/** Names that always resolve to the machine itself, and hidden services, which are hidden only by their names. */
const HIDDEN = /(?:^|\.)(?:localtest\.me|lvh\.me|lacolhost\.com|(?:[a-z2-7]{16}|[a-z2-7]{56})\.onion)$/;

/** Labels before the domain that name a database, or a cloud in which it runs. */
const OF_DATABASE =
  /(?:^|[.-])(?:(?:doc|memory|maria|ts)?db|database|postgres(?:ql)?|d?pg|pooler|mysql|redis|mongo(?:db)?|rmq|kafka)(?:[\d.-]|$)|(?:^|\.)(?:aws|gcp|azure)(?:\.|$)/;

/** Pages about such products, and the console of a cloud. */
const OF_PAGES = /^(?:www|docs?|help|status|console)\.|\.amazon\.com$/;

/** Whether a public name, in lower case, is that of a database in a cloud: labels before its domain say so. */
export function isDatabaseName(name: string): boolean {
  const before = /^(?:[^.]+\.){2,}(?=[^.]+\.[^.]+$)/.exec(name)?.[0] ?? "";
  return OF_DATABASE.test(before) && isPublicName(name) && !OF_PAGES.test(name);
}

/** Whether a public name leads to a private address. */
function leadsInside(name: string): boolean {
  const groups = NAMES_AN_ADDRESS.exec(name)?.groups;
  if (groups === undefined) return HIDDEN.test(name);
  const { parts, hex } = groups;
  return isPrivateV4(parts === undefined ? `0x${hex}` : parts.replaceAll("-", "."));
}

/** Judges how surely a dotted name, in lower case and without a port, is that of an internal host. */
export function judgeHostName(name: string): Certainty {
  const whole = name.endsWith(".") ? name.slice(0, -1) : name;
  const top = whole.slice(whole.lastIndexOf(".") + 1);
  if (INTERNAL_ENDING.test(`.${whole}`) || INTERNAL_BEGINNING.test(name) || leadsInside(whole)) return "certain";
  if (top === whole) return undefined;
  if (INTERNAL_TOP.has(top) || (INTERNAL_PART.test(whole) && isPublicName(whole)) || isDatabaseName(whole))
    return "certain";
  return INTERNAL_WORDS.has(top) ? "likely" : undefined;
}

/** A name in another script. */
const OTHER_NAME = late(String.raw`^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$`, "u");

/** Whether the host of a URL or of a connection is internal: a private address, a single label, an internal name. */
export function isInternalHost(host: string): boolean {
  const lower = host.toLowerCase();
  const name = lower.endsWith(".") ? lower.slice(0, -1) : lower;
  if (name === "") return false;
  if (name.startsWith("[")) return isPrivateV6(name.slice(1).replace(/\]$/, ""));
  // A whole number that is an address has nine or ten digits; a shorter one could be any number.
  if (/^\d[0-9a-fx.]*$/.test(name)) return !/^\d{1,8}$/.test(name) && isPrivateV4(name);
  if (name.includes(":")) return isPrivateV6(name);
  if (!/^[a-z0-9_-][a-z0-9._-]*$/.test(name) && !OTHER_NAME().test(name)) return false;
  // No public top-level name contains a hyphen or a digit, except those that encode another script.
  const top = name.slice(name.lastIndexOf(".") + 1);
  return top === name || judgeHostName(name) !== undefined || (/[-_\d]/.test(top) && !top.startsWith("xn--"));
}

const SERVICE =
  /(?:^|[-_])(?:redis|valkey|postgres\w*|pg|pgbouncer|mysql|mariadb|mongo\w*|db|database|kafka|broker|zookeeper|zk|rabbit\w*|amqp|nats|mq|queue|elastic\w*|es|opensearch|solr|memcached?|cache|cassandra|scylla|clickhouse|minio|etcd|consul|vault|nginx|haproxy|envoy|traefik|proxy|gateway|gw|lb|api|svc|service|server|srv|backend|frontend|web|www|app|auth|worker|scheduler|grpc|host|node|master|primary|replica|standby|leader|follower|smtp|mail\w*|ldap|dns|ns|ftp|sftp|nfs|prometheus|grafana|loki|jaeger|otel|collector|keycloak|billing|orders?|payments?|users?|inventory|search|store|storage|registry|temporal|airflow|spark|hadoop|hive|jenkins|gitlab|sonar\w*|nexus|influx\w*|neo4j|couch\w*|localstack|selenium|chrome|ollama|vllm|llm|model|inference|triton|qdrant|weaviate|milvus|chroma)(?:[-_\d]|$)/;

/** Whether a name without a dot contains the name of a program that listens. If a host can come there, such a name is a host's. */
export function isServiceName(name: string): boolean {
  return SERVICE.test(name);
}
