import { type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isTalk } from "../shared/values.ts";
import { isInternalHost, isServiceName } from "./internal-hosts.ts";

/** Whether a host that a word introduces as one is internal. */
function isInternal(text: string, flag: string): boolean {
  const host = text.replace(/:\d+$/, "");
  // A flag that asks for help has a word of the sentence after it.
  if (/^-h\s[a-z]+$/i.test(flag) && !isServiceName(host)) return false;
  return isInternalHost(host) && !isTalk(host);
}

/** Returns a directory of another machine, after the name of a program that mounts or copies it. */
function locateExport(match: RegExpExecArray): Span | undefined {
  if (!/\b(?:u?mount(?:ing|ed)?|nfs\d?|rsync|scp|sshfs|exports?)\b/i.test(textBefore(match, 60))) return undefined;
  const [host = ""] = match[0].split(":", 1);
  const { start } = wholeOf(match);
  return isInternal(host, "") ? { start, end: start + withoutTail(match[0], ".").length } : undefined;
}

/** Returns the names that a certificate is valid for, and the name after them that it is not valid for. */
function locateNames(match: RegExpExecArray): Span | undefined {
  const { end: start } = wholeOf(match);
  const [list = ""] = match.input.slice(start, start + 600).split(/[\n"]/, 1);
  const separator = ", not ";
  const names = list.indexOf(separator, 1);
  const from = start + names + separator.length;
  const [name = ""] = /^[\w.*-]*/.exec(match.input.slice(from, from + 260)) ?? [];
  const { length } = withoutTail(name, ".*-");
  return names < 0 || length === 0 ? undefined : { start, end: from + length };
}

/** What follows an @ in the name of a package, of a group or of an image. */
const NO_LABEL =
  /^(?:latest|next|beta|alpha|canary|lts|main|master|dev|stable|rc|head|nightly|edge|experimental|v\d\w*|here|all|everyone|sha\d+|md5)$/i;

const MACHINES =
  "web|app|api|db|node|worker|host|srv|server|cache|redis|mysql|pg|kafka|es|lb|proxy|gw|mail|dns|vm|search|rack";

/** Names without a dot in the position of a host: after an @, in a certificate, on a command line. */
export const labelRules = (): RuleTable => ({
  "user-at-label": {
    triggers: [contains("@")],
    // A label, or the whole host of a node of Erlang or Celery.
    pattern:
      /(?<=[\w.-]["']?@)(?<private>[A-Za-z][\w-]*)(?=[:/](?![\d.])|[\s,;)"']|$)|(?<=\b(?:node(?:down)?,? ["']?[\w-]{1,40}|rabbit|celery)@)\w[\w-]*(?:\.[\w-]+)+/g,
    locate: locateIf((label) => !NO_LABEL.test(label)),
  },
  "java-host-and-address": {
    triggers: [contains(..."0[:abcdef".split("").map((next) => `/${next}`))],
    pattern:
      /(?<![\w./-])[A-Za-z][\w.-]*(?=\/(?:(?:\d{1,3}\.){3}\d{1,3}:\d|\[?[0-9a-f]{0,4}:[0-9a-f:]*:))|(?<=\[|, )[A-Za-z][\w.-]*(?=\/(?:\d{1,3}\.){3}\d{1,3}[,\]])/g,
  },
  "mounted-export": {
    triggers: [contains("mount", "nfs", "rsync", "scp", "sshfs", "export")],
    pattern: /(?<![\w.:/@-])[A-Za-z][\w-]+(?:\.[\w-]+)*:\/(?!\/)[\w./@-]*/g,
    locate: locateExport,
  },
  "certificate-name": {
    triggers: [contains("DNS:")],
    pattern: /DNS:(?:\*\.)?(?<private>[\w.*-]+)/g,
  },
  "host-flag": {
    triggers: [word(TRAIT.flag)],
    pattern:
      /(?<![\w-])(?:-h|(?<=sqlcmd )-S|--host(?:name)?|--server|--addr(?:ess)?|--brokers?|--bootstrap-servers?|--machine|--endpoint)[\s=]["']?(?<private>[A-Za-z][\w.-]*(?::\d{2,5})?)/g,
    locate: locateIf((host, match) => isInternal(host, match[0])),
  },
  "certificate-names": {
    triggers: [contains("certificate is ")],
    pattern: /[Cc]ertificate is (?:only )?valid for /g,
    locate: locateNames,
  },
  "quoted-host": {
    triggers: [
      contains(...["host ", "name ", "upstream "].flatMap((word) => [`${word}"`, `${word}'`, `${word}\``])),
      contains(..." (0.| (00.| (000.|[0.|[00.|[000.|:00 (|:000 (|:0000 (|:00000 (|}{".split("|")),
    ],
    pattern:
      /\b(?:[Hh]ost(?: name)?|upstream) ["'`](?<private>[\w.-]+)["'`]|(?<=\.\d{1,3}:\d{2,5} \()[\w.-]+(?=\))|(?<![\w.-])[A-Za-z][\w-]*(?=(?: \(|\[)(?:\d{1,3}\.){3}\d{1,3}[)\]])|(?<=\{)[\w.-]+(?=\}\{[\w.:-]+:\d+\})/g,
    locate: locateIf((host, match) => isInternal(host, match[0])),
  },
  "share-or-protocol-relative": {
    triggers: [contains("//")],
    pattern: /(?<![\w:/])\/\/(?<private>[A-Za-z][\w-]*(?::\d{2,5})?)(?=\/\w)/g,
  },
  "service-said-to-be-down": {
    triggers: [contains("is down", "is unreachable", "is not reachable", "is not responding")],
    pattern: /["'`](?<private>[a-z][\w-]*)["'`] is (?:down|unreachable|not (?:reachable|responding))/g,
    locate: locateIf(isServiceName),
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
    locate: locateIf(
      (name) =>
        !/(?:node|version|v|model|step|chapter|part|worker|app|api|web)[-_]\d+$/.test(name) || /[-_].*[-_]/.test(name),
    ),
  },
  "container-id": {
    triggers: [contains("container", "hostname", "host")],
    pattern:
      /\b(?:container|hostname|host)(?: (?:id|name|is))?[\s:="'`(]+(?<private>(?=[a-f]*\d)[0-9a-f]{12}(?:[0-9a-f]{52})?)(?![\w-])/gi,
  },
  "nothing-but-a-host": {
    triggers: [word(TRAIT.joint)],
    pattern: /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$/g,
    locate: locateIf(isServiceName),
  },
  "numbered-machine": {
    triggers: [contains(...MACHINES.split("|").flatMap((name) => [`${name}0`, `${name}-0`]))],
    pattern: {
      source: String.raw`(?<=\b(?:to|on|from|via|upstream|host(?:name)?|server|machine|peer|auf|von|sur|en|at|by) ["'\x60]?)(?:${MACHINES})-?\d{1,3}(?![\w-]|\.\w)`,
      flags: "g",
    },
  },
});
