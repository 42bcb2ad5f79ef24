import { type BuiltInRule, privateOf, type Span } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { holds } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isTalk } from "../shared/values.ts";
import { isInternalHost } from "./internal-name.ts";
import { isServiceName } from "./service-name.ts";
import { FAILED_LOOK_UP, NAMED_HOST, SYSTEM_ERROR } from "./system-words.ts";

/** Words that stand where a host could, in sentences about hosts. */
const NO_NAME: ReadonlySet<string> = new Set(
  (
    "host hosts hostname server servers the this that a an your our any all another other upstream remote origin database db-name " +
    "service services provider model api name names address addresses url uri unknown local peer client clients user users port information resolution lookup error " +
    "header headers list lists named called port: is was were has have not and or for to from with at on in of by it its"
  ).split(" "),
);

/** A text that prints a value has one of these; without it, the words are prose about hosts. */
const MARK = /[:="'`(]/;

/** Marks behind a host that are the sentence's. */
const SENTENCE = ".,;:!?";

/** A host that is said to be one; a public name stays, unless the system itself failed on it. */
function named(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const text = withoutTail(match.input.slice(start, end), SENTENCE);
  const host = text.replace(/[:,]\d{1,5}$/, "").replace(/^\[|\]$/g, "");
  if (host.length < 2 || NO_NAME.has(host.toLowerCase()) || isTalk(host) || /^\d+$/.test(host)) return undefined;
  return isInternalHost(host) || isInternalHost(text) ? { start, end: start + text.length } : undefined;
}

/** What shows that a host behind a word for one has ended: a name that goes on otherwise is a part of something else. */
const END_OF_HOST = /^(?:$|[\s"'`),;\]}\\]|[.:](?:\s|$))/;

/**
 * Whether a bare word may be a host. One that is assigned or quoted may; behind "connect to" or "server:" stands prose as
 * well, so there it must look like one.
 */
function mayBeHost(match: RegExpExecArray): boolean {
  const { start, end } = privateOf(match);
  const text = match.input.slice(start, end);
  if (!/^[\p{L}:]+$/u.test(text)) return true;
  const before = match.input.slice(Math.max(0, start - 3), start);
  return /["'`=@]$/.test(before) || isServiceName(withoutTail(text, SENTENCE));
}

function namedAndEnded(match: RegExpExecArray): Span | undefined {
  const { end } = privateOf(match);
  if (!mayBeHost(match)) return undefined;
  const ended = END_OF_HOST.test(match.input.slice(end, end + 2)) || match[0].includes("]");
  return ended ? named(match) : undefined;
}

/** Any host, public or not: that a name failed to resolve says what the service depends on. */
function failed(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const text = withoutTail(match.input.slice(start, end), SENTENCE);
  // "140:error:1408F10B:SSL routines" is OpenSSL's.
  if (/(?:^|:)error:[0-9A-F]{8}(?::|$)/i.test(text)) return undefined;
  if (text === "" || NO_NAME.has(text.toLowerCase()) || isTalk(text) || /^[/\\]|^\d+$|^[A-Z][A-Z_]+$/.test(text))
    return undefined;
  return { start, end: start + text.length };
}

/** A host as such texts write it, with or without its port. */
const HOST = /(?<private>\[?[\p{L}\p{N}_*][\p{L}\p{N}._:%*-]*(?:\](?::\d{1,5})?)?)/u;

/** An expression for a host between what stands before and behind it. */
function hostBetween(before: RegExp, behind: RegExp, flags: string): RegExp {
  return new RegExp(`(?:${before.source})${HOST.source}${behind.source}`, flags);
}

const ANYTHING = /(?:)/;

/** Hosts in the texts that operating systems, resolvers, drivers and tools write when a connection fails. */
export const systemErrorRules = (): readonly BuiltInRule[] => [
  {
    id: "node-system-error",
    kind: "host",
    needs: 0,
    triggers: [SYSTEM_ERROR],
    pattern: hostBetween(
      /\b(?:(?:ENOTFOUND|EAI_[A-Z]{2,12}|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ENONAME)\s+(?=\S*[.:\d]|[\w-]+(?:$|[\s.,;)"']))|(?:ECONN[A-Z]{3,9}|EHOST[A-Z]{4,8}|ENET[A-Z]{4,8}|ETIMEDOUT|ETIMEOUT|EADDR[A-Z]{3,12}|EPIPE|EPROTO|EACCES)(?:: address already in use|: address not available|: permission denied)?\s+(?=\S*[.:\d]\S))/,
      ANYTHING,
      "gu",
    ),
    locate: failed,
    redacts: [
      "getaddrinfo ENOTFOUND db",
      "connect ECONNREFUSED 52.1.2.3:443",
      "querySrv ENOTFOUND _mongodb._tcp.cluster0.example.net",
      "listen EADDRINUSE: address already in use 203.0.113.7:80",
      "getaddrinfo EAI_AGAIN billing-api",
      "getaddrinfo ENOTFOUND orders_db-1",
    ],
    keeps: [
      "connect ECONNREFUSED",
      "read ECONNRESET",
      "EACCES: permission denied, open 'x'",
      "ETIMEDOUT: operation timed out",
      "ECONNRESET while reading",
      "write EPROTO 140:error:1408F10B:SSL routines:ssl3_get_record:wrong version number",
    ],
  },
  {
    id: "failed-look-up",
    kind: "host",
    needs: 0,
    triggers: [FAILED_LOOK_UP],
    hint: MARK,
    pattern: hostBetween(
      /(?:\blookup |[Cc]ould not resolve (?:host(?:name)?|proxy)(?:: | )|[Uu]nable to resolve host(?: address)? |[Ff]ailed to resolve(?: host(?:name)?)?:? |[Cc]ouldn't resolve host(?:name)?:? |[Tt]emporary failure resolving |[Nn]ame or service not known:? |translate host name |HTTPS?ConnectionPool\(host=|machine (?=\S+ login )|Failed host lookup: |name could not be resolved: |DNS resolution failed for |(?:^|\s)ssh (?=[\w.-]+: Connection)|connect to host |No such host is known\. \(|UnknownHostException:? |[Uu]nknown (?:MySQL server )?host:? |getaddrinfo for |getaddrinfo failed for |[Cc](?:annot|ould not) resolve(?: host(?:name)?| address):? |[Cc](?:annot|ould not) resolve (?=["'`]?\w+(?:[.-]+\w+)+[.-]*(?![\w/@.-]))|[Nn]o such host(?: is known)?:? |nodename nor servname provided, or not known:? |[Hh]ost not found:? |NXDOMAIN:? |DNS (?:lookup|resolution|query|failure|error) (?:failed |error )?(?:for|of):? |No address associated with hostname:? |server (?:certificate )?(?:can't|cannot) find )["'`‘“(]*/,
      ANYTHING,
      "gu",
    ),
    locate: failed,
    redacts: [
      "dial tcp: lookup db on 127.0.0.11:53: no such host",
      "Could not resolve host: git.example.com",
      'could not translate host name "db" to address',
      "java.net.UnknownHostException: billing-api",
    ],
    keeps: ["The lookup failed.", "Could not resolve host", 'cannot resolve alias "x"'],
  },
  {
    id: "named-host",
    kind: "host",
    needs: 0,
    triggers: NAMED_HOST,
    hint: /^(?=[\s\S]*[:="'`(])[\s\S]*(?:host|server|connect|broker|upstream|node|source|dial|peer|address|endpoint|'@')/i,
    pattern: hostBetween(
      /(?:(?<![\w.-])(?:db|redis|pg|mysql|mongo|smtp|proxy|remote|target|internal)?[_-]?(?:host(?:name|s)?|hostaddr|server|addr|data source|bootstrap[._]servers?|brokers?|contactpoints?|endpoint|network address|peer)(?:\\*["'`])?\s?(?:[:=]|=>)\s?\[?|\b(?:connect(?:ion|ing|ed)? (?:to|with) (?:the )?(?:hosts? |server (?:at |on )?|database (?:at |on )?|broker |node |upstream |socket )?|server on|server at|dial(?:ing)? (?:tcp|udp)\d?|closed by|refused by|reset by|connection from|login to|log in to|can't connect to \w+ server on|connect to \w+ (?:server )?at|resolve address|unreachable:|unavailable:)|'@)\s?\\*["'`(]?(?!\[?(?<![\w.-])[\w.-]+=)/,
      ANYTHING,
      "giu",
    ),
    locate: namedAndEnded,
    redacts: [
      "HTTPConnectionPool(host='db', port=80)",
      'connection to server at "db" (10.0.0.1), port 5432 failed',
      "Access denied for user 'root'@'app-1'",
      "host=db port=5432",
      "Server=sql-1;Database=x",
      "ssh: connect to host bastion-1 port 22: Connection refused",
      "dial tcp redis:6379: x",
      "cannot connect to host=db-1 port=5432",
    ],
    keeps: [
      "host: required",
      "Invalid host: api.example.com",
      "Failed to connect to the server",
      "host: must be a string",
      "Could not connect to OpenAI: timeout",
      "server: overloaded",
      "endpoint: users/42",
    ],
  },
  {
    id: "host-before-port",
    kind: "host",
    needs: 0,
    triggers: [holds(" port 0")],
    pattern: hostBetween(
      /(?<![\p{L}\p{N}._:%*-])/u,
      /["'’`)]?(?: \([^()\n]{1,60}\))?,?(?: on| at)? port (?=\d{2,5}\b)/,
      "gu",
    ),
    locate: named,
    redacts: [
      "Failed to connect to billing port 5432 after 0 ms",
      "connect to host bastion port 22: Connection refused",
    ],
    keeps: ["Failed to connect to example.com port 443", "The port 8080 is taken"],
  },
  {
    id: "unresolved-host",
    kind: "host",
    needs: TRAIT.colon,
    triggers: [
      holds(
        "name or service not known",
        "failed to lookup address",
        "temporary failure in name",
        "nodename nor servname",
        "no such host",
        "no address associated",
      ),
    ],
    pattern: hostBetween(
      /(?<![\p{L}\p{N}._:%*-])/u,
      /["'’`)]?: (?=failed to lookup address|[Nn]ame or service not known|[Tt]emporary failure in name|nodename nor servname|no such host|[Nn]o address associated)/,
      "gu",
    ),
    locate: failed,
    redacts: [
      "billing-api:8080: failed to lookup address information",
      "Could not connect at store: Name or service not known",
    ],
    keeps: ["Name or service not known"],
  },
];
