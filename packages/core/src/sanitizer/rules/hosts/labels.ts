import { privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import type { RuleTable } from "../shared/rule-table.ts";
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

const MACHINES =
  "web|app|api|db|node|worker|host|srv|server|cache|redis|mysql|pg|kafka|es|lb|proxy|gw|mail|dns|vm|search|rack";

/** Names without a dot in the position of a host: after an @, in a certificate, on a command line. */
export const labelRules = (): RuleTable => ({
  "user-at-label": {
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
  "java-host-and-address": {
    triggers: [contains(..."0[:abcdef".split("").map((next) => `/${next}`))],
    pattern:
      /(?<![\w./-])[A-Za-z][\w.-]*(?=\/(?:(?:\d{1,3}\.){3}\d{1,3}:\d|\[?[0-9a-f]{0,4}:[0-9a-f:]*:))|(?<=\[|, )[A-Za-z][\w.-]*(?=\/(?:\d{1,3}\.){3}\d{1,3}[,\]])/g,
  },
  "mounted-export": {
    triggers: [contains("mount", "nfs", "rsync", "scp", "sshfs", "export")],
    pattern: /(?<![\w.:/@-])[A-Za-z][\w-]+(?:\.[\w-]+)*:\/(?!\/)[\w./@-]*/g,
    locate: mountedExport,
  },
  "certificate-name": {
    triggers: [contains("DNS:")],
    pattern: /DNS:(?:\*\.)?(?<private>[\w.*-]+)/g,
  },
  "host-flag": {
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<![\w-])(?:-h|(?<=sqlcmd )-S|--host(?:name)?|--server|--addr(?:ess)?|--brokers?|--bootstrap-servers?|--machine|--endpoint)[\s=]["']?(?<private>[A-Za-z][\w.-]*(?::\d{2,5})?)/g,
    locate: internalOnly,
  },
  "certificate-names": {
    triggers: [contains("certificate is ")],
    pattern: /[Cc]ertificate is (?:only )?valid for /g,
    locate: validNames,
  },
  "quoted-host": {
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
  "share-or-protocol-relative": {
    triggers: [contains("//")],
    pattern: /(?<![\w:/])\/\/(?<private>[A-Za-z][\w-]*(?::\d{2,5})?)(?=\/\w)/g,
  },
  "service-said-to-be-down": {
    triggers: [contains("is down", "is unreachable", "is not reachable", "is not responding")],
    pattern: /["'`](?<private>[a-z][\w-]*)["'`] is (?:down|unreachable|not (?:reachable|responding))/g,
    locate: (match) => (isServiceName(match.groups?.["private"] ?? "") ? privateOf(match) : undefined),
  },
  // Names of machines, pods and containers, as orchestrators and operators make them.
  "pod-name": {
    triggers: [word(TRAIT.numbered)],
    pattern:
      /(?<![\w.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{7,10}|\d{8,10})-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g,
  },
  "numbered-service": {
    triggers: [word(TRAIT.numbered)],
    pattern:
      /(?<![\w.:/@-])(?:[a-z][a-z0-9]*[-_]){0,4}(?:redis|postgres|postgresql|pg|mysql|mariadb|mongo|mongodb|db|kafka|zookeeper|rabbitmq|nats|elasticsearch|opensearch|memcached|cassandra|clickhouse|minio|etcd|consul|vault|nginx|haproxy|worker|web|api|app|broker|cache|queue|node|proxy|server|scheduler|sentinel|master|replica|primary|gateway|mq)(?:[-_](?:headless|master|primary|replica|secondary|node|data|broker))?[-_]\d{1,3}(?:\.[a-z][a-z0-9-]{1,40}){0,4}(?::\d{1,5})?(?![\w-]|\.\d)/g,
    locate: (match) =>
      /(?:node|version|v|model|step|chapter|part|worker|app|api|web)[-_]\d+$/.test(match[0]) &&
      !/[-_].*[-_]/.test(match[0])
        ? undefined
        : wholeOf(match),
  },
  "container-id": {
    triggers: [contains("container", "hostname", "host")],
    pattern:
      /\b(?:container|hostname|host)(?: (?:id|name|is))?[\s:="'`(]+(?<private>(?=[a-f]*\d)[0-9a-f]{12}(?:[0-9a-f]{52})?)(?![\w-])/gi,
  },
  "nothing-but-a-host": {
    triggers: [word(TRAIT.joint)],
    pattern: /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$/g,
    locate: (match) => (isServiceName(match[0]) ? wholeOf(match) : undefined),
  },
  "numbered-machine": {
    triggers: [contains(...MACHINES.split("|").flatMap((name) => [`${name}0`, `${name}-0`]))],
    pattern: {
      source: String.raw`(?<=\b(?:to|on|from|via|upstream|host(?:name)?|server|machine|peer|auf|von|sur|en|at|by) ["'\x60]?)(?:${MACHINES})-?\d{1,3}(?![\w-]|\.\w)`,
      flags: "g",
    },
  },
});
