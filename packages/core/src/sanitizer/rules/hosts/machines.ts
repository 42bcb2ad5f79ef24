import { type BuiltInRule, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { isServiceName } from "./internal-name.ts";

const MACHINES =
  "web|app|api|db|node|worker|host|srv|server|cache|redis|mysql|pg|kafka|es|lb|proxy|gw|mail|dns|vm|search|rack";

/** Names of machines, pods and containers, as orchestrators and operators make them. */
export const machineRules = (): readonly BuiltInRule[] => [
  {
    id: "pod-name",
    kind: "host",
    triggers: [word(TRAIT.numbered)],
    pattern:
      /(?<![\w.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{7,10}|\d{8,10})-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g,
  },
  {
    id: "numbered-service",
    kind: "host",
    triggers: [word(TRAIT.numbered)],
    pattern:
      /(?<![\w.:/@-])(?:[a-z][a-z0-9]*[-_]){0,4}(?:redis|postgres|postgresql|pg|mysql|mariadb|mongo|mongodb|db|kafka|zookeeper|rabbitmq|nats|elasticsearch|opensearch|memcached|cassandra|clickhouse|minio|etcd|consul|vault|nginx|haproxy|worker|web|api|app|broker|cache|queue|node|proxy|server|scheduler|sentinel|master|replica|primary|gateway|mq)(?:[-_](?:headless|master|primary|replica|secondary|node|data|broker))?[-_]\d{1,3}(?:\.[a-z][a-z0-9-]{1,40}){0,4}(?::\d{1,5})?(?![\w-]|\.\d)/g,
    locate: (match) =>
      /(?:node|version|v|model|step|chapter|part|worker|app|api|web)[-_]\d+$/.test(match[0]) &&
      !/[-_].*[-_]/.test(match[0])
        ? undefined
        : wholeOf(match),
  },
  {
    id: "container-id",
    kind: "host",
    triggers: [contains("container", "hostname", "host")],
    pattern:
      /\b(?:container|hostname|host)(?: (?:id|name|is))?[\s:="'`(]+(?<private>(?=[a-f]*\d)[0-9a-f]{12}(?:[0-9a-f]{52})?)(?![\w-])/gi,
  },
  {
    id: "nothing-but-a-host",
    kind: "host",
    triggers: [word(TRAIT.joint)],
    pattern: /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$/g,
    locate: (match) => (isServiceName(match[0]) ? wholeOf(match) : undefined),
  },
  {
    id: "numbered-machine",
    kind: "host",
    triggers: [contains(...MACHINES.split("|").flatMap((name) => [`${name}0`, `${name}-0`]))],
    pattern: {
      source: String.raw`(?<=\b(?:to|on|from|via|upstream|host(?:name)?|server|machine|peer|auf|von|sur|en|at|by) ["'\x60]?)(?:${MACHINES})-?\d{1,3}(?![\w-]|\.\w)`,
      flags: "g",
    },
  },
];
