import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, holds } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isStandIn, isTalk } from "../shared/values.ts";
import { secrecyOf } from "./secret-names.ts";

function named(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const value = match.input.slice(start, end);
  const secrecy = secrecyOf(match.groups?.["key"] ?? "");
  if (secrecy === undefined || isStandIn(value) || isTalk(value) || (secrecy !== "certain" && !/\d/.test(value)))
    return undefined;
  return { start, end };
}

/** So far before the values of a statement the names of what they are for are looked for. */
const STATEMENT_REACH = 300;

/** What stands in the bracket that closes where a match begins: the names of columns. */
function listBefore(match: RegExpExecArray): string {
  const before = match.input.slice(Math.max(0, match.index - STATEMENT_REACH), match.index);
  return before.slice(Math.max(before.lastIndexOf("("), before.lastIndexOf(")"), before.lastIndexOf("\n")) + 1);
}

/** Whether each value of a list is a parameter or what a column has by default. */
function areParameters(list: string): boolean {
  return list.split(",").every((value) => /^\s*(?:[$:@%?][\w$]*|null|default)\s*$/i.test(value));
}

/** The parameters of a statement whose last line speaks of a secret. */
function parametersOf(match: RegExpExecArray): Span | undefined {
  const before = withoutTail(match.input.slice(Math.max(0, match.index - STATEMENT_REACH), match.index), " \t\r\n");
  if (!/\b(?:password|passwd|secret|token|api_?key)\b/i.test(before.slice(before.lastIndexOf("\n") + 1)))
    return undefined;
  const { end: start } = wholeOf(match);
  const length = match.input.slice(start).search(/[\n\]]/);
  return { start, end: length < 0 ? match.input.length : start + length };
}

/** Secrets in markup, in SQL and in lists of arguments and settings. */
export const markupRules = (): readonly BuiltInRule[] => [
  {
    id: "secret-element",
    kind: "credential",
    needs: TRAIT.slash,
    triggers: [holds("</")],
    pattern: /<(?:[\w-]+:)?(?<key>[\w.-]+)(?:\s[^<>\n]{0,200})?>(?<private>[^<>\n]+)<\//g,
    locate: named,
    redacts: [
      "<password>Schalke1482</password>",
      "<wsse:Password Type='x'>abc</wsse:Password>",
      "<encryptionKey>{hex:32}</encryptionKey>",
    ],
    keeps: ["<name>abc</name>", "<token>required</token>"],
  },
  {
    id: "name-and-value",
    kind: "credential",
    needs: TRAIT.quote | TRAIT.separator,
    triggers: [holds("value")],
    pattern:
      /\b(?:key|name|field|header)\\?["']?\s*[:=]\s*\\?["'](?<key>[\w.-]+)\\?["'][\s,]*\\?["']?(?:default)?value\\?["']?\s*[:=]\s*\\?["'](?<private>[^"'\\\n]+)/gi,
    locate: named,
    redacts: ['<add key="apiToken" value="{alnum:20}" />', '{"name":"DB_PASSWORD","value":"hunter2"}'],
    keeps: ['{"name":"color","value":"red"}'],
  },
  {
    id: "flag-in-list",
    kind: "credential",
    needs: TRAIT.quote | TRAIT.flag,
    triggers: [holds('"-', "'-")],
    pattern: /\\?["']--?(?<key>[A-Za-z][\w-]*)\\?["'],\s*\\?["'](?<private>(?!-)[^"'\\\n]+)/g,
    locate: named,
    redacts: ['args: ["--password", "hunter2"]', "['--auth', '{alnum:30}']"],
    keeps: ['["--name", "x"]'],
  },
  {
    id: "sql-password",
    kind: "credential",
    needs: TRAIT.quote,
    triggers: [
      beginsWith(
        "password",
        "pasword",
        "passord",
        "pasord",
        "identified",
        "encrypted password",
        "authentication_string",
      ),
    ],
    pattern:
      /(?<![\w"'`])(?:pass?w?ord|identified(?: with \w+)? by|encrypted password|authentication_string)\s*(?:=\s*)?(?:password\s*\(\s*)?N?'(?<private>(?:[^'\n]|'')+)'/gi,
    redacts: [
      "ALTER USER x WITH PASSWORD 'u''j?x'",
      "create user m identified by 'abc'",
      "create user m pasword 'Shadow7583'",
    ],
    keeps: ["the password is 'wrong'"],
  },
  {
    id: "sql-values",
    kind: "credential",
    needs: TRAIT.parenthesis,
    triggers: [holds("values")],
    pattern: /\)\s*values\s*\((?<private>[^()\n]+)/gi,
    locate: (match) => {
      const span = privateOf(match);
      const named = /\b(?:passw(?:or)?d|secret|token|api_?key|pin)/i.test(listBefore(match));
      return named && !areParameters(match.input.slice(span.start, span.end)) ? span : undefined;
    },
    redacts: [
      "INSERT INTO users (login, password) VALUES ('api', 'letmein6947')",
      "INSERT INTO users (login, pin) VALUES ($1, 6947)",
    ],
    keeps: [
      "INSERT INTO users (login, name) VALUES ('a', 'b')",
      "INSERT INTO users (login, password) VALUES ($1, ?, :b, @c, %s, DEFAULT)",
    ],
  },
  {
    id: "password-file-line",
    kind: "credential",
    needs: TRAIT.colon | TRAIT.digit,
    triggers: [holds(":0000:", ":00000:", ":*:")],
    pattern: /(?<=[\w.*\]-]:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w.*-]{1,64}:)[^\s:"'`]{4,}/g,
    redacts: ["db-1.internal:5432:warehouse:etl:Winter6962 in the password file"],
    keeps: ["12:30:45:10"],
  },
  {
    id: "sql-parameters",
    kind: "credential",
    needs: TRAIT.colon,
    triggers: [beginsAt((_, at) => at - 1, "params:", "parameters:")],
    pattern: /\sparam(?:eter)?s: ?\[?(?=[^\n\]])/gi,
    locate: parametersOf,
    redacts: ["query: update users set password = $1 where id = $2\nparams: QCpuJ!=?u2ocg,7"],
    keeps: ["query: update users set name = $1\nparams: a,7"],
  },
];
