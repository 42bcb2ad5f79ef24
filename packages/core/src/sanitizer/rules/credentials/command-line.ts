import { privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { afterLast, withoutTail } from "../shared/characters.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isNoWord, isRealValue, isTalk, isUuid, looksChosen } from "../shared/values.ts";
import { judgeName } from "./secret-names.ts";

/** Programs that take a password in a one-letter flag. */
const PROGRAM =
  /\b(?:mysql\w*|mariadb[\w-]*|sshpass|docker|podman|helm|mongo\w*|az|lftp|ftp|redis-cli|valkey-cli|ldap\w+|sqlcmd|bcp|psexec|smbclient|rabbitmqadmin|cqlsh|influx|7z|zip|unzip|openssl|keytool|rsa|rar|unrar|tsql|isql|snmp\w+|ipmitool|plink|curl)\b/;

/** Returns the value of a flag, without the punctuation after it, if that passes a test. */
function locateValue(match: RegExpExecArray, test: (value: string) => boolean): Span | undefined {
  const { start, end } = privateOf(match);
  // In the middle of a command, an exclamation or question mark ends no sentence.
  const inCommand = /^ \S/.test(match.input.slice(end, end + 2));
  const value = withoutTail(match.input.slice(start, end), inCommand ? ".,;:)]}" : ".,;:!?)]}");
  return test(value) ? { start, end: start + value.length } : undefined;
}

function isFlagValue(value: string): boolean {
  return value !== "" && !value.startsWith("-") && isRealValue(value);
}

/** Returns the value of a flag that names a secret. In quotes it may be anything. */
function locateLongFlag(match: RegExpExecArray): Span | undefined {
  const certainty = judgeName(match.groups?.["flag"] ?? "");
  if (match.groups?.["private"] !== undefined)
    return locateValue(
      match,
      (value) =>
        certainty !== undefined &&
        isFlagValue(value) &&
        (certainty === "certain" || looksChosen(value) || isUuid(value)),
    );
  const { start, end } = wholeOf(match);
  return certainty === "certain" ? { start: start + match[0].search(/["']/) + 1, end: end - 1 } : undefined;
}

function isShortFlag([flag]: RegExpExecArray, value: string, before: string): boolean {
  if (!isFlagValue(value) || /^\d{1,5}(?::\d+)?$/.test(value)) return false;
  if (flag.startsWith("-P") && /\b(?:docker|podman)\b/.test(before)) return false;
  return (/^-k/i.test(flag) ? /\bopenssl/ : PROGRAM).test(before);
}

/** Returns the password of a login: the second word, or the only one. */
function locateLogin(match: RegExpExecArray): Span | undefined {
  const { user } = match.groups ?? {};
  if (user === undefined) return locateValue(match, isLoginPassword);
  const span = locateValue(match, (value) => isRealValue(value) && (looksChosen(value) || isNoWord(value)));
  const start = match.index + match[0].indexOf(user);
  return span ?? (isLoginPassword(user) ? { start, end: start + user.length } : undefined);
}

function isLoginPassword(value: string): boolean {
  return value.length >= 6 && looksChosen(value) && !isTalk(value) && !/[_:/@]/.test(value);
}

/** Whether the program or the format before its sign uses a setting for a password. */
function isPasswordSetting(sign: string, before: string): boolean {
  if (sign.startsWith(">")) return /\bsetuser /i.test(before);
  return !/^P:/i.test(sign) || /\bWIFI:/i.test(before);
}

/** Passwords on command lines, as errors of child processes quote them. */
export const commandLineRules = (): RuleTable => ({
  "password-flag": {
    triggers: [word(TRAIT.flag)],
    pattern: /(?<![\w-])--?(?<flag>[A-Za-z][\w-]+)(?:\s+(?!-)|=)(?:"[^"\n]*"|'[^'\n]*'|(?<private>[^\s"']+))/g,
    locate: locateLongFlag,
  },
  "user-and-password-flag": {
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<![\w-])(?:-u|-U|--user|--proxy-user|--basic-auth|-a|--auth)(?:\s+|=)?(?:"(?<double>[^\s":%/-][^\s":%/]{0,99}[:%](?!\/\/)[^"\n]+)"|'(?<single>[^\s':%/-][^\s':%/]{0,99}[:%](?!\/\/)[^'\n]+)'|(?<private>[^\s"':/%-][^\s"':/%]{0,99}[:%](?!\/\/)[^\s"']+))/g,
    locate: (match) => {
      const quoted = match.groups?.["double"] ?? match.groups?.["single"];
      if (quoted === undefined) return locateValue(match, () => true);
      const end = wholeOf(match).end - 1;
      return { start: end - quoted.length, end };
    },
  },
  "short-password-flag": {
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<=[\s"'])(?:-hp|-pass|-pw|-p|-a|-P|-A|-X|-w|-[kK](?=\s))(?!ass(?:in|out)\b|es-\d|ria-\d)(?:\s+|=)?["']?(?<private>[^\s"']+)/g,
    locate: (match) => locateValue(match, (value) => isShortFlag(match, value, textBefore(match, 300))),
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
    // `/user:` is a flag of `net use`, which comes before it on the same line.
    locate: locateIf(
      (_, match) => !match[0].startsWith("/user:") || /\bnet use ./.test(afterLast(textBefore(match, 128), "\n")),
    ),
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
    locate: locateLogin,
  },
  "password-setting": {
    triggers: [contains("setuser ", "requirepass ", "masterauth ", "/p:", "pass:", "wifi:")],
    // Of Redis, remote desktops, OpenSSL and QR codes for Wi-Fi.
    pattern:
      /(?:(?<=\s)>|(?<=[;:])P:|\b(?:requirepass|masterauth) ["']?|(?<=\s)(?:-pass(?:in|out)? pass|\/p|\/pass):)(?<private>[^\s"';]+)/gi,
    locate: locateIf((value, match) => isPasswordSetting(match[0], textBefore(match, 120)) && isRealValue(value)),
  },
  "oracle-tool-login": {
    triggers: [contains("sqlplus", "expdp", "impdp", "rman ", "sqlldr")],
    pattern: /\b(?:sqlplus|expdp|impdp|rman|sqlldr)(?: -\w+){0,4} [A-Za-z][\w$#]*\/(?<private>[^\s"'@]+)(?=@|\s|$)/g,
  },
});
