import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { afterLast, withoutTail } from "../shared/characters.ts";
import { locateIf, textAfter, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isRealValue } from "../shared/values.ts";
import { judgeName } from "./secret-names.ts";

function isNamedSecret(value: string, match: RegExpExecArray): boolean {
  const certainty = judgeName(match.groups?.["key"] ?? "");
  if (certainty === undefined || !isRealValue(value)) return false;
  return certainty === "certain" || /\d/.test(value);
}

/** How many characters before a statement's values are searched for its column names. */
const STATEMENT_LENGTH = 300;

/** Whether a statement's column names, in the brackets before its values, name a secret, and a value is no parameter. */
function hasSecretColumn(values: string, match: RegExpExecArray): boolean {
  const columns = afterLast(textBefore(match, STATEMENT_LENGTH), "()\n");
  if (!/\b(?:passw(?:or)?d|secret|token|api_?key|pin)/i.test(columns)) return false;
  return !values.split(",").every((value) => /^\s*(?:[$:@%?][\w$]*|null|default)\s*$/i.test(value));
}

/** Returns the parameters of a statement whose last line mentions a secret. */
function locateParameters(match: RegExpExecArray): Span | undefined {
  const statement = withoutTail(textBefore(match, STATEMENT_LENGTH), " \t\r\n");
  if (!/\b(?:password|passwd|secret|token|api_?key)\b/i.test(afterLast(statement, "\n"))) return undefined;
  const { end: start } = wholeOf(match);
  const length = match.input.slice(start).search(/[\n\]]/);
  return { start, end: length < 0 ? match.input.length : start + length };
}

/** Secrets in markup, in SQL, and in lists of arguments and settings. */
export const markupRules = (): RuleTable => ({
  "secret-element": {
    triggers: [contains("</")],
    pattern: /<(?:[\w-]+:)?(?<key>[\w.-]+)(?:\s[^<>\n]{0,200})?>(?<private>[^<>\n]+)<\//g,
    locate: locateIf(isNamedSecret),
  },
  "name-and-value": {
    triggers: [contains("value")],
    pattern:
      /\b(?:key|name|field|header)\\?["']?\s*[:=]\s*\\?["'](?<key>[\w.-]+)\\?["'][\s,]*\\?["']?(?:default)?value\\?["']?\s*[:=]\s*\\?["'](?<private>[^"'\\\n]+)/gi,
    locate: locateIf(isNamedSecret),
  },
  "flag-in-list": {
    triggers: [contains('"-', "'-")],
    pattern: /\\?["']--?(?<key>[A-Za-z][\w-]*)\\?["'],\s*\\?["'](?<private>(?!-)[^"'\\\n]+)/g,
    locate: locateIf(isNamedSecret),
  },
  "sql-password": {
    triggers: [
      contains("password", "pasword", "passord", "pasord", "identified", "encrypted password", "authentication_string"),
    ],
    pattern:
      /(?<![\w"'`])(?:pass?w?ord|identified(?: with \w+)? by|encrypted password|authentication_string)\s*(?:=\s*)?(?:password\s*\(\s*)?N?'(?<private>(?:[^'\n]|'')+)'/gi,
    locate: locateIf(isRealValue),
  },
  "sql-key": {
    triggers: [contains("pragma ", " key ", "identified by ")],
    // The key of an encrypted database, and a password without quotes.
    pattern:
      /\b(?:pragma (?:hex|re)?key ?= ?|as \w{1,40} key |(?:(?:create|alter) user|to) \S{1,64} identified by )["']?(?<private>[^\s;"']{3,})/gi,
    locate: locateIf(isRealValue),
  },
  "encryption-function": {
    triggers: [contains("crypt")],
    pattern: /crypt\w{0,12}\s?\([^()\n']{0,120}'(?<private>[^()\n]{1,300})'(?=\s?[,)])/gi,
    locate: locateIf((value, match) => (match[0] + textAfter(match, 1)).includes(",") && isRealValue(value)),
  },
  "sql-values": {
    triggers: [contains("values")],
    pattern: /\)\s*values\s*\((?<private>[^()\n]+)/gi,
    locate: locateIf(hasSecretColumn),
  },
  "password-file-line": {
    triggers: [contains(":0000:", ":00000:", ":*:")],
    pattern: /(?<=[\w.*\]-]:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w.*-]{1,64}:)[^\s:"'`]{4,}/g,
  },
  "sql-parameters": {
    triggers: [contains("params:", "parameters:")],
    pattern: /\sparam(?:eter)?s: ?\[?(?=[^\n\]])/gi,
    locate: locateParameters,
  },
});
