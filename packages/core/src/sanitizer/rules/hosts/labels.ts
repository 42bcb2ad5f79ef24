import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, beginsWithWord, characters, holds, runStart } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isTalk } from "../shared/values.ts";
import { isInternalHost } from "./internal-name.ts";
import { isServiceName } from "./service-name.ts";

/** A host that is named as one, if it is internal. */
function internalOnly(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const host = match.input.slice(start, end).replace(/:\d+$/, "");
  return isInternalHost(host) && !isTalk(host) ? { start, end } : undefined;
}

/** So far before an export stands what mounts or copies it. */
const MOUNT_REACH = 60;

/** A directory of another machine, behind a word of a program that mounts or copies. */
function mountedExport(match: RegExpExecArray): Span | undefined {
  const before = match.input.slice(Math.max(0, match.index - MOUNT_REACH), match.index);
  const [host = ""] = match[0].split(":", 1);
  if (!/\b(?:u?mount(?:ing|ed)?|nfs\d?|rsync|scp|sshfs|exports?)\b/i.test(before)) return undefined;
  return isInternalHost(host) && !isTalk(host)
    ? { ...wholeOf(match), end: match.index + withoutTail(match[0], ".").length }
    : undefined;
}

/** How much of a certificate's list of names is read, and of the name that is not in it, in code units. */
const LISTED = 600;
const LONGEST_NAME = 260;

/** What parts those names from that one. */
const NOT = ", not ";

/** The names that a certificate is valid for, and the one that it is not valid for behind them. */
function validNames(match: RegExpExecArray): Span | undefined {
  const { end: start } = wholeOf(match);
  const list = match.input.slice(start, start + LISTED).split(/[\n"]/, 1)[0] ?? "";
  const not = list.indexOf(NOT, 1);
  if (not < 0) return undefined;
  const from = start + not + NOT.length;
  const asked = /^[\w.*-]*/.exec(match.input.slice(from, from + LONGEST_NAME))?.[0] ?? "";
  const name = withoutTail(asked, ".*-");
  return name === "" ? undefined : { start, end: from + name.length };
}

const inLabel = runStart(/[\w.-]/);

/** What two slashes are a part of that stand behind it. */
const goesOn = characters(/[\w:/]/);

const beginsAddress = characters(/[0-9:[]/);
const isHexadecimal = characters(/[0-9a-f]/);

/** Whether an address may begin at a place: with a digit, a colon or a bracket, or with up to four digits and a colon. */
function mayBeAddress(text: string, at: number): boolean {
  if (beginsAddress(text, at)) return true;
  let end = at;
  while (end < at + 4 && isHexadecimal(text, end)) end += 1;
  return end > at && text[end] === ":";
}

/** Where a name begins that a slash and what may be an address stand behind. */
function beforeAddress(text: string, slash: number): number {
  return mayBeAddress(text, slash + 1) ? inLabel(text, slash, -1) : -1;
}

/** Names without a dot in the places where a host stands: behind an @, in a certificate, on a command line. */
export const labelRules = (): readonly BuiltInRule[] => [
  {
    id: "user-at-label",
    kind: "host",
    needs: TRAIT.at,
    triggers: [beginsAt((_, at) => at + 1, "@")],
    pattern: /(?<=[\w.-]["']?@)(?<private>[A-Za-z][\w-]*)(?=[:/](?![\d.])|[\s,;)"']|$)/g,
    locate: (match) =>
      /^(?:latest|next|beta|alpha|canary|lts|main|master|dev|stable|rc|head|nightly|edge|experimental|v\d\w*|here|all|everyone|sha\d+|md5)$/i.test(
        match[0],
      )
        ? undefined
        : wholeOf(match),
    redacts: ["scp a deploy@bastion: timed out", "orders@redis/orcl"],
    keeps: ["ops@example.com", "react@latest", "name@1.2.3", "actions/checkout@v4"],
  },
  {
    id: "java-host-and-address",
    kind: "host",
    needs: TRAIT.slash,
    triggers: [beginsAt(beforeAddress, ..."0[:abcdef".split("").map((next) => `/${next}`))],
    pattern:
      /(?<![\w./-])[A-Za-z][\w.-]*(?=\/(?:(?:\d{1,3}\.){3}\d{1,3}:\d|\[?[0-9a-f]{0,4}:[0-9a-f:]*:))|(?<=\[|, )[A-Za-z][\w.-]*(?=\/(?:\d{1,3}\.){3}\d{1,3}[,\]])/g,
    redacts: ["Connect to orders-svc:6379 [orders-svc/100.109.102.7:6379] failed"],
    keeps: ["Chrome/10.0.3.7"],
  },
  {
    id: "mounted-export",
    kind: "host",
    needs: TRAIT.colon | TRAIT.slash,
    triggers: [beginsAt((text, at, least) => (text[at + 2] === "/" ? -1 : inLabel(text, at, least)), ":/")],
    hint: /mount|nfs|rsync|scp|sshfs|export/i,
    pattern: /(?<![\w.:/@-])[A-Za-z][\w-]+(?:\.[\w-]+)*:\/(?!\/)[\w./@-]*/g,
    locate: mountedExport,
    redacts: ["mount.nfs: nas:/export/home failed", "mount filer01:/vol/x: access denied", "scp bastion:/etc/x failed"],
    keeps: [
      "mount C:/x first",
      "mount failed:/dev/sda1",
      "Export error:/x",
      "nas:/export is a name",
      "mount http://x.example.com/y",
    ],
  },
  {
    id: "certificate-name",
    kind: "host",
    needs: TRAIT.mark,
    triggers: [beginsWith("DNS:")],
    pattern: /DNS:(?:\*\.)?(?<private>[\w.*-]+)/g,
    redacts: ["altnames: DNS:*.acme.internal, DNS:redis"],
    keeps: ["DNS: none"],
  },
  {
    id: "host-flag",
    kind: "host",
    needs: TRAIT.flag,
    triggers: [beginsWithWord(TRAIT.flag, (text, at) => ("hS-".includes(text.charAt(at + 1)) ? at : -1))],
    pattern:
      /(?<![\w-])(?:-h|(?<=sqlcmd )-S|--host(?:name)?|--server|--addr(?:ess)?|--brokers?|--bootstrap-servers?|--machine|--endpoint)[\s=]["']?(?<private>[A-Za-z][\w.-]*(?::\d{2,5})?)/g,
    locate: internalOnly,
    redacts: ["redis-cli -h etcd-svc ping timed out"],
    keeps: ["psql -h api.example.com", "use --host to say which"],
  },
  {
    id: "certificate-names",
    kind: "host",
    needs: 0,
    triggers: [beginsWith("certificate is ")],
    pattern: /[Cc]ertificate is (?:only )?valid for /g,
    locate: validNames,
    redacts: ["x509: certificate is valid for a.example.com, nas, not redis"],
    keeps: ["The certificate is valid for 90 days"],
  },
  {
    id: "quoted-host",
    kind: "host",
    needs: TRAIT.mark,
    triggers: [
      holds(
        'host "',
        "host '",
        "host `",
        'name "',
        "name '",
        "name `",
        'upstream "',
        "upstream '",
        "upstream `",
        " (0.",
        " (00.",
        " (000.",
        ":00 (",
        ":000 (",
        ":0000 (",
        ":00000 (",
        "}{",
      ),
    ],
    pattern:
      /\b(?:[Hh]ost(?: name)?|upstream) ["'`](?<private>[\w.-]+)["'`]|(?<=\.\d{1,3}:\d{2,5} \()[\w.-]+(?=\))|(?<![\w.-])[A-Za-z][\w-]*(?= \((?:\d{1,3}\.){3}\d{1,3}\))|(?<=\{)[\w.-]+(?=\}\{[\w.:-]+:\d+\})/g,
    locate: internalOnly,
    redacts: [
      "Host 'billing-api' is not allowed to connect",
      "127.0.6.192:5432 (billing-api): dial error",
      "[{a}{rabbitmq}{127.0.0.1:9300}]",
    ],
    keeps: ["Host 'api.example.com' is not allowed", "at 10:30 (noon)"],
  },
  {
    id: "share-or-protocol-relative",
    kind: "host",
    needs: TRAIT.slash,
    triggers: [beginsAt((text, at) => (goesOn(text, at - 1) ? -1 : at), "//")],
    pattern: /(?<![\w:/])\/\/(?<private>[A-Za-z][\w-]*(?::\d{2,5})?)(?=\/\w)/g,
    redacts: ["smbclient //minio-1/share", "rewritten to //minio:443/assets"],
    keeps: ["//cdn.example.com/x", "// a comment/x"],
  },
  {
    id: "service-said-to-be-down",
    kind: "host",
    needs: TRAIT.quote,
    triggers: [holds("is down", "is unreachable", "is not reachable", "is not responding")],
    pattern: /["'`](?<private>[a-z][\w-]*)["'`] is (?:down|unreachable|not (?:reachable|responding))/g,
    locate: (match) => (isServiceName(match.groups?.["private"] ?? "") ? privateOf(match) : undefined),
    redacts: ["Please report that `redis` is down"],
    keeps: ["'checkout' is down", "the site is down"],
  },
];
