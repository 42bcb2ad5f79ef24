import type { Hold } from "../../entry.ts";

/** Finds the private things a tool itself adds to a text: frames by language, paths, internal hosts. */

export interface Hints {
  /** Names that only the caller knows to be hosts (`cache`, a public name in a look-up error). */
  readonly hosts?: readonly string[];
  readonly paths?: readonly string[];
  /** Substrings that look like paths or hosts and are none (a route, an option). */
  readonly harmless?: readonly string[];
  /** Templates of secrets that the text repeats as if they were any other word. */
  readonly words?: readonly string[];
  readonly lang?: string;
}

interface Shape {
  readonly frame: RegExp;
  /** Lines that go on with the frame above them (source, carets, the file of a Go frame). */
  readonly more?: RegExp;
}

const SHAPES: Record<string, Shape> = {
  python: {
    frame:
      /^[\s|+-]*((Exception Group )?Traceback \(most recent call last\):|Call stack:$|During handling of the above exc|The above exception was the direct|File ".*", line \d+|\[Previous line repeated)/,
    more: /^( {4}(?! *[|+])| *\| {4})\s*\S/,
  },
  java: { frame: /^\s+at [\w.$/<>]+.*\)$|^\s*(Caused by|Suppressed): |^\s*\.\.\. \d+ (more|common frames)/ },
  rust: { frame: /^stack backtrace:|^\s+\d+: \S|^thread '.*' (\(\d+\) )?panicked at/, more: /^\s+at \S+:\d+/ },
  go: {
    frame: /^goroutine \d+ |^\[signal |^created by |^[\w./]+(\.[\w().*]+)*\(.*\)$|^\t\S+\.(go|s):\d+/,
    more: /^\t\S+\.(go|s):\d+/,
  },
  gdb: { frame: /^#\d+ |^Thread \d+ |^\[Current thread|^(0x[0-9a-f]+ in )?\S+ \(.*\) at \S+:\d+$/, more: /^\d+\t/ },
  asan: {
    frame:
      /^\s+#\d+ 0x|^(READ|WRITE) of size .* thread |^(freed|previously allocated|allocated) by thread|^0x.* located .* region|^Address 0x.* in frame/,
  },
  valgrind: { frame: /^==\d+==\s+((at|by) 0x|Address 0x|Block was alloc)/ },
  perl: { frame: /^\s+\S+::\S+\(.*\) called at |^\s+eval \{...\} called at |^\s+require \S+ called at / },
  ruby: { frame: /^\s+\d*:? ?from .*:\d+:in |^\S+:\d+:in `[^']*'/, more: /^ {2}\S|^\s+\^+$/ },
  php: { frame: /^(PHP )?(Stack trace:|#\d+ |\s+\d+\. |\s+thrown in )/ },
  lua: { frame: /^stack traceback:|^\s+(\[C\]|\S+:\d+|\S+): in |^\s+\(\.\.\.tail calls/ },
  tcl: { frame: /^\s+(while executing|invoked from within|\(procedure|\(file|\(command|\("\w+" body)/, more: /^"/ },
  elixir: { frame: /^\s+(\([\w ./-]+\) )?\S+:\d+: |^\s+\(\w+ [\d.]+\) \S|^ {4}:?[A-Za-z][\w.]*\.[\w!?]+\(.*\)$/ },
  erlang: {
    frame: /^\s+in (function|call from|operator) |^\s*\[?\{[\w']+,[\w'/<>-]+,.*\[(\{file|\])/,
    more: /^\s+called as /,
  },
  mono: { frame: /^\s+at .+\)( \[0x| in |$)|^\s+--- End of/ },
  ocaml: { frame: /^(Raised|Called|Re-raised) (at|from|by)/ },
  guile: { frame: /^Backtrace:|^In (\S+|unknown file):$|^\s+\S*:?\d*:?\d* +\d+ \(/ },
  sbcl: { frame: /^Backtrace for: |^\d+: / },
  plpgsql: { frame: /^(CONTEXT: +)?PL\/pgSQL function / },
  swipl: { frame: /^\s+\[\d+\] / },
};

const EXT =
  "(?:py|js|ts|go|rs|c|cc|cpp|h|hpp|java|kt|scala|rb|php|pl|pm|lua|sh|sql|conf|cfg|toml|ya?ml|json|exs?|erl|ml|scm|lisp|cs|tcl|csv|log|env|mk|xml|crt|pem|key|gradle|awk|jq|txt|inc|s|o)";
const ROOTS = "(?:srv|home|usr|opt|var|etc|tmp|dev|proc|root|build|rustc|lib|bin|run|mnt|data|app|nonexistent|ssd)";
const POSITION = "(?::\\d+(?::\\d+)?)?";
const PATHS = new RegExp(
  [
    `(?<![\\w.@%/-])(?:file://)?/${ROOTS}(?:/[\\w.@+%~-]+)*/?${POSITION}`,
    `(?<![\\w./@%-])(?:~|\\.{1,2})/[\\w./-]+${POSITION}`,
    `(?<![\\w./@:%-])(?:\\.{1,2}/)*(?:[\\w@-]+/)+[\\w.-]+\\.${EXT}\\b${POSITION}`,
    `(?<![\\w./@:%-])(?:[\\w-]+\\.${EXT}|Makefile)(?::\\d+(?::\\d+)?|\\(\\d+\\))`,
  ].join("|"),
  "g",
);

const SUFFIXES = "(?:internal|local|lan|corp|home|intranet|private|svc|consul|test)";
const HOSTS = new RegExp(
  [
    "(?<![\\d.])(?:127|10)\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?![\\d])",
    "(?<![\\d.])(?:192\\.168|169\\.254|172\\.(?:1[6-9]|2\\d|3[01])|100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7]))\\.\\d{1,3}\\.\\d{1,3}(?!\\d)",
    "(?<![\\w:.])(?:::1|f[cd][0-9a-f]{2}:[0-9a-f:]+|fe80::[0-9a-f:]+)(?![\\w:])",
    "(?<![\\w.-])localhost(?:\\.localdomain)?(?![\\w-])",
    `(?<![\\w.@/-])(?<!\\w/)(?:[a-z0-9][a-z0-9-]*\\.)+${SUFFIXES}(?:\\.cluster\\.local)?(?![\\w-])(?!\\.\\w)`,
    `(?<=//|@)(?:[a-z0-9][a-z0-9-]*\\.)+${SUFFIXES}(?:\\.cluster\\.local)?(?![\\w-])(?!\\.\\w)`,
    "(?<![\\w.-])(?:[a-z0-9][a-z0-9-]*\\.)+(?:rds\\.amazonaws\\.com|database\\.azure\\.com)",
  ].join("|"),
  "g",
);

interface Line {
  readonly text: string;
  readonly role: "plain" | "frame" | "more";
}

function readLines(text: string, lang: string | undefined): Line[] {
  const shape = lang === undefined ? undefined : SHAPES[lang];
  let inFrame = false;
  return text.split("\n").map((line): Line => {
    if (shape === undefined) return { text: line, role: "plain" };
    const role =
      shape.frame.test(line) && !(inFrame && shape.more?.test(line))
        ? "frame"
        : inFrame && shape.more?.test(line)
          ? "more"
          : "plain";
    inFrame = role !== "plain" || (inFrame && line.trim() === "");
    return { text: line, role };
  });
}

/** Ruby prints the first frame and the message on one line; the message stays outside, as do the rules of a group. */
function frameText(line: string): string {
  return /^\S+:\d+:in `[^']*'/.exec(line)?.[0] ?? line.replace(/^\s*[|+]\s+/, "").trim();
}

/** What is searched for paths: no frames, but the header lines that hold a message of their own. */
function outsideFrames(line: Line): string {
  const message = line.role === "plain" || /^\s*(Caused by|Suppressed): /.test(line.text);
  return message ? line.text : line.text.replace(frameText(line.text), "");
}

function stackLabels(lines: readonly Line[], flat: boolean): string[] {
  const values: string[] = [];
  for (const line of lines) {
    const last = values.at(-1);
    if (line.role === "plain") continue;
    if (line.role === "more" && flat && last !== undefined) values[values.length - 1] = `${last} ${line.text.trim()}`;
    else values.push(frameText(line.text));
  }
  return values.filter((value) => !/^[\^~ ]{0,2}$/.test(value));
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function declared(text: string, names: readonly string[]): string[] {
  return names.filter((name) => new RegExp(`(?<![\\w.-])${escapeRegExp(name)}(?![\\w-])(?!\\.\\w)`).test(text));
}

function pathValues(text: string): string[] {
  const routes = text.replace(/\b(GET|POST|PUT|DELETE|PATCH|HEAD) \/\S*/g, "$1 ");
  return [...routes.matchAll(PATHS)].map((match) => match[0].replace(/[.]+$/, ""));
}

/** The text in its final form (one line if `flat`) and every private thing in it. */
export function label(raw: string, flat: boolean, hints: Hints): { text: string; holds: Hold[] } {
  const lines = readLines(raw, hints.lang);
  const text = flat ? lines.map((line) => line.text.trim()).join(" ") : raw;
  const plain = lines.map(outsideFrames).join("\n");
  const found: Hold[] = [
    ...[...text.matchAll(/\{\{\w+:\d+(?:\|\w+)?\}\}/g)].map(([value]): Hold => {
      return { kind: "credential", value, ...(hints.words?.includes(value) ? { unmarked: true } : {}) };
    }),
    ...[...text.matchAll(HOSTS)].map((match): Hold => ({ kind: "host", value: match[0] })),
    ...declared(text, hints.hosts ?? []).map((value): Hold => ({ kind: "host", value })),
    ...pathValues(plain).map((value): Hold => ({ kind: "path", value })),
    ...(hints.paths ?? []).filter((path) => plain.includes(path)).map((value): Hold => ({ kind: "path", value })),
    ...stackLabels(lines, flat).map((value): Hold => ({ kind: "stack", value })),
  ];
  const unique = new Map(found.map((hold) => [`${hold.kind} ${hold.value}`, hold]));
  const holds = [...unique.values()].filter(
    (hold) => !(hints.harmless ?? []).includes(hold.value) && text.includes(hold.value),
  );
  return { text, holds };
}
