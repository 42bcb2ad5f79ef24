import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import {
  beginsAt,
  beginsWith,
  beginsWithWord,
  characters,
  holds,
  runEnd,
  runStart,
  startIf,
  type Trigger,
} from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isLetter } from "../shared/characters.ts";
import { isStandIn, isTalk, isUuid, looksChosen } from "../shared/values.ts";
import { secrecyOf } from "./secret-names.ts";

/** Programs that take a password by a flag of one letter; they are looked for this far before the flag. */
const PROGRAM =
  /\b(?:mysql\w*|mariadb[\w-]*|sshpass|docker|podman|helm|mongo\w*|az|lftp|ftp|redis-cli|valkey-cli|ldap\w+|sqlcmd|bcp|psexec|smbclient|rabbitmqadmin|cqlsh|influx|7z|zip|unzip|openssl|keytool|rsa)\b/;
const PROGRAM_REACH = 300;

/** So far before `/user:` the words `net use` are looked for. */
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

function shortFlag(match: RegExpExecArray): Span | undefined {
  const { value, span } = flagValue(match);
  const before = match.input.slice(Math.max(0, match.index - PROGRAM_REACH), match.index);
  if (value === "" || isTalk(value) || isStandIn(value) || value.startsWith("-")) return undefined;
  return PROGRAM.test(before) && !/^\d{1,5}(?::\d+)?$/.test(value) ? span : undefined;
}

/** Whether `/user:` is a flag of `net use`, which stands before it in the line. */
function isNetUse(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - NET_USE_REACH), match.index);
  return /\bnet use ./.test(before.slice(before.lastIndexOf("\n") + 1));
}

const ofPassword = characters(/[^\s/@"']/);

/** Whether a name with a slash behind it may have a password behind that: an at sign, or a quote, ends the next word. */
function beforePassword(text: string, start: number, slash: number): boolean {
  if (!isLetter(text, start)) return false;
  return text[slash + 1] === '"' || text[runEnd(text, slash + 1, ofPassword)] === "@";
}

/** Flags with such a letter behind one hyphen, or such a one behind two. */
function beginsWithFlag(one: string, two: string): Trigger {
  return beginsWithWord(TRAIT.flag, (text, at) => {
    const long = text[at + 1] === "-";
    const letter = text[long ? at + 2 : at + 1];
    return letter !== undefined && (long ? two : one).includes(letter) ? at : -1;
  });
}

/** Passwords on command lines, as errors of child processes quote them. */
export const commandLineRules = (): readonly BuiltInRule[] => [
  {
    id: "password-flag",
    kind: "credential",
    needs: TRAIT.flag,
    triggers: [beginsWithWord(TRAIT.flag)],
    pattern: /(?<![\w-])--?(?<flag>[A-Za-z][\w-]{2,})(?:\s+|=)(?:"(?<quoted>[^"\n]*)"|'[^'\n]*'|(?<private>[^\s"']+))/g,
    locate: (match) => {
      if (match.groups?.["private"] !== undefined) return longFlag(match);
      const start = match.index + match[0].search(/["']/) + 1;
      const span = { start, end: match.index + match[0].length - 1 };
      return secrecyOf(match.groups?.["flag"] ?? "") === "certain" ? span : undefined;
    },
    redacts: ["Command failed: tool --password hunter2 --all", "run --api-key='{alnum:20}'", "x --token {alnum:20}"],
    keeps: ["Use --password to set it.", "--token is required", "unknown option --max-tokens 5", "try --verbose 3"],
  },
  {
    id: "user-and-password-flag",
    kind: "credential",
    needs: TRAIT.flag,
    triggers: [beginsWithFlag("uUa", "upba")],
    pattern:
      /(?<![\w-])(?:-u|-U|--user|--proxy-user|--basic-auth|-a|--auth)(?:\s+|=)?(?:"(?<double>[^\s":/-][^\s":/]{0,99}:(?!\/\/)[^"\n]+)"|'(?<single>[^\s':/-][^\s':/]{0,99}:(?!\/\/)[^'\n]+)'|(?<private>[^\s"':/%-][^\s"':/%]{0,99}[:%](?!\/\/)[^\s"']+))/g,
    locate: (match) => {
      const quoted = match.groups?.["double"] ?? match.groups?.["single"];
      if (quoted === undefined) return flagValue(match).span;
      const end = wholeOf(match).end - 1;
      return { start: end - quoted.length, end };
    },
    redacts: [
      "Command failed: curl -u admin:hunter2 https://x.example.com",
      "smbclient //x/share -U app%hunter2",
      "curl --user 'api:one two'",
    ],
    keeps: ["Run it with -u name and see."],
  },
  {
    id: "short-password-flag",
    kind: "credential",
    needs: TRAIT.flag,
    triggers: [beginsWithFlag("paPw", "")],
    pattern: /(?<=[\s"'])(?:-p|-a|-P|-w|-pass|-pw)(?!ass(?:in|out)\b|es-\d|ria-\d)(?:\s+|=)?["']?(?<private>[^\s"']+)/g,
    locate: shortFlag,
    redacts: ["mysqldump -u root -phunter2 shop", "sshpass -p hunter2 ssh x", "redis-cli -a hunter2 ping"],
    keeps: ["mkdir -p build", "docker run -p 8080:80 x", "ls -a dir"],
  },
  {
    id: "openssl-key",
    kind: "credential",
    needs: TRAIT.flag,
    triggers: [beginsWithFlag("kK", "")],
    hint: /openssl/,
    pattern: /(?<=\s)-[kK]\s+["']?(?<private>[^\s"']+)/g,
    locate: shortFlag,
    redacts: ["Command failed: openssl-enc -aes-256-cbc -k hunter2 -in x"],
    keeps: ["openssl genrsa 4096", "curl -k https://x.example.com"],
  },
  {
    id: "name-slash-password",
    kind: "credential",
    needs: TRAIT.slash | TRAIT.at,
    triggers: [beginsAt(startIf(runStart(/[\w$#]/), beforePassword), "/")],
    pattern:
      /(?:(?<=thin:)|(?<![\w$#/.:@-]))[A-Za-z][\w$#]*\/(?:(?<private>[^\s/@"']+)|"(?<quoted>[^"\n]+)"(?=@[\w.-]+\/))@(?:[\w.-]+(?=\/)|\/\/[\w.-]+|[\w.-]+(?=:\d+[/:]))/g,
    redacts: [
      "sqlplus scott/tiger@//db:1521/orcl",
      "scott/tiger@db:1521/orcl",
      "jdbc:oracle:thin:app/hunter@db:1521:orcl",
    ],
    keeps: ["actions/checkout@v4", "scope/name@1.2.3", "and/or@x"],
  },
  {
    id: "user-then-password",
    kind: "credential",
    needs: 0,
    triggers: [beginsWith("htpasswd -", "/user:", "rabbitmqctl ")],
    pattern:
      /(?:\bhtpasswd -[^\Wb]*b\w*(?: -\w+){0,4} \S+ \S+|(?<!\S)\/user:\S+|\brabbitmqctl(?: -\S+){0,4} (?:add_user|change_password|authenticate_user) \S+) (?<private>[^\s"'`]+)/g,
    locate: (match) => (match[0].startsWith("/user:") && !isNetUse(match) ? undefined : privateOf(match)),
    redacts: [
      "htpasswd -b users app Barcelona6923 failed",
      "rabbitmqctl add_user app hunter2x",
      "net use Z: x /user:app hunter2x",
    ],
    keeps: ["htpasswd is missing", "net use Z: x failed\nsee /user:app hunter2x"],
  },
  {
    id: "printed-password",
    kind: "credential",
    needs: TRAIT.quote,
    triggers: [beginsWith("printf", "echo")],
    pattern: /\b(?:printf|echo)(?: -\w+){0,4} ["'][\w.@-]+(?:\\n|\s\n|:)(?<private>[^"'\n]+)["']/g,
    redacts: ["openvpn --auth-user-pass <(printf 'app\\nWelcome5169')"],
    keeps: ["printf 'done\\n'"],
  },
  {
    id: "protocol-login",
    kind: "credential",
    needs: 0,
    triggers: [beginsWith("AUTH ", "AUTH:", "PASS ", "PASS:", "LOGIN ", "LOGIN:")],
    // How FTP, SMTP, IMAP and Redis are told a password.
    pattern: /(?<!\w)(?:AUTH|PASS|LOGIN)(?: (?:PLAIN|LOGIN|XOAUTH2))?(?: \w+)??[ :]+["']?(?<private>[^\s"']{6,})/g,
    locate: (match) => {
      const { value, span } = flagValue(match);
      return looksChosen(value) && !isTalk(value) && !/[_:/]/.test(value) ? span : undefined;
    },
    redacts: ["redis AUTH Winter2024 failed", "AUTH PLAIN AHN2YwBXaW50ZXIyMDI0", "a1 LOGIN svc Winter2024 NO"],
    keeps: ["AUTH required", "LOGIN failed for the user", "PASS: 12 tests"],
  },
  {
    id: "passin-flag",
    kind: "credential",
    needs: TRAIT.colon,
    triggers: [holds("pass:")],
    pattern: /(?<!\w)(?:-pass(?:in|out)? |\/)pass:(?<private>[^\s"']+)/g,
    redacts: ["openssl rsa -passin pass:tiger -in x", "tool /pass:tiger"],
    keeps: ["bypass: tiger"],
  },
  {
    id: "oracle-tool-login",
    kind: "credential",
    needs: TRAIT.slash,
    triggers: [beginsWith("sqlplus", "expdp", "impdp", "rman ", "sqlldr")],
    pattern: /\b(?:sqlplus|expdp|impdp|rman|sqlldr)(?: -\w+){0,4} [A-Za-z][\w$#]*\/(?<private>[^\s"'@]+)(?=@|\s|$)/g,
    redacts: ["sqlplus -s app/hunter@orcl exited with 1"],
    keeps: ["sqlplus is missing"],
  },
];
