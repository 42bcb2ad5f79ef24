import { privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isNoWord, isStandIn, isTalk, isUuid, looksChosen } from "../shared/values.ts";
import { notTalk } from "./quoted.ts";
import { secrecyOf } from "./secret-names.ts";

/** Programs that take a password in a one-letter flag, and how far before the flag to look for them. */
const PROGRAM =
  /\b(?:mysql\w*|mariadb[\w-]*|sshpass|docker|podman|helm|mongo\w*|az|lftp|ftp|redis-cli|valkey-cli|ldap\w+|sqlcmd|bcp|psexec|smbclient|rabbitmqadmin|cqlsh|influx|7z|zip|unzip|openssl|keytool|rsa|rar|unrar|tsql|isql|snmp\w+|ipmitool|plink|curl)\b/;
const PROGRAM_REACH = 300;

/** How far before its sign a password's setting may begin. */
const SETTING_REACH = 120;

/** How far before `/user:` to look for the words `net use`. */
const NET_USE_REACH = 128;

function flagValue(match: RegExpExecArray): { value: string; span: Span } {
  const span = privateOf(match);
  // In the middle of a command, an exclamation or question mark ends no sentence.
  const inCommand = /^ \S/.test(match.input.slice(span.end, span.end + 2));
  const value = withoutTail(match.input.slice(span.start, span.end), inCommand ? ".,;:)]}" : ".,;:!?)]}");
  return { value, span: { start: span.start, end: span.start + value.length } };
}

function longFlag(match: RegExpExecArray): Span | undefined {
  const { value, span } = flagValue(match);
  const secrecy = secrecyOf(match.groups?.["flag"] ?? "");
  if (secrecy === undefined || value === "" || isTalk(value) || isStandIn(value) || value.startsWith("-"))
    return undefined;
  return secrecy === "certain" || looksChosen(value) || isUuid(value) ? span : undefined;
}

function shortFlag(match: RegExpExecArray): Span | undefined {
  const { value, span } = flagValue(match);
  const before = match.input.slice(Math.max(0, match.index - PROGRAM_REACH), match.index);
  if (value === "" || isTalk(value) || isStandIn(value) || value.startsWith("-")) return undefined;
  if (match[0].startsWith("-P") && /\b(?:docker|podman)\b/.test(before)) return undefined;
  const program = /^-k/i.test(match[0]) ? /\bopenssl/ : PROGRAM;
  return program.test(before) && !/^\d{1,5}(?::\d+)?$/.test(value) ? span : undefined;
}

/** Returns the password of a login: the second word, or the only one. */
function loginPassword(match: RegExpExecArray): Span | undefined {
  const { value, span } = flagValue(match);
  const { user } = match.groups ?? {};
  if (user === undefined) return isLoginPassword(value) ? span : undefined;
  if (!isTalk(value) && !isStandIn(value) && (looksChosen(value) || isNoWord(value))) return span;
  const start = match.index + match[0].indexOf(user);
  return isLoginPassword(user) ? { start, end: start + user.length } : undefined;
}

function isLoginPassword(value: string): boolean {
  return value.length >= 6 && looksChosen(value) && !isTalk(value) && !/[_:/@]/.test(value);
}

/** Whether `/user:` is a flag of `net use`, which comes before it on the same line. */
function isNetUse(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - NET_USE_REACH), match.index);
  return /\bnet use ./.test(before.slice(before.lastIndexOf("\n") + 1));
}

/** Passwords on command lines, as errors of child processes quote them. */
export const commandLineRules = (): RuleTable => ({
  "password-flag": {
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<![\w-])--?(?<flag>[A-Za-z][\w-]+)(?:\s+(?!-)|=)(?:"(?<quoted>[^"\n]*)"|'[^'\n]*'|(?<private>[^\s"']+))/g,
    locate: (match) => {
      if (match.groups?.["private"] !== undefined) return longFlag(match);
      const start = match.index + match[0].search(/["']/) + 1;
      const span = { start, end: match.index + match[0].length - 1 };
      return secrecyOf(match.groups?.["flag"] ?? "") === "certain" ? span : undefined;
    },
  },
  "user-and-password-flag": {
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<![\w-])(?:-u|-U|--user|--proxy-user|--basic-auth|-a|--auth)(?:\s+|=)?(?:"(?<double>[^\s":%/-][^\s":%/]{0,99}[:%](?!\/\/)[^"\n]+)"|'(?<single>[^\s':%/-][^\s':%/]{0,99}[:%](?!\/\/)[^'\n]+)'|(?<private>[^\s"':/%-][^\s"':/%]{0,99}[:%](?!\/\/)[^\s"']+))/g,
    locate: (match) => {
      const quoted = match.groups?.["double"] ?? match.groups?.["single"];
      if (quoted === undefined) return flagValue(match).span;
      const end = wholeOf(match).end - 1;
      return { start: end - quoted.length, end };
    },
  },
  "short-password-flag": {
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<=[\s"'])(?:-hp|-pass|-pw|-p|-a|-P|-A|-X|-w|-[kK](?=\s))(?!ass(?:in|out)\b|es-\d|ria-\d)(?:\s+|=)?["']?(?<private>[^\s"']+)/g,
    locate: shortFlag,
  },
  "name-slash-password": {
    triggers: [contains("@")],
    pattern:
      /(?:(?<=thin:)|(?<![\w$#/.:@-]))[A-Za-z][\w$#]*\/(?:(?<private>[^\s/@"']+)|"(?<quoted>[^"\n]+)"(?=@[\w.-]+\/))@(?:[\w.-]+(?=\/)|\/\/[\w.-]+|[\w.-]+(?=:\d+[/:]))/g,
  },
  "user-then-password": {
    triggers: [contains("htpasswd -", "/user:", "rabbitmqctl ", "net user ", "net use ")],
    pattern:
      /(?:\bhtpasswd -[^\Wb]*b\w*(?: -\w+){0,4} \S+ \S+|(?<!\S)\/user:\S+|\brabbitmqctl(?: -\S+){0,4} (?:add_user|change_password|authenticate_user) \S+|\bnet user [^\s/]\S*|\bnet use [A-Za-z*]:? \\\\\S+) (?<private>[^\s"'`/][^\s"'`]*)/g,
    locate: (match) => (match[0].startsWith("/user:") && !isNetUse(match) ? undefined : privateOf(match)),
  },
  "printed-password": {
    triggers: [contains("printf", "echo")],
    pattern: /\b(?:printf|echo)(?: -\w+){0,4} ["'][\w.@-]+(?:\\n|\s\n|:)(?<private>[^"'\n]+)["']/g,
  },
  "protocol-login": {
    triggers: [contains("AUTH ", "AUTH:", "PASS ", "PASS:", "LOGIN ", "LOGIN:")],
    // Logins of FTP, SMTP, IMAP and Redis. With a user before it, only the second word is a password.
    pattern:
      /(?<!\w)(?:AUTH|PASS|LOGIN)(?: (?:PLAIN|LOGIN|XOAUTH2))?(?: (?<user>[\w!-]+|"[^\s"]+"|[^\s"@]+@[^\s"]+)(?= ))?[ :]+["']?(?<private>[^\s"']{6,})/g,
    locate: loginPassword,
  },
  "password-setting": {
    triggers: [contains("setuser ", "requirepass ", "masterauth ", "/p:", "pass:", "wifi:")],
    // Of Redis, remote desktops, OpenSSL and QR codes for Wi-Fi.
    pattern:
      /(?:(?<=\s)>|(?<=[;:])P:|\b(?:requirepass|masterauth) ["']?|(?<=\s)(?:-pass(?:in|out)? pass|\/p|\/pass):)(?<private>[^\s"';]+)/gi,
    locate: (match) => {
      const sign = /^(?:>|P:)/i.exec(match[0])?.[0];
      const before = match.input.slice(Math.max(0, match.index - SETTING_REACH), match.index);
      return sign === undefined || (sign === ">" ? /\bsetuser /i : /\bWIFI:/i).test(before)
        ? notTalk(match)
        : undefined;
    },
  },
  "oracle-tool-login": {
    triggers: [contains("sqlplus", "expdp", "impdp", "rman ", "sqlldr")],
    pattern: /\b(?:sqlplus|expdp|impdp|rman|sqlldr)(?: -\w+){0,4} [A-Za-z][\w$#]*\/(?<private>[^\s"'@]+)(?=@|\s|$)/g,
  },
});
