import { type BuiltInRule, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { isServiceName } from "./internal-name.ts";

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
      /(?<![\w.:/@-])(?:[a-z][a-z0-9]*[-_]){0,4}(?:redis|postgres|postgresql|pg|mysql|mariadb|mongo|mongodb|db|kafka|zookeeper|rabbitmq|nats|elasticsearch|opensearch|memcached|cassandra|clickhouse|minio|etcd|consul|vault|nginx|haproxy|worker|web|api|app|broker|cache|queue|node|proxy|server|scheduler|sentinel|master|replica|primary|gateway)(?:[-_](?:headless|master|primary|replica|secondary|node|data|broker))?[-_]\d{1,3}(?::\d{1,5})?(?![\w-]|\.\d)/g,
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
    triggers: [
      contains(
        ...(
          "web0|web-0|app0|app-0|api0|api-0|db0|db-0|node0|node-0|worker0|worker-0|host0|host-0|srv0|srv-0|server0|" +
          "server-0|cache0|cache-0|redis0|redis-0|mysql0|mysql-0|pg0|pg-0|kafka0|kafka-0|es0|es-0|lb0|lb-0|proxy0|" +
          "proxy-0|gw0|gw-0|mail0|mail-0|dns0|dns-0|vm0|vm-0|search0|search-0|rack0|rack-0"
        ).split("|"),
      ),
    ],
    pattern:
      /(?<=\b(?:to|on|from|via|upstream|host|server|machine|auf|von|sur|en|at|by) ["'`]?)(?:web|app|api|db|node|worker|host|srv|server|cache|redis|mysql|pg|kafka|es|lb|proxy|gw|mail|dns|vm|search|rack)-?\d{1,3}(?![\w-]|\.\w)/g,
  },
];
