import type { Random } from "../random.ts";
import { either, type Frame, host, text } from "./draft.ts";
import { oneOf, type Word } from "./words.ts";

const octet = (random: Random) => random.int(1, 254);
const group = (random: Random) => random.chars("0123456789abcdef", 4);
const suffix = (random: Random) => random.chars("bcdfghjklmnpqrstvwxz2456789", 5);
const replica = (random: Random) => random.chars("bcdfghjklmnpqrstvwxz2456789", 10);

export const privateV4: Word = (random) =>
  random.pick([
    `10.${octet(random)}.${octet(random)}.${octet(random)}`,
    `10.0.${random.int(0, 9)}.${octet(random)}`,
    `172.${random.int(16, 31)}.${octet(random)}.${octet(random)}`,
    `192.168.${random.int(0, 254)}.${octet(random)}`,
    `192.168.${random.int(0, 1)}.${octet(random)}`,
    `100.${random.int(64, 127)}.${octet(random)}.${octet(random)}`,
    `169.254.${octet(random)}.${octet(random)}`,
    "127.0.0.1",
    `127.0.${random.int(0, 9)}.${octet(random)}`,
  ]);

const metadataV4 = oneOf("169.254.169.254", "169.254.170.2", "100.100.100.200");

export const privateV6: Word = (random) =>
  random.pick([
    `fd${random.chars("0123456789abcdef", 2)}:${group(random)}:${group(random)}::${random.int(1, 99)}`,
    `fd00:ec2::254`,
    `fe80::${group(random)}:${group(random)}:fe${random.chars("0123456789abcdef", 2)}:${group(random)}`,
    `fc00::${group(random)}`,
    "::1",
    `::ffff:10.${octet(random)}.${octet(random)}.${octet(random)}`,
    `::ffff:192.168.${octet(random)}.${octet(random)}`,
    "::ffff:7f00:1",
    `fd12:3456:789a:${group(random)}:${group(random)}:${group(random)}:${group(random)}:${group(random)}`,
  ]);

export const zonedV6: Word = (random) =>
  `fe80::${group(random)}:${group(random)}:${group(random)}:${group(random)}%${random.pick(["eth0", "en0", "ens5", "12"])}`;

/** A v4 address as a number, which resolvers accept where a URL wants a host. */
export const numericV4: Word = (random) => {
  const [b, c, d] = [random.int(0, 255), random.int(0, 255), random.int(1, 254)];
  const value = 10 * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  return random.pick([
    `0x${value.toString(16).padStart(8, "0")}`,
    String(value),
    `0x7f.0x0.0x0.0x1`,
    "0177.0.0.1",
    "2130706433",
  ]);
};

const kind = oneOf(
  "db",
  "redis",
  "orders",
  "billing-api",
  "auth",
  "kafka",
  "search",
  "ledger",
  "minio",
  "rabbitmq",
  "etcd",
);
const numbered: Word = (random) => `${kind(random)}-${random.int(0, 12)}`;
const stage = oneOf("prod", "staging", "eu-west-1", "blue", "shared", "fra1");
const namespace = oneOf("prod", "payments", "default", "kube-system", "shop", "monitoring");

export const internalName: Word = (random) =>
  random.pick([
    `${numbered(random)}.${stage(random)}.internal`,
    `${kind(random)}.${stage(random)}.local`,
    `${kind(random)}.corp`,
    `${numbered(random)}.acme.corp`,
    `vault.${stage(random)}.acme.internal`,
    `nas.home`,
    `printer-2.lan`,
    `git.intranet`,
    `wiki.acme.intranet`,
    `${kind(random)}.private`,
    `${kind(random)}.service.consul`,
    `${kind(random)}.${stage(random)}.node.consul`,
    `${kind(random)}.test`,
    `build-agent-${random.int(1, 40)}.lan`,
    `${kind(random)}.home.arpa`,
    `${kind(random)}.localdomain`,
  ]);

export const kubernetesName: Word = (random) =>
  random.pick([
    `${kind(random)}.${namespace(random)}.svc.cluster.local`,
    `${kind(random)}.${namespace(random)}.svc`,
    `${numbered(random)}.${kind(random)}.${namespace(random)}.svc.cluster.local`,
    `kubernetes.default.svc`,
    `${octet(random)}-${octet(random)}-0-7.${namespace(random)}.pod.cluster.local`,
  ]);

export const podName: Word = (random) =>
  random.pick([
    `${kind(random)}-${replica(random)}-${suffix(random)}`,
    `checkout-worker-${replica(random)}-${suffix(random)}`,
    `nightly-report-28${random.int(100000, 999999)}-${suffix(random)}`,
  ]);

export const cloudName: Word = (random) =>
  random.pick([
    `ip-10-${octet(random)}-${octet(random)}-${octet(random)}.ec2.internal`,
    `ip-172-31-${octet(random)}-${octet(random)}.eu-central-1.compute.internal`,
    `worker-${random.int(1, 9)}.europe-west3-b.c.acme-prod.internal`,
    `shop.c9akciq32.eu-west-1.rds.amazonaws.com`,
    `${kind(random)}-cluster.cluster-ro-${suffix(random)}abcd.us-east-1.rds.amazonaws.com`,
    `sessions.${suffix(random)}.0001.euw1.cache.amazonaws.com`,
    `${kind(random)}-prod.postgres.database.azure.com`,
    `acme-${kind(random)}.privatelink.database.windows.net`,
    `vm-${random.int(1, 99)}.internal.cloudapp.net`,
    `search-${kind(random)}-${suffix(random)}.eu-west-1.es.amazonaws.com`,
  ]);

/** A host name without a dot, which only means something inside a network. */
export const singleName: Word = (random) =>
  random.pick(
    ["redis", "db", "billing-api", "localhost", "rabbitmq", "kafka", "minio", "elasticsearch", "mongo-0"].concat([
      numbered(random),
      `shop_${kind(random)}_1`,
      `${kind(random)}-svc`,
      "host.docker.internal",
      `web0${random.int(1, 9)}`,
    ]),
  );

export const anyName: Word = (random) =>
  random.pick([internalName, internalName, kubernetesName, cloudName, singleName, singleName])(random);

export const port = oneOf(
  "80",
  "443",
  "3000",
  "5432",
  "6379",
  "8080",
  "8443",
  "9092",
  "27017",
  "15672",
  "50051",
  "2379",
);

export const v4 = host((random: Random) => (random.chance(0.06) ? metadataV4 : privateV4)(random));
export const v6 = host(either(privateV6, zonedV6));
export const ip = either(v4, v4, v6);
export const name = host(anyName);
/** An internal name or v4 address, which may stand anywhere without brackets. */
export const anyHost = either(name, name, v4);
/** What a URL has between its slashes: a host, in brackets where it must be, often with a port. */
export const authority: Frame = either(
  text`${name}:${port}`,
  name,
  text`${v4}:${port}`,
  v4,
  text`[${host(privateV6)}]:${port}`,
  text`[${host(privateV6)}]`,
  text`${host(numericV4)}:${port}`,
);
/** Where a socket goes, as Node and Go write it. */
export const socket: Frame = either(
  text`${v4}:${port}`,
  text`${v4}:${port}`,
  text`${host(privateV6)}:${port}`,
  text`[${host(privateV6)}]:${port}`,
);
