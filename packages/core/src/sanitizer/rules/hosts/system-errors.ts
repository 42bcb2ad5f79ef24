import { type Pattern, privateOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isTalk } from "../shared/values.ts";
import { isInternalHost, isServiceName } from "./internal-hosts.ts";

/** Words in place of a host, in sentences about hosts. */
const NO_NAME: ReadonlySet<string> = new Set(
  (
    "host hosts hostname server servers the this that a an your our any all another other upstream remote origin database db-name " +
    "service services provider model api name names address addresses url uri unknown local peer client clients user users port information resolution lookup error " +
    "web socket proxy backend region tcp udp header headers list lists named called port: is was were has have not and or for to from with at on in of by it its"
  ).split(" "),
);

/** A message that prints a value contains one of these; without one, it is only a sentence about hosts. */
const MARK = /[:="'`(]/;

/** Punctuation after a host that belongs to the sentence. */
const SENTENCE = ".,;:!?";

function isOrdinaryWord(text: string): boolean {
  return NO_NAME.has(text.toLowerCase()) || isTalk(text);
}

function isInternal(text: string): boolean {
  const host = text.replace(/[:,]\d{1,5}$/, "").replace(/^\[|\]$/g, "");
  if (host.length < 2 || isOrdinaryWord(host) || /^\d+$/.test(host)) return false;
  return isInternalHost(host) || isInternalHost(text);
}

/** What may follow a host. With anything else after it, a name is part of something longer. */
const END_OF_HOST = /^(?:$|[\s"'`),;\]}\\]|[.:](?:\s|$))/;

/**
 * Whether a word may be a host. One in quotes or after an equals sign may. Other words also follow "connect to" and "server:",
 * so there the word must look like a host.
 */
function mayBeHost(match: RegExpExecArray): boolean {
  const { start, end } = privateOf(match);
  const text = match.input.slice(start, end);
  if (!END_OF_HOST.test(match.input.slice(end, end + 2)) && !match[0].includes("]")) return false;
  const before = match.input.slice(Math.max(0, start - 3), start);
  return !/^[\p{L}:]+$/u.test(text) || /["'`=@]$/.test(before) || isServiceName(withoutTail(text, SENTENCE));
}

/** Whether a word before a port is only what listens or is open "on port 80". */
function isListener(match: RegExpExecArray): boolean {
  const [text] = match;
  if (!/^[a-z]+ (?:on|at) /i.test(text) || /\b(?:to|with|from|of|host|server) $/i.test(textBefore(match, 8)))
    return false;
  return !isServiceName(text.split(" ", 1)[0] ?? "");
}

/** Returns any host, public or not: a name that failed to resolve reveals what the service depends on. */
const locateUnresolved = locateIf((host) => {
  // "140:error:1408F10B:SSL routines" comes from OpenSSL.
  if (host === "" || /(?:^|:)error:[0-9A-F]{8}(?::|$)/i.test(host)) return false;
  return !isOrdinaryWord(host) && !/^[/\\]|^\d+$|^[A-Z][A-Z_]+$/.test(host);
}, SENTENCE);

/** A host as such messages write it, with or without its port. */
const HOST = String.raw`(?<private>\[?[\p{L}\p{N}_*][\p{L}\p{N}._:%*-]*(?:\](?::\d{1,5})?)?)`;

/** Makes an expression for a host between two other expressions. */
function hostBetween(before: Pattern, after: Pattern, flags = "gu"): Pattern {
  return { source: `(?:${before.source})${HOST}${after.source}`, flags };
}

const ANYTHING = /(?:)/;

/** What comes before a host that no word introduces. */
const BEFORE_HOST: Pattern = { source: String.raw`(?<![\p{L}\p{N}._:%*-])`, flags: "u" };

/** Hosts in the messages of operating systems, resolvers, drivers and tools when a connection fails. */
export const systemErrorRules = (): RuleTable => ({
  "node-system-error": {
    triggers: [
      contains(
        ...(
          "ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ENONAME|ECONN|EHOST|ENET|ETIMEDOUT|ETIMEOUT|EADDR|" +
          "EPIPE|EPROTO|EACCES"
        ).split("|"),
      ),
    ],
    pattern: hostBetween(
      /\b(?:(?:ENOTFOUND|EAI_[A-Z]{2,12}|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ENONAME)\s+(?=\S*[.:\d]|[\w-]+(?:$|[\s.,;)"']))|(?:ECONN[A-Z]{3,9}|EHOST[A-Z]{4,8}|ENET[A-Z]{4,8}|ETIMEDOUT|ETIMEOUT|EADDR[A-Z]{3,12}|EPIPE|EPROTO|EACCES)(?:: address already in use|: address not available|: permission denied)?\s+(?=\S*[.:\d]\S))/,
      ANYTHING,
    ),
    locate: locateUnresolved,
  },
  "failed-look-up": {
    triggers: [
      contains(
        ...(
          "lookup |lookup:|resolv|service not known|translate host|ConnectionPool(|machine |ssh |connect to host|such host|UnknownHost|" +
          "unknown host|unknown MySQL|getaddrinfo|nodename|host not found|NXDOMAIN|DNS |no address|server can|certificate can"
        ).split("|"),
      ),
    ],
    context: MARK,
    pattern: hostBetween(
      /(?:\blookup |[Cc]ould not resolve (?:host(?:name)?|proxy)(?:: | )|[Uu]nable to resolve host(?: address)? |[Ff]ailed to resolve(?: host(?:name)?)?:? |[Cc]ouldn't resolve host(?:name)?:? |[Tt]emporary failure resolving |[Nn]ame or service not known:? |translate host name |HTTPS?ConnectionPool\(host=|machine (?=\S+ login )|Failed host lookup: |name could not be resolved: |DNS resolution failed for |(?:^|\s)ssh (?=[\w.-]+: Connection)|connect to host |No such host is known\. \(|UnknownHostException:? |[Uu]nknown (?:MySQL server )?host:? |getaddrinfo for |getaddrinfo failed for |[Cc](?:annot|ould not) resolve(?: host(?:name)?| address):? |[Cc](?:annot|ould not) resolve (?=["'`]?\w+(?:[.-]+\w+)+[.-]*(?![\w/@.-]))|[Nn]o such host(?: is known)?:? |nodename nor servname provided, or not known:? |[Hh]ost not found:? |NXDOMAIN:? |DNS (?:lookup|resolution|query|failure|error) (?:failed |error )?(?:for|of):? |No address associated with hostname:? |server (?:certificate )?(?:can't|cannot) find )["'`‘“(]*/,
      ANYTHING,
    ),
    locate: locateUnresolved,
  },
  "named-host": {
    triggers: [
      contains(
        ...(
          "host|server|addr|data source|broker|contactpoint|endpoint|network address|peer|connect to|connect with|connecting to|" +
          "connecting with|connected to|connected with|connection to|connection with|server on|server at|dial tcp|dial udp|" +
          "dialing tcp|dialing udp|closed by|refused by|reset by|connection from|login to|log in to|can't connect to|" +
          "resolve address|unreachable:|unavailable:|'@"
        ).split("|"),
      ),
    ],
    context: MARK,
    pattern: hostBetween(
      /(?:(?<![\w.-])(?:db|redis|pg|mysql|mongo|smtp|proxy|remote|target|internal)?[_-]?(?:host(?:name|s)?|hostaddr|server|addr|data source|bootstrap[._]servers?|brokers?|contactpoints?|endpoint|network address|peer)(?:\\*["'`])?\s?(?:[:=]|=>)\s?\[?|\b(?:connect(?:ion|ing|ed)? (?:to|with) (?:the )?(?:hosts? |server (?:at |on )?|database (?:at |on )?|broker |node |upstream |socket )?|server on|server at|dial(?:ing)? (?:tcp|udp)\d?|closed by|refused by|reset by|connection from|login to|log in to|can't connect to \w+ server on|connect to \w+ (?:server )?at|resolve address|unreachable:|unavailable:)|(?<=\S)'@)\s?\\*["'`(]?(?!\[?(?<![\w.-])[\w.-]+=)/,
      ANYTHING,
      "giu",
    ),
    locate: locateIf((host, match) => mayBeHost(match) && isInternal(host), SENTENCE),
  },
  "host-before-port": {
    triggers: [contains(" port 0")],
    pattern: hostBetween(BEFORE_HOST, /["'’`)]?(?: \([^()\n]{1,60}\))?,?(?: on| at)? port (?=\d{2,5}\b)/),
    locate: locateIf((host, match) => !isListener(match) && isInternal(host), SENTENCE),
  },
  "unresolved-host": {
    triggers: [
      contains(
        ...(
          "name or service not known|failed to lookup address|temporary failure in name|nodename nor servname|no such host|" +
          "no address associated"
        ).split("|"),
      ),
    ],
    pattern: hostBetween(
      BEFORE_HOST,
      /["'’`)]?: (?=failed to lookup address|[Nn]ame or service not known|[Tt]emporary failure in name|nodename nor servname|no such host|[Nn]o address associated)/,
    ),
    locate: locateUnresolved,
  },
});
