import type { Span } from "../../engine/rule.ts";
import { contains, type Trigger } from "../../engine/trigger.ts";
import { withoutTail } from "./characters.ts";

/** The parts of a URL in a string. Those that may be private are offsets in the string. */
export interface UrlParts {
  /** In lower case, without the colon. */
  readonly scheme: string;
  /** User and password, if the URL has them. */
  readonly userinfo: Span | undefined;
  /** The host as written, without its port; empty if there is none. */
  readonly host: string;
  readonly port: string;
  /** The URL without the punctuation of the sentence around it. */
  readonly whole: Span;
}

/**
 * A scheme, `://` and everything after it up to white space, a quote or an angle bracket. The `://` may be encoded or have
 * escaped slashes. A URL in the query of another is one of its own.
 */
export const URL_TEXT =
  /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,40}(?::\/\/|%3A%2F%2F|:\\\/\\\/)(?:[^\s<>"'`=]|=(?![A-Za-z][A-Za-z0-9+.-]{0,40}(?::\/\/|%3A%2F%2F)))*/gi;

/** The characters that end the scheme of such a URL. */
export const URL_TRIGGERS: readonly Trigger[] = [contains("://", "%3A%2F%2F", ":\\/\\/")];

/** Whether a dotted name ends like a public host's, and not like a file or a field. */
export function isPublicName(name: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|co|edu|gov|app|cloud|tech|info|de|fr|uk|eu|us|ch|jp|cn|ru|br|kr|tr|it|es|nl|au|ca|in|example)$/i.test(
    name,
  );
}

/** Schemes of databases and brokers. */
const DATABASES =
  /^(?:\w+\+)?(?:postgres(?:ql)?|pg|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mqtts?|nats|kafka|pulsar|sqlserver|mssql|oracle|clickhouse|cassandra|couchbases?|cockroachdb|neo4j|bolt|memcached?|jdbc|db2|snowflake|redshift|influxdb|stomp)(?:\+\w+)*$/;

/** Whether a URL with this scheme connects to a database or a broker. */
export function isDatabaseScheme(scheme: string): boolean {
  return DATABASES.test(scheme);
}

/** Other schemes after which an @ anywhere in the URL separates the password from the host. */
const WITH_PASSWORD = /^(?:ldaps?|smtps?|imaps?|sftp|ftps?|socks5h?)$/;

/** How far after a match to look for the rest of a password with a quote in it. */
const REST_OF_PASSWORD = 200;

/** The lengths of what follows a scheme: plain, encoded, and with escaped slashes. */
const PLAIN_MARK = "://".length;
const ENCODED_MARK = "%3A%2F%2F".length;
const ESCAPED_MARK = ":\\/\\/".length;

/** Reads a match of {@link URL_TEXT}. */
export function urlOf(match: RegExpExecArray): UrlParts {
  const [text] = match;
  const colon = text.search(/[:%]/);
  const encoded = text[colon] === "%";
  const from = colon + (encoded ? ENCODED_MARK : text[colon + 1] === "/" ? PLAIN_MARK : ESCAPED_MARK);
  const scheme = text.slice(0, colon).toLowerCase();
  const after = encoded ? text.slice(from).split("&", 1)[0] : text.slice(from);
  const rest = withRestOfPassword(match, withoutSentence(after ?? ""));
  const userEnd = encoded ? lastOf(rest, /%40/gi) : userinfoEnd(rest, scheme);
  const start = match.index + from;
  const hostStart = userEnd < 0 ? 0 : userEnd + (encoded ? 3 : 1);
  const [, host = "", port = ""] =
    /^(\[[^\]]*\]?|[^\s/?#:\\%;,]*)(?::|%3A)?(\d{1,5})?/i.exec(rest.slice(hostStart)) ?? [];
  return {
    scheme,
    userinfo: userEnd < 0 ? undefined : { start, end: start + userEnd },
    host,
    port,
    whole: { start: match.index, end: start + rest.length },
  };
}

/** Returns a URL without the punctuation of the sentence at its end, but with the closing bracket of an IPv6 address. */
function withoutSentence(text: string): string {
  const { length } = withoutTail(text, ".,;:!?)]}");
  return text.slice(0, text[length] === "]" ? length + 1 : length);
}

/** Returns where user and password end in what follows `://`, or -1 if there are none. */
function userinfoEnd(rest: string, scheme: string): number {
  if (!rest.includes("@")) return -1;
  const authority = /^[^/?#\\]*/.exec(rest)?.[0] ?? "";
  const near = authority.lastIndexOf("@");
  if (isDatabaseScheme(scheme) || WITH_PASSWORD.test(scheme)) return rest.lastIndexOf("@");
  if (near >= 0) return authority.includes(":") ? beforeQuery(rest).lastIndexOf("@") : near;
  // A colon without a port after it is part of a password with a slash in it.
  return /:(?!\d{1,5}$)./.test(authority) && !authority.startsWith("[") ? rest.lastIndexOf("@") : -1;
}

function beforeQuery(rest: string): string {
  const query = rest.search(/[?#]/);
  return query > rest.indexOf("@") ? rest.slice(0, query) : rest;
}

function lastOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}

/** Adds the rest of a password with a quote in it. A quote ends a URL, unless an @ soon after it shows that it is part of a password. */
function withRestOfPassword(match: RegExpExecArray, rest: string): string {
  const end = match.index + match[0].length;
  const quote = match.input[end];
  if (quote === undefined || !`"'\``.includes(quote) || rest.includes("@") || !/^[^/?#]*:/.test(rest)) return rest;
  const more = /^[^\s@]*@[^\s"'`<>]*/.exec(match.input.slice(end, end + REST_OF_PASSWORD))?.[0] ?? "";
  // A quote before a comma or a colon closes a JSON string, and the @ belongs to something else.
  return /^["'`](?:[,:}\]]|$)/.test(more) || more === "" ? rest : match.input.slice(end - rest.length, end) + more;
}
