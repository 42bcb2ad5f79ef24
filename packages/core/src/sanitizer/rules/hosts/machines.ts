import { type BuiltInRule, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, beginsWithWord, characters, runEnd } from "../../engine/trigger.ts";
import { isDigit, isSmall, ofWord } from "../shared/characters.ts";
import { isServiceName } from "./service-name.ts";

const isJoint = characters(/[-_]/);
const behindWord = characters(/[ "'`]/);
const notBeforeService = characters(/[.:/@]/);

/** A pod's name ends with a hyphen and five letters or digits. */
function startOfPod(text: string, at: number): number {
  return isSmall(text, at) && text[at - 1] !== "." && text[runEnd(text, at, ofWord) - 6] === "-" ? at : -1;
}

/** The name of a numbered service ends with a hyphen or an underscore and up to three digits. */
function startOfService(text: string, at: number): number {
  if (!isSmall(text, at) || notBeforeService(text, at - 1)) return -1;
  let end = runEnd(text, at, ofWord);
  for (let digits = 0; digits < 3 && isDigit(text, end - 1); digits += 1) end -= 1;
  return isJoint(text, end - 1) && isDigit(text, end) ? at : -1;
}

/** Names of machines, pods and containers as orchestrators and operators make them. */
export const machineRules = (): readonly BuiltInRule[] => [
  {
    id: "pod-name",
    kind: "host",
    needs: TRAIT.numbered,
    triggers: [beginsWithWord(TRAIT.numbered, startOfPod)],
    pattern:
      /(?<![\w.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{7,10}|\d{8,10})-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g,
    redacts: ["pod billing-api-7d9f8b6c5d-x2x4z was evicted", "job nightly-report-28890673-9xdm9"],
    keeps: ["gpt-4o-mini-2024-07-18", "claude-3-5-sonnet-20241022"],
  },
  {
    id: "numbered-service",
    kind: "host",
    needs: TRAIT.numbered,
    triggers: [beginsWithWord(TRAIT.numbered, startOfService)],
    pattern:
      /(?<![\w.:/@-])(?:[a-z][a-z0-9]*[-_]){0,4}(?:redis|postgres|postgresql|pg|mysql|mariadb|mongo|mongodb|db|kafka|zookeeper|rabbitmq|nats|elasticsearch|opensearch|memcached|cassandra|clickhouse|minio|etcd|consul|vault|nginx|haproxy|worker|web|api|app|broker|cache|queue|node|proxy|server|scheduler|sentinel|master|replica|primary|gateway)(?:[-_](?:headless|master|primary|replica|secondary|node|data|broker))?[-_]\d{1,3}(?::\d{1,5})?(?![\w-]|\.\d)/g,
    locate: (match) =>
      /(?:node|version|v|model|step|chapter|part|worker|app|api|web)[-_]\d+$/.test(match[0]) &&
      !/[-_].*[-_]/.test(match[0])
        ? undefined
        : wholeOf(match),
    redacts: ["postgres-0 is not ready", "shop-redis-1 exited", "kafka-broker-2:9092"],
    keeps: ["node-20 is required", "step-3", "worker-1 of 4", "api-2 is newer"],
  },
  {
    id: "container-id",
    kind: "host",
    needs: TRAIT.oddWord,
    triggers: [beginsWith("container", "hostname", "host")],
    pattern:
      /\b(?:container|hostname|host)(?: (?:id|name|is))?[\s:="'`(]+(?<private>(?=[a-f]*\d)[0-9a-f]{12}(?:[0-9a-f]{52})?)(?![\w-])/gi,
    redacts: ["container {hex:12} exited"],
    keeps: ["container started"],
  },
  {
    id: "nothing-but-a-host",
    kind: "host",
    needs: TRAIT.joint,
    triggers: [beginsWithWord(TRAIT.joint, (_, at) => (at === 0 ? 0 : -1))],
    pattern: /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$/g,
    locate: (match) => (isServiceName(match[0]) ? wholeOf(match) : undefined),
    redacts: ["kafka-broker"],
    keeps: ["not-found", "kafka"],
  },
  {
    id: "numbered-machine",
    kind: "host",
    needs: TRAIT.digit,
    triggers: [
      beginsAt(
        (text, at) => (behindWord(text, at - 1) ? at : -1),
        ...(
          "web0|web-0|app0|app-0|api0|api-0|db0|db-0|node0|node-0|worker0|worker-0|host0|host-0|srv0|srv-0|server0|" +
          "server-0|cache0|cache-0|redis0|redis-0|mysql0|mysql-0|pg0|pg-0|kafka0|kafka-0|es0|es-0|lb0|lb-0|proxy0|" +
          "proxy-0|gw0|gw-0|mail0|mail-0|dns0|dns-0|vm0|vm-0|search0|search-0|rack0|rack-0"
        ).split("|"),
      ),
    ],
    pattern:
      /(?<=\b(?:to|on|from|via|upstream|host|server|machine|auf|von|sur|en|at|by) ["'`]?)(?:web|app|api|db|node|worker|host|srv|server|cache|redis|mysql|pg|kafka|es|lb|proxy|gw|mail|dns|vm|search|rack)-?\d{1,3}(?![\w-]|\.\w)/g,
    redacts: ["Request was routed to web04 and timed out", "upstream web-06"],
    keeps: ["web04 is a name", "see api2.example.com"],
  },
];
