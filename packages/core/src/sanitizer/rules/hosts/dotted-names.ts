import { contains } from "../../engine/trigger.ts";
import { locateIf, textAfter, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { INTERNAL_TOP, INTERNAL_WORDS, isDatabaseName, judgeHostName } from "./internal-hosts.ts";

/** Words before a name that show it is a field's. */
const FIELD_BEFORE =
  /(?:\b|(?=[→参フ]))(?:fields?|params?|parameters?|propert(?:y|ies)|keys?|attributes?|variables?|options?|settings?|paths?|columns?|values?|files?|enum|object|branch|type|class|import|package|module|namespace|model|→ at|received [\w ]{1,20} at|symbol|events?|event type|channel|topic|scope|permission|role|label|tag|metric|flag|feature|slug|参数|フィールド)["'`\s:=([{\\]*$/i;

/** Words before a name that show it is a host's, even if it could be a field's. */
const HOST_BEFORE =
  /(?:\b(?:hosts?|hostname|server|upstream|resolve|resolving|lookup|reach(?:ed|ing)?|connect(?:ed|ing|ion)?(?: to)?|node|broker|replica|primary|dial|from|via|against|proxy|gateway|peer|address|origin|domain|dns|ping|contact(?:ing)?|to)[\s:=]*|@|\/\/)["'`([{<]*$/i;

/** First labels that name a field or a program's object far more often than a machine. */
const OBJECTS =
  /^(?:this|self|config|configuration|settings|options?|params?|input|output|request|req|res|response|body|data|env|environment|process|window|spec|metadata|user|users|app|file|files|state|props|module|package|exports|index|main|default|system|schema|query|headers?|context|ctx|args|kwargs|value|item|items|message|error|vi|jest|test|tests|unit|class|public|job|jobs|task|tasks|plugin|plugins|harness|result|results)$/;

const CODE_FILE = /\.(?:test|local|prod|private|staging|int)\.(?:[cm]?[jt]sx?|json|ya?ml|py|rb|go|env|conf)$/i;

/** What follows a field's name in a validation message. */
const FIELD_AFTER =
  /^["'`)\]]*(?::? (?:[Rr]equired|[Ee]xpected|[Ii]nvalid|[Mm]ust|[Ss]hould|[Ss]tring|[Nn]umber|[Cc]annot|[Mm]ay|[Nn]eeds|[Hh]as to|[Uu]nrecogni[sz]ed)\b| (?:is|are|was|were|ist|est|es|non|n'est) (?:required|missing|unknown|not (?:defined|an?|one|allowed|valid|supported|set)|read-?only|invalid|deprecated|empty|too|undefined|null|mandatory|optional|reserved|immutable|an?|nicht|pas|no)\b| ?(?:无效|は|を|は必須|必須|必填|не ))/;

/** Labels that name a machine's purpose or location, not a field's content. */
const MACHINE =
  /^(?:db\d*|redis|valkey|etcd|nas|vault|consul|kafka|rabbitmq|rabbit|mq|amqp|postgres|pg|mysql|mariadb|mongo\w*|elastic\w*|minio|nginx|proxy|gateway|gw|lb|api|www|web|mail|smtp|imap|dns|ns\d?|ntp|ldap|ad|dc\d?|git|gitlab|jenkins|ci|registry|nexus|grafana|prometheus|kibana|search|cache|queue|broker|worker|node\d*|host|server|srv\d*|svc|service|router|printer|switch|fw|vpn|bastion|jump|prod|production|staging|stage|dev|qa|uat|eu|us|ap|eu-\w+|us-\w+|ap-\w+|dc|rack\w*|docker|k8s|kube|cluster|billing|orders?|auth|payments?|inventory|ledger|catalog|erp|crm|intranet|wiki|jira|files?|share|backup|storage|nfs|hq|office|lab|raspberrypi|homeassistant|pi|fritz)$/;

/** Labels of internal names, or their beginnings, each with the dot before it. */
const LABELS: readonly string[] = [
  ...INTERNAL_TOP,
  ...INTERNAL_WORDS,
  ...(
    "in-addr ip6 rds cache elb compute docdb neptune redshift kafka es database redis postgres mysql mariadb documents servicebus " +
    "mongodb azmk8s pod ts flycast efs nip sslip xip traefik lvh lacolhost plex onion default google"
  ).split(" "),
].map((label) => `.${label}`);

/** Parts of the names of databases in clouds. */
const DATABASES: readonly string[] =
  "db.|db-|db0|pg.|pg-|pg0|pooler|redis|rmq|postgres|mysql|mongo|kafka|database|aws.|gcp.|azure.".split("|");

/** Other beginnings of internal names. */
const BEGINNINGS = /^(?:(?:ip|ec2)-\d|privatelink\.)/;

function isHostName(text: string, match: RegExpExecArray): boolean {
  const name = (match[1] ?? "").toLowerCase();
  const hasPort = match[2] !== undefined;
  const internal = judgeHostName(name);
  // A name that begins with such a label, such as "rds.amazonaws.com", is public.
  if (internal === undefined) return false;
  if (!LABELS.some((label) => name.includes(label)) && !BEGINNINGS.test(name) && !isDatabaseName(name)) return false;
  const before = textBefore(match, 24);
  const after = textAfter(match, 24);
  if (internal === "certain") return hasPort || name.includes("-") || !isField(name, before, after);
  if (CODE_FILE.test(text + after.slice(0, 8).split(/\s/, 1)[0]) || /^[([=]/.test(after)) return false;
  return hasPort || looksLikeHost(name, before, after);
}

/** Whether a label before the last is a machine's: it names one, or contains a hyphen or a number. */
function hasMachine(name: string): boolean {
  const labels = name.split(".").slice(0, -1);
  return labels.some((label) => MACHINE.test(label) || /-|[a-z]\d|^\d+$/.test(label));
}

function isField(name: string, before: string, after: string): boolean {
  if (FIELD_BEFORE.test(before)) return !/\d/.test(name);
  return (OBJECTS.test(name.split(".", 1)[0] ?? "") || !hasMachine(name)) && FIELD_AFTER.test(after);
}

function looksLikeHost(name: string, before: string, after: string): boolean {
  if (FIELD_BEFORE.test(before) || OBJECTS.test(name.split(".", 1)[0] ?? "")) return false;
  if (hasMachine(name)) return true;
  return !FIELD_AFTER.test(after) && HOST_BEFORE.test(before);
}

/** Names that resolve only inside a network. */
export const dottedNameRules = (): RuleTable => ({
  "internal-name": {
    triggers: [contains(...LABELS, ...DATABASES, "ip-0", "ec2-0", "privatelink.")],
    pattern: {
      source: String.raw`(?<![\p{L}\p{N}_.-])(?:\*\.)?([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+)\.?(:\d{1,5})?(?![\p{L}\p{N}_@-]|\.[\p{L}\p{N}])`,
      flags: "gu",
    },
    locate: locateIf(isHostName),
  },
  "address-in-name": {
    triggers: [contains("ip-0", "ec2-0", "node-0", "gke-0", "aks-0", "vm-0")],
    pattern: /(?<![\w.-])(?:ip|ec2|node|gke|aks|vm)-(?:\d{1,3}-){3}\d{1,3}(?:\.[\w-]+)*(?::\d{1,5})?/g,
  },
  localhost: {
    triggers: [contains("localhost", "ip6-localhost", "ip6-loopback")],
    pattern: /(?<![\w.-])(?:localhost(?:\.localdomain)?|ip6-localhost|ip6-loopback)(?::\d{1,5})?(?![\w-]|\.\w)/gi,
  },
});
