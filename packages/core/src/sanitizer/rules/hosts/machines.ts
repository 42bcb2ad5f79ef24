import { type BuiltInRule, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, beginsWithWord, characters, runEnd } from "../../engine/trigger.ts";
import { isDigit, isSmall, ofWord } from "../shared/characters.ts";
import { isServiceName } from "./internal-name.ts";

const isJoint = characters(/[-_]/);
const followsWord = characters(/[ "'`]/);
const notBeforeService = characters(/[.:/@]/);

/** Returns `at` if it begins a pod's name, which ends with a hyphen and five letters or digits; otherwise -1. */
function startOfPod(text: string, at: number): number {
  return isSmall(text, at) && text[at - 1] !== "." && text[runEnd(text, at, ofWord) - 6] === "-" ? at : -1;
}

/** Returns `at` if it begins a numbered service's name, which ends with a hyphen or underscore and one to three digits; otherwise -1. */
function startOfService(text: string, at: number): number {
  if (!isSmall(text, at) || notBeforeService(text, at - 1)) return -1;
  let end = runEnd(text, at, ofWord);
  for (let digits = 0; digits < 3 && isDigit(text, end - 1); digits += 1) end -= 1;
  return isJoint(text, end - 1) && isDigit(text, end) ? at : -1;
}

/** Names of machines, pods and containers, as orchestrators and operators make them. */
export const machineRules = (): readonly BuiltInRule[] => [
  {
    id: "pod-name",
    kind: "host",
    triggers: [beginsWithWord(TRAIT.numbered, startOfPod)],
    pattern:
      /(?<![\w.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{7,10}|\d{8,10})-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g,
  },
  {
    id: "numbered-service",
    kind: "host",
    triggers: [beginsWithWord(TRAIT.numbered, startOfService)],
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
    triggers: [beginsWith("container", "hostname", "host")],
    pattern:
      /\b(?:container|hostname|host)(?: (?:id|name|is))?[\s:="'`(]+(?<private>(?=[a-f]*\d)[0-9a-f]{12}(?:[0-9a-f]{52})?)(?![\w-])/gi,
  },
  {
    id: "nothing-but-a-host",
    kind: "host",
    triggers: [beginsWithWord(TRAIT.joint, (_, at) => (at === 0 ? 0 : -1))],
    pattern: /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$/g,
    locate: (match) => (isServiceName(match[0]) ? wholeOf(match) : undefined),
  },
  {
    id: "numbered-machine",
    kind: "host",
    triggers: [
      beginsAt(
        (text, at) => (followsWord(text, at - 1) ? at : -1),
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
