import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isPublicName, isServiceName } from "./internal-hosts.ts";

/** Names before a number that is not a port: the number counts, locates, dates or measures something. */
const NO_HOST =
  /^(?:line|lines|col|cols|column|row|offset|position|pos|index|at|char|character|byte|bytes|size|length|len|count|total|max|min|limit|maximum|minimum|code|status|errno|error|exit|signal|pid|ppid|uid|gid|port|version|year|date|time|timeout|ms|seconds|duration|page|id|ref|no|number|num|chapter|verse|section|step|level|priority|score|ratio|width|height|x|y|z|v|rev|revision|build|seed|epoch|iteration|batch|tokens?|model|tag|release|rfc|iso|cve|sha|md5|http|https|tcp|udp|host|value|got|expected|received|actual|was|is|from|to|since|until|between|call|retry|attempt|amount|price|cost|balance|quantity|qty|age|zip|phone|fax|ext|room|floor|gate|flight|order|invoice|sku|isbn|doi|pmid|issue|pr|ticket|bug|user|account|customer|item|node|python|ruby|java|golang|rust|ubuntu|debian|alpine|fedora|centos|windows|servercore|nanoserver|amazonlinux|oraclelinux|busybox|openjdk|temurin|dotnet|php|perl|swift|gcc|llama\d*|mistral|gemma\d*|qwen\d*|phi\d*|deepseek\S*|gpt\S*|o\d|claude\S*)$/;

const WELL_KNOWN: ReadonlySet<string> = new Set(
  "21 22 23 25 53 69 80 81 88 110 111 123 135 139 143 161 389 443 445 465 514 515 554 587 631 636 853 873 989 990 993 995".split(
    " ",
  ),
);

/** Words before a host and its port. */
const CONNECTION_BEFORE =
  /(?:\b(?:connect\w*(?: to)?|reach\w*|dial(?:ing)?(?: tcp\d?)?|refused by|hosts?|server|upstream|broker|brokers|node|nodes|replica|endpoint|bootstrap|to|from|at|via|proxy|peer|on|address|addr|against|and|with|by|or)[\s:=]*|[@,=]|\b(?:tcp|udp|unix|grpc|dns|ipv4):(?:\/\/)?)["'`([{<]*$/i;

/** Words before a name with a number that is not a port. */
const NUMBERED_BEFORE = /(?:image|tag|docker pull|model|version|release|ratio|score|queue)[\s:"'`=]*$/i;

/** Standards and their years: "ISO-27001:2013". */
const STANDARD = /^(?:iso|iec|ieee|din|rfc|bcp|pep|jsr|ecma|cve)[-_]?/;

function locateLabel(match: RegExpExecArray): Span | undefined {
  const [, label = "", separator = "", port = ""] = match;
  const name = label.toLowerCase();
  const before = textBefore(match, 24);
  if (NO_HOST.test(name) || STANDARD.test(name) || NUMBERED_BEFORE.test(before)) return undefined;
  const isConnection = CONNECTION_BEFORE.test(before);
  if (!isPort(port, label, isConnection)) return undefined;
  const { start, end } = wholeOf(match);
  if (separator === ":") return { start, end };
  // In brackets, or in a tuple of Python.
  const isTuple = /\(\\?["']$/.test(before) && (isConnection || isServiceName(name));
  return separator === "]:" || isTuple ? { start, end: start + label.length } : undefined;
}

/** Whether a number after a label is a port, judged by the label and by whether the words before it are about a connection. */
function isPort(port: string, label: string, isConnection: boolean): boolean {
  const number = Number(port);
  const name = label.toLowerCase();
  const isService = isServiceName(name);
  if (number === 0 || number > 65_535) return false;
  if (number < 1_000) return WELL_KNOWN.has(port) && (isService || isConnection);
  const isYear = /^(?:19|20)\d\d$/.test(port);
  const isMachine = /[-_]|[a-z]\d/.test(name);
  if (!isYear && !/^[A-Z]/.test(label)) return isService || isMachine || isConnection;
  return isService || (isMachine && isConnection);
}

/** Schemes before a name and its port, without slashes. */
const SCHEMES = "tcp:|udp:|grpc:|dns:|ipv4:|ipv6:|unix:|http:|https:|amqp:|redis:|nats:|tls:|ssl:";

/** Names without a dot before a port. */
export const portRules = (): RuleTable => ({
  "host-and-port": {
    triggers: [contains(":00", "', 00", '", 00', "',00", '",00')],
    pattern: /(?<![\w.:\\-]|(?<!\/)\/)([A-Za-z][A-Za-z0-9_-]*)(\]?:|["'], ?)(\d{2,5})(?!\w|:\d|\.\d|-\d)/g,
    locate: locateLabel,
  },
  "database-host": {
    triggers: [
      contains(":0000", ",0000", ", 0000", "port 0000", "port=0000", "port: 0000", "dbname=", "database=", "catalog="),
    ],
    pattern:
      /(?<![\w./%-])(?:[A-Za-z0-9][\w-]*(?:\.[\w-]+)+(?=(?:["'’`)\]]?(?: \([^()\n]{1,60}\))?(?:[:,]|[,;]? ?(?:on |at )?port(?:[= ]|: ))|["'], )(?:543[23]|6432|6543|33060?|63(?:79|80)|2701[789]|1433|1521|9042|567[12]|909[2-8]|26257|2506[01]|11211|9200|9243|9440|7687)(?!\w|\.\d))|(?<==["']?)[A-Za-z][\w-]*(?:\.[\w-]+)+(?=["']?[ ;][^\n]{0,80}(?:dbname|database|catalog)=))(?::\d+)?/gi,
    locate: locateIf((text) => {
      const [name = ""] = text.split(":", 1);
      return isPublicName(name) || /^\d+(?:\.\d+){3}$/.test(name);
    }),
  },
  "host-and-port-after-scheme": {
    triggers: [contains(...SCHEMES.split("|"))],
    pattern: {
      source: String.raw`(?<![\w.-])(?:${SCHEMES})(?<private>[A-Za-z][\w-]*[:,]\d{2,5})(?!\d)`,
      flags: "g",
    },
  },
  "host-and-port-after-slash": {
    triggers: [contains(":0000")],
    pattern: /(?<=\w\/)[A-Za-z][A-Za-z0-9_-]*(?=:\d{4,5}(?!\w|\.\d))(?::\d{4,5})/g,
    locate: locateIf((text) => isServiceName(text.replace(/:.*/, ""))),
  },
});
