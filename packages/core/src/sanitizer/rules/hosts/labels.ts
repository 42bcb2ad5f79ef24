import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { isTalk } from "../shared/values.ts";
import { isInternalHost, isServiceName } from "./internal-name.ts";

/** Returns a host that a word introduces as one, if it is internal. */
function internalOnly(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const host = match.input.slice(start, end).replace(/:\d+$/, "");
  // A flag that asks for help has a word of the sentence after it.
  if (/^-h\s[a-z]+$/i.test(match[0]) && !isServiceName(host)) return undefined;
  return isInternalHost(host) && !isTalk(host) ? { start, end } : undefined;
}

/** How far before an export to look for the program that mounts or copies it. */
const MOUNT_REACH = 60;

/** Returns a directory of another machine, after the name of a program that mounts or copies it. */
function mountedExport(match: RegExpExecArray): Span | undefined {
  const before = match.input.slice(Math.max(0, match.index - MOUNT_REACH), match.index);
  const [host = ""] = match[0].split(":", 1);
  if (!/\b(?:u?mount(?:ing|ed)?|nfs\d?|rsync|scp|sshfs|exports?)\b/i.test(before)) return undefined;
  return isInternalHost(host) && !isTalk(host)
    ? { ...wholeOf(match), end: match.index + withoutTail(match[0], ".").length }
    : undefined;
}

/** How many code units are read of a certificate's list of names, and of the name that is not in it. */
const LISTED = 600;
const LONGEST_NAME = 260;

/** The separator between the list and that name. */
const NOT = ", not ";

/** Returns the names that a certificate is valid for, and the name after them that it is not valid for. */
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

/** Names without a dot in the position of a host: after an @, in a certificate, on a command line. */
export const labelRules = (): readonly BuiltInRule[] => [
  {
    id: "user-at-label",
    kind: "host",
    triggers: [contains("@")],
    // A label, or the whole host of a node of Erlang or Celery.
    pattern:
      /(?<=[\w.-]["']?@)(?<private>[A-Za-z][\w-]*)(?=[:/](?![\d.])|[\s,;)"']|$)|(?<=\b(?:node(?:down)?,? ["']?[\w-]{1,40}|rabbit|celery)@)\w[\w-]*(?:\.[\w-]+)+/g,
    locate: (match) =>
      /^(?:latest|next|beta|alpha|canary|lts|main|master|dev|stable|rc|head|nightly|edge|experimental|v\d\w*|here|all|everyone|sha\d+|md5)$/i.test(
        match[0],
      )
        ? undefined
        : wholeOf(match),
  },
  {
    id: "java-host-and-address",
    kind: "host",
    triggers: [contains(..."0[:abcdef".split("").map((next) => `/${next}`))],
    pattern:
      /(?<![\w./-])[A-Za-z][\w.-]*(?=\/(?:(?:\d{1,3}\.){3}\d{1,3}:\d|\[?[0-9a-f]{0,4}:[0-9a-f:]*:))|(?<=\[|, )[A-Za-z][\w.-]*(?=\/(?:\d{1,3}\.){3}\d{1,3}[,\]])/g,
  },
  {
    id: "mounted-export",
    kind: "host",
    triggers: [contains("mount", "nfs", "rsync", "scp", "sshfs", "export")],
    pattern: /(?<![\w.:/@-])[A-Za-z][\w-]+(?:\.[\w-]+)*:\/(?!\/)[\w./@-]*/g,
    locate: mountedExport,
  },
  {
    id: "certificate-name",
    kind: "host",
    triggers: [contains("DNS:")],
    pattern: /DNS:(?:\*\.)?(?<private>[\w.*-]+)/g,
  },
  {
    id: "host-flag",
    kind: "host",
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<![\w-])(?:-h|(?<=sqlcmd )-S|--host(?:name)?|--server|--addr(?:ess)?|--brokers?|--bootstrap-servers?|--machine|--endpoint)[\s=]["']?(?<private>[A-Za-z][\w.-]*(?::\d{2,5})?)/g,
    locate: internalOnly,
  },
  {
    id: "certificate-names",
    kind: "host",
    triggers: [contains("certificate is ")],
    pattern: /[Cc]ertificate is (?:only )?valid for /g,
    locate: validNames,
  },
  {
    id: "quoted-host",
    kind: "host",
    triggers: [
      contains(
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
        "[0.",
        "[00.",
        "[000.",
        ":00 (",
        ":000 (",
        ":0000 (",
        ":00000 (",
        "}{",
      ),
    ],
    pattern:
      /\b(?:[Hh]ost(?: name)?|upstream) ["'`](?<private>[\w.-]+)["'`]|(?<=\.\d{1,3}:\d{2,5} \()[\w.-]+(?=\))|(?<![\w.-])[A-Za-z][\w-]*(?=(?: \(|\[)(?:\d{1,3}\.){3}\d{1,3}[)\]])|(?<=\{)[\w.-]+(?=\}\{[\w.:-]+:\d+\})/g,
    locate: internalOnly,
  },
  {
    id: "share-or-protocol-relative",
    kind: "host",
    triggers: [contains("//")],
    pattern: /(?<![\w:/])\/\/(?<private>[A-Za-z][\w-]*(?::\d{2,5})?)(?=\/\w)/g,
  },
  {
    id: "service-said-to-be-down",
    kind: "host",
    triggers: [contains("is down", "is unreachable", "is not reachable", "is not responding")],
    pattern: /["'`](?<private>[a-z][\w-]*)["'`] is (?:down|unreachable|not (?:reachable|responding))/g,
    locate: (match) => (isServiceName(match.groups?.["private"] ?? "") ? privateOf(match) : undefined),
  },
];
