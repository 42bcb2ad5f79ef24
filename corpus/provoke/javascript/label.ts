import type { Hold } from "../../entry.ts";
import { type Shape, type Traits, words } from "./tools.ts";

/** A text with its labels. */
export interface Labelled {
  readonly text: string;
  readonly holds: readonly Hold[];
}

const FRAME = /^at .+(?::\d+:\d+\)?|\(<anonymous>\)|\(&lt;anonymous&gt;\)|\(native\)|\(index \d+\))$|^at <anonymous>$/;
const HEADERS = /^(?:\.\.\. \d+ lines matching|From previous event:$|for call at$)/;
const TOP = "(?:bin|sbin|srv|home|usr|opt|var|etc|tmp|run|root|proc|dev|mnt|data|app|Users|lib|sys)";
const NAME = "[^\\s'\"`<>|,;()[\\]{}\\\\]";

const PATHS = [
  new RegExp(String.raw`file:\/\/\/?${NAME}+`, "g"),
  new RegExp(String.raw`(?<![\w./:}-])\/${TOP}(?:\/${NAME}*)?`, "g"),
  new RegExp(String.raw`(?<![\w/])~\/${NAME}+`, "g"),
  /(?<![\w])[A-Za-z]:\\[^\s'"`<>|,;()]+/g,
  /(?<![\w\\])\\\\\w[^\s'"`<>|,;()]+/g,
  /node:internal\/[\w/]+(?::\d+(?::\d+)?)?/g,
  /(?<![\w/])node_modules\/[^\s'"`,;()]+/g,
  /(?<![\w/:.@-])(?:\.{1,2}\/)(?:[\w.-]+\/)*[\w.-]+\.(?:[cm]?[jt]sx?|json|ya?ml|toml|html?|css|scss|less|ejs|hbs|pug|wasm|node|env|pem)\b(?::\d+(?::\d+)?)?/g,
  /(?<![\w/:.@-])(?:src|lib|dist|app|config|views|test|tests|scripts|packages|build)\/(?:[\w.-]+\/)*[\w.-]+\.(?:[cm]?[jt]sx?|json|ya?ml|toml|html?|css|scss|less|ejs|hbs|pug|env|pem)\b(?::\d+(?::\d+)?)?/g,
  /(?<![\w/.@-])[\w.-]+\.(?:[cm]?[jt]sx?|json|ya?ml|s?css|less|ejs|hbs|pug):\d+(?::\d+)?/g,
];

const IPV4 = String.raw`(?:127|10)\.\d{1,3}\.\d{1,3}\.\d{1,3}|192\.168\.\d{1,3}\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3}|169\.254\.\d{1,3}\.\d{1,3}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d{1,3}\.\d{1,3}`;
const SUFFIX = "internal|local|lan|corp|home|intranet|private|svc|consul|test|localdomain";
const HOSTS = [
  new RegExp(String.raw`(?<![\w.-])(?:${IPV4})(?![\w-]|\.\d)`, "g"),
  /(?<![\w.:-])(?:::ffff:[\d.]+|::1(?=:\d{2,5}\b)|::1|f[cd][\da-f]{2}:[\da-f:]+|fe80::[\da-f:]+)(?![\w]|:(?!\d{2,5}\b))/gi,
  /(?<![\w.-])localhost(?![\w-])/g,
  new RegExp(String.raw`(?<![\w.-])(?:[\w-]+\.)+(?:${SUFFIX})(?![\w-]|\.\w)`, "g"),
  /(?<=(?:getaddrinfo|query\w+|getHostByAddr|getnameinfo) E\w+ )[\w.-]+/g,
];

function unique(kind: Hold["kind"], values: Iterable<string>): Hold[] {
  return [...new Set(values)].filter((value) => value !== "").map((value) => ({ kind, value }));
}

function matches(text: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([value]) => value));
}

/** A numbered line of source, or the caret below it. */
const EXCERPT = /^\s*(?:>+\s*)?\d+\s*[|│]\s*\S|^[\s|│\d:.-]*(?:\^|~)+/;

const isFrame = (line: string): boolean => FRAME.test(line) || HEADERS.test(line);

/** The numbers of the lines that show a position with its source and caret, as an uncaught error is printed. */
function excerpts(lines: readonly string[]): Set<number> {
  const shown = new Set<number>();
  lines.forEach((line, index) => {
    if (!/^(?:"stack":")?(?:\/|file:|node:|\[|[\w.-]+\.[cm]?[jt]s(?=:\d+$)).*:\d+$/.test(line)) return;
    const caret = lines.slice(index + 1, index + 4).findIndex((next) => /^\s*\^+\s*$/.test(next));
    if (caret === -1) return;
    for (let at = index; at <= index + 1 + caret; at++) shown.add(at);
  });
  return shown;
}

/** What stands between two frames: a line break, also as JSON or HTML writes it, or the strings of a list. */
const BREAKS = { json: /\n|\\n|"(?=\s*at )/, plain: /\n|<br> &nbsp; &nbsp;|"(?=\s*at )/ };

/** What may follow a frame: the rest of the object, string or page that holds the stack. */
const AFTER = /"|<\/pre>|(?: \{|,)$/;

/** The lines of a stack trace in a text, trimmed, and what is left of the text. */
function stackLines(text: string, shape: Shape, excerpted: boolean): { frames: string[]; rest: string } {
  const lines = text.split(shape === "json" ? BREAKS.json : BREAKS.plain);
  const shown = excerpts(lines);
  const frames: string[] = [];
  const rest: string[] = [];
  lines.forEach((line, index) => {
    const cut = isFrame(line.trim()) ? -1 : line.search(AFTER);
    const frame = (cut === -1 ? line : line.slice(0, cut)).trim();
    if (isFrame(frame)) {
      frames.push(frame);
      rest.push(cut === -1 ? "" : line.slice(cut));
    } else if (line.trim() !== "" && (shown.has(index) || (excerpted && EXCERPT.test(line)))) frames.push(line.trim());
    else rest.push(line);
  });
  return { frames, rest: rest.join("\n") };
}

/** Without the punctuation of the sentence around it. */
const bare = (path: string): string => path.replace(/[.:!?*]+$/, "");

/** Paths that are part of another one, where that stands, are no labels of their own. */
function outermost(text: string, paths: readonly string[]): string[] {
  const sorted = [...new Set(paths)].sort((a, b) => b.length - a.length);
  const kept: string[] = [];
  let left = text;
  for (const path of sorted) {
    if (!left.includes(path)) continue;
    kept.push(path);
    left = left.replaceAll(path, "∎");
  }
  return kept;
}

/** The labels of a text: what its maker declared and what the runtime is known to add. */
export function label(text: string, shape: Shape, traits: Traits): Labelled {
  const { hosts = [], paths = [], excerpt = false } = traits;
  const credentials = unique("credential", matches(text, [/\{\{\w+:\d+(?:\|\w+)?\}\}/g])).map(
    (hold): Hold => (words.has(hold.value) ? { ...hold, unmarked: true } : hold),
  );
  const { frames, rest } = stackLines(text, shape, excerpt);
  // A template is no part of a path or a host, and a public address holds no path.
  const plain = rest.replace(/\{\{\w+:\d+(?:\|\w+)?\}\}/g, "⦿");
  const declaredHosts = hosts.filter((host) => plain.includes(host));
  const foundHosts = unique("host", [...declaredHosts, ...matches(plain, HOSTS)]);
  const withoutUrls = plain.replace(/\b(?!file:)[a-z][a-z\d+.-]*:\/\/[^\s'"`<>)]+/gi, "⧉");
  const named = paths.filter((path) => plain.includes(path));
  const found = [...named, ...matches(withoutUrls, PATHS).map(bare)].filter((path) => !/[⦿⧉]/.test(path));
  const foundPaths = unique("path", outermost(plain, found));
  const flat = shape === "flat" ? text.replace(/\n\s*/g, " ") : text;
  return { text: flat, holds: [...credentials, ...foundHosts, ...foundPaths, ...unique("stack", frames)] };
}
