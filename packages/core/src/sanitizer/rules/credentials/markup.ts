import { privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isStandIn, isTalk } from "../shared/values.ts";
import { notTalk } from "./quoted.ts";
import { secrecyOf } from "./secret-names.ts";

function named(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const value = match.input.slice(start, end);
  const secrecy = secrecyOf(match.groups?.["key"] ?? "");
  if (secrecy === undefined || isStandIn(value) || isTalk(value) || (secrecy !== "certain" && !/\d/.test(value)))
    return undefined;
  return { start, end };
}

/** How many characters before a statement's values to search for its column names. */
const STATEMENT_REACH = 300;

/** Returns the content of the brackets that close where a match begins: the column names. */
function listBefore(match: RegExpExecArray): string {
  const before = match.input.slice(Math.max(0, match.index - STATEMENT_REACH), match.index);
  return before.slice(Math.max(before.lastIndexOf("("), before.lastIndexOf(")"), before.lastIndexOf("\n")) + 1);
}

/** Whether each value of a list is a parameter, null or a default. */
function areParameters(list: string): boolean {
  return list.split(",").every((value) => /^\s*(?:[$:@%?][\w$]*|null|default)\s*$/i.test(value));
}

/** Returns the parameters of a statement whose last line mentions a secret. */
function parametersOf(match: RegExpExecArray): Span | undefined {
  const before = withoutTail(match.input.slice(Math.max(0, match.index - STATEMENT_REACH), match.index), " \t\r\n");
  if (!/\b(?:password|passwd|secret|token|api_?key)\b/i.test(before.slice(before.lastIndexOf("\n") + 1)))
    return undefined;
  const { end: start } = wholeOf(match);
  const length = match.input.slice(start).search(/[\n\]]/);
  return { start, end: length < 0 ? match.input.length : start + length };
}

/** Secrets in markup, in SQL, and in lists of arguments and settings. */
export const markupRules = (): RuleTable => ({
  "secret-element": {
    triggers: [contains("</")],
    pattern: /<(?:[\w-]+:)?(?<key>[\w.-]+)(?:\s[^<>\n]{0,200})?>(?<private>[^<>\n]+)<\//g,
    locate: named,
  },
  "name-and-value": {
    triggers: [contains("value")],
    pattern:
      /\b(?:key|name|field|header)\\?["']?\s*[:=]\s*\\?["'](?<key>[\w.-]+)\\?["'][\s,]*\\?["']?(?:default)?value\\?["']?\s*[:=]\s*\\?["'](?<private>[^"'\\\n]+)/gi,
    locate: named,
  },
  "flag-in-list": {
    triggers: [contains('"-', "'-")],
    pattern: /\\?["']--?(?<key>[A-Za-z][\w-]*)\\?["'],\s*\\?["'](?<private>(?!-)[^"'\\\n]+)/g,
    locate: named,
  },
  "sql-password": {
    triggers: [
      contains("password", "pasword", "passord", "pasord", "identified", "encrypted password", "authentication_string"),
    ],
    pattern:
      /(?<![\w"'`])(?:pass?w?ord|identified(?: with \w+)? by|encrypted password|authentication_string)\s*(?:=\s*)?(?:password\s*\(\s*)?N?'(?<private>(?:[^'\n]|'')+)'/gi,
    locate: notTalk,
  },
  "sql-key": {
    triggers: [contains("pragma ", " key ", "identified by ")],
    // The key of an encrypted database, and a password without quotes.
    pattern:
      /\b(?:pragma (?:hex|re)?key ?= ?|as \w{1,40} key |(?:(?:create|alter) user|to) \S{1,64} identified by )["']?(?<private>[^\s;"']{3,})/gi,
    locate: notTalk,
  },
  "encryption-function": {
    triggers: [contains("crypt")],
    pattern: /crypt\w{0,12}\s?\([^()\n']{0,120}'(?<private>[^()\n]{1,300})'(?=\s?[,)])/gi,
    locate: (match) => (/,/.test(match[0] + match.input.charAt(wholeOf(match).end)) ? notTalk(match) : undefined),
  },
  "sql-values": {
    triggers: [contains("values")],
    pattern: /\)\s*values\s*\((?<private>[^()\n]+)/gi,
    locate: (match) => {
      const span = privateOf(match);
      const named = /\b(?:passw(?:or)?d|secret|token|api_?key|pin)/i.test(listBefore(match));
      return named && !areParameters(match.input.slice(span.start, span.end)) ? span : undefined;
    },
  },
  "password-file-line": {
    triggers: [contains(":0000:", ":00000:", ":*:")],
    pattern: /(?<=[\w.*\]-]:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w.*-]{1,64}:)[^\s:"'`]{4,}/g,
  },
  "sql-parameters": {
    triggers: [contains("params:", "parameters:")],
    pattern: /\sparam(?:eter)?s: ?\[?(?=[^\n\]])/gi,
    locate: parametersOf,
  },
});
