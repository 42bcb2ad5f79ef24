import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { isStandIn, isTalk, isUuid, looksChosen } from "../shared/values.ts";
import { secrecyOf } from "./secret-names.ts";

/** Programs that take a password in a one-letter flag, and how far before the flag to look for them. */
const PROGRAM =
  /\b(?:mysql\w*|mariadb[\w-]*|sshpass|docker|podman|helm|mongo\w*|az|lftp|ftp|redis-cli|valkey-cli|ldap\w+|sqlcmd|bcp|psexec|smbclient|rabbitmqadmin|cqlsh|influx|7z|zip|unzip|openssl|keytool|rsa)\b/;
const PROGRAM_REACH = 300;

/** How far before `/user:` to look for the words `net use`. */
const NET_USE_REACH = 128;

function flagValue(match: RegExpExecArray): { value: string; span: Span } {
  const span = privateOf(match);
  const value = withoutTail(match.input.slice(span.start, span.end), ".,;:!?)]}");
  return { value, span: { start: span.start, end: span.start + value.length } };
}

function longFlag(match: RegExpExecArray): Span | undefined {
  const { value, span } = flagValue(match);
  const secrecy = secrecyOf(match.groups?.["flag"] ?? "");
  if (secrecy === undefined || value === "" || isTalk(value) || isStandIn(value) || value.startsWith("-"))
    return undefined;
  return secrecy === "certain" || looksChosen(value) || isUuid(value) ? span : undefined;
}

function shortFlag(match: RegExpExecArray, program = PROGRAM): Span | undefined {
  const { value, span } = flagValue(match);
  const before = match.input.slice(Math.max(0, match.index - PROGRAM_REACH), match.index);
  if (value === "" || isTalk(value) || isStandIn(value) || value.startsWith("-")) return undefined;
  return program.test(before) && !/^\d{1,5}(?::\d+)?$/.test(value) ? span : undefined;
}

/** Whether `/user:` is a flag of `net use`, which comes before it on the same line. */
function isNetUse(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - NET_USE_REACH), match.index);
  return /\bnet use ./.test(before.slice(before.lastIndexOf("\n") + 1));
}

/** Passwords on command lines, as errors of child processes quote them. */
export const commandLineRules = (): readonly BuiltInRule[] => [
  {
    id: "password-flag",
    kind: "credential",
    triggers: [word(TRAIT.flag)],
    pattern: /(?<![\w-])--?(?<flag>[A-Za-z][\w-]{2,})(?:\s+|=)(?:"(?<quoted>[^"\n]*)"|'[^'\n]*'|(?<private>[^\s"']+))/g,
    locate: (match) => {
      if (match.groups?.["private"] !== undefined) return longFlag(match);
      const start = match.index + match[0].search(/["']/) + 1;
      const span = { start, end: match.index + match[0].length - 1 };
      return secrecyOf(match.groups?.["flag"] ?? "") === "certain" ? span : undefined;
    },
  },
  {
    id: "user-and-password-flag",
    kind: "credential",
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<![\w-])(?:-u|-U|--user|--proxy-user|--basic-auth|-a|--auth)(?:\s+|=)?(?:"(?<double>[^\s":/-][^\s":/]{0,99}:(?!\/\/)[^"\n]+)"|'(?<single>[^\s':/-][^\s':/]{0,99}:(?!\/\/)[^'\n]+)'|(?<private>[^\s"':/%-][^\s"':/%]{0,99}[:%](?!\/\/)[^\s"']+))/g,
    locate: (match) => {
      const quoted = match.groups?.["double"] ?? match.groups?.["single"];
      if (quoted === undefined) return flagValue(match).span;
      const end = wholeOf(match).end - 1;
      return { start: end - quoted.length, end };
    },
  },
  {
    id: "short-password-flag",
    kind: "credential",
    triggers: [word(TRAIT.flag)],
    pattern: /(?<=[\s"'])(?:-p|-a|-P|-w|-pass|-pw)(?!ass(?:in|out)\b|es-\d|ria-\d)(?:\s+|=)?["']?(?<private>[^\s"']+)/g,
    locate: (match) => shortFlag(match),
  },
  {
    id: "openssl-key",
    kind: "credential",
    triggers: [word(TRAIT.flag)],
    pattern: /(?<=\s)-[kK]\s+["']?(?<private>[^\s"']+)/g,
    locate: (match) => shortFlag(match, /\bopenssl/),
  },
  {
    id: "name-slash-password",
    kind: "credential",
    triggers: [contains("@")],
    pattern:
      /(?:(?<=thin:)|(?<![\w$#/.:@-]))[A-Za-z][\w$#]*\/(?:(?<private>[^\s/@"']+)|"(?<quoted>[^"\n]+)"(?=@[\w.-]+\/))@(?:[\w.-]+(?=\/)|\/\/[\w.-]+|[\w.-]+(?=:\d+[/:]))/g,
  },
  {
    id: "user-then-password",
    kind: "credential",
    triggers: [contains("htpasswd -", "/user:", "rabbitmqctl ")],
    pattern:
      /(?:\bhtpasswd -[^\Wb]*b\w*(?: -\w+){0,4} \S+ \S+|(?<!\S)\/user:\S+|\brabbitmqctl(?: -\S+){0,4} (?:add_user|change_password|authenticate_user) \S+) (?<private>[^\s"'`]+)/g,
    locate: (match) => (match[0].startsWith("/user:") && !isNetUse(match) ? undefined : privateOf(match)),
  },
  {
    id: "printed-password",
    kind: "credential",
    triggers: [contains("printf", "echo")],
    pattern: /\b(?:printf|echo)(?: -\w+){0,4} ["'][\w.@-]+(?:\\n|\s\n|:)(?<private>[^"'\n]+)["']/g,
  },
  {
    id: "protocol-login",
    kind: "credential",
    triggers: [contains("AUTH ", "AUTH:", "PASS ", "PASS:", "LOGIN ", "LOGIN:")],
    // Logins of FTP, SMTP, IMAP and Redis.
    pattern: /(?<!\w)(?:AUTH|PASS|LOGIN)(?: (?:PLAIN|LOGIN|XOAUTH2))?(?: \w+)??[ :]+["']?(?<private>[^\s"']{6,})/g,
    locate: (match) => {
      const { value, span } = flagValue(match);
      return looksChosen(value) && !isTalk(value) && !/[_:/]/.test(value) ? span : undefined;
    },
  },
  {
    id: "passin-flag",
    kind: "credential",
    triggers: [contains("pass:")],
    pattern: /(?<!\w)(?:-pass(?:in|out)? |\/)pass:(?<private>[^\s"']+)/g,
  },
  {
    id: "oracle-tool-login",
    kind: "credential",
    triggers: [contains("sqlplus", "expdp", "impdp", "rman ", "sqlldr")],
    pattern: /\b(?:sqlplus|expdp|impdp|rman|sqlldr)(?: -\w+){0,4} [A-Za-z][\w$#]*\/(?<private>[^\s"'@]+)(?=@|\s|$)/g,
  },
];
