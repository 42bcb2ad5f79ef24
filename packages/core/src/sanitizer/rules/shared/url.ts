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

/** The beginning of such a URL: its scheme, and the mark after that. */
const BEGINNING = /^([^:%]*)(:\/\/|%3A%2F%2F|:\\\/\\\/)/i;

/** Schemes of databases and brokers. */
const DATABASES =
  /^(?:\w+\+)?(?:postgres(?:ql)?|pg|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mqtts?|nats|kafka|pulsar|sqlserver|mssql|oracle|clickhouse|cassandra|couchbases?|cockroachdb|neo4j|bolt|memcached?|jdbc|db2|snowflake|redshift|influxdb|stomp)(?:\+\w+)*$/;

/** Whether a URL with this scheme connects to a database or a broker. */
export function isDatabaseScheme(scheme: string): boolean {
  return DATABASES.test(scheme);
}

/** Other schemes after which an @ anywhere in the URL separates the password from the host. */
const WITH_PASSWORD = /^(?:ldaps?|smtps?|imaps?|sftp|ftps?|socks5h?)$/;

/** Reads a match of {@link URL_TEXT}. */
export function readUrl(match: RegExpExecArray): UrlParts {
  const [beginning = "", name = "", mark = ""] = BEGINNING.exec(match[0]) ?? [];
  const scheme = name.toLowerCase();
  const afterMark = match[0].slice(beginning.length);
  const isEncoded = mark.startsWith("%");
  const [own = ""] = isEncoded ? afterMark.split("&", 1) : [afterMark];
  const rest = withRestOfPassword(match, withoutSentence(own));
  const [at, userEnd] = isEncoded ? ["%40", rest.lastIndexOf("%40")] : ["@", userinfoEnd(rest, scheme)];
  const authority = userEnd < 0 ? rest : rest.slice(userEnd + at.length);
  const [, host = "", port = ""] = /^(\[[^\]]*\]?|[^\s/?#:\\%;,]*)(?::|%3A)?(\d{1,5})?/i.exec(authority) ?? [];
  const start = match.index + beginning.length;
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
  const last = rest.lastIndexOf("@");
  if (last < 0 || isDatabaseScheme(scheme) || WITH_PASSWORD.test(scheme)) return last;
  const [authority = ""] = /^[^/?#\\]*/.exec(rest) ?? [];
  const near = authority.lastIndexOf("@");
  // After a user and a password, every @ before a query belongs to the password, but for the last.
  if (near >= 0) return authority.includes(":") ? withoutQuery(rest).lastIndexOf("@") : near;
  // A colon without a port after it is part of a password with a slash in it.
  return /:(?!\d{1,5}$)./.test(authority) && !authority.startsWith("[") ? last : -1;
}

/** Returns what comes before a query or a fragment. A mark of one that comes before the @ is part of the password. */
function withoutQuery(rest: string): string {
  const query = rest.search(/[?#]/);
  return query > rest.indexOf("@") ? rest.slice(0, query) : rest;
}

/** Adds the rest of a password with a quote in it. A quote ends a URL, unless an @ soon after it shows that it is part of a password. */
function withRestOfPassword(match: RegExpExecArray, rest: string): string {
  const end = match.index + match[0].length;
  if (!/["'`]/.test(match.input.charAt(end)) || rest.includes("@") || !/^[^/?#]*:/.test(rest)) return rest;
  const [more = ""] = /^[^\s@]*@[^\s"'`<>]*/.exec(match.input.slice(end, end + 200)) ?? [];
  // A quote before a comma or a colon closes a JSON string, and the @ belongs to something else.
  return /^["'`](?:[,:}\]]|$)/.test(more) || more === "" ? rest : match.input.slice(end - rest.length, end) + more;
}
