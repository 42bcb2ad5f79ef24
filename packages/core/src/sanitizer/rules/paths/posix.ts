import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, beginsWithRun, characters, holds, runStart, startIf } from "../../engine/trigger.ts";
import { isBlank, isLetter, isQuote, isSmall } from "../shared/characters.ts";
import { pathSpan, withoutEnd } from "./extent.ts";
import { isPosixPath, isRelativePath } from "./file-path.ts";

/** Behind a path: its place in the file, as compilers and runtimes write it. */
const PLACE = /^(?:(?::\d+){1,2}|\(\d+(?:,\s?\d+)?\)|:\(\d+,\d+\)|,? line \d+(?:,? col(?:umn)? \d+)?| on line \d+)/;

const beginsPlace = characters(/[:(, ]/);

function placed(match: RegExpExecArray, path: string): Span {
  const span = pathSpan(match, match.index, path);
  const from = isQuote(match.input, span.end) ? span.end + 1 : span.end;
  if (!beginsPlace(match.input, from)) return span;
  const place = PLACE.exec(match.input.slice(from, from + 40))?.[0];
  return place === undefined ? span : { start: span.start, end: from + place.length };
}

function locateAbsolute(match: RegExpExecArray): Span | undefined {
  const path = withoutEnd(match[0]);
  const before = match.input.slice(Math.max(0, match.index - 24), match.index);
  if (isPosixPath(path, before)) return placed(match, path);
  const { start, end } = pathSpan(match, match.index, path);
  const longer = end > start + path.length && isPosixPath(match.input.slice(start, end), before);
  return longer ? placed(match, path) : undefined;
}

function locateRelative(match: RegExpExecArray): Span | undefined {
  const path = withoutEnd(match[0]);
  if (!path.includes("/") || !isRelativePath(path)) return undefined;
  return placed(match, path);
}

/** What stands before the slash of another thing than an absolute path. */
const goesOn = characters(/[\w./~@%$}*-]/);

/** What stands before slashes that are no path's. */
const followsOn = characters(/[\w:/.@-]/);

/** Whether a letter behind a hyphen is a flag. */
function isFlag(text: string, at: number): boolean {
  return isLetter(text, at) && (at === 1 || isBlank(text, at - 2));
}

/** An absolute path begins with a slash that nothing goes on with, but for a flag or a sign that says so. */
function startOfPath(text: string, slash: number): number {
  if (slash === 0 || !goesOn(text, slash - 1)) return slash;
  const told = text[slash - 2] === "-" ? isFlag(text, slash - 1) : text[slash - 1] === "@" && text[slash - 2] === "=";
  return told ? slash : -1;
}

const inSegment = runStart(/[\w.@+$[\]-]/);
const isSign = characters(/[+$[\]]/);
const partsNames = characters(/[/:~\\]/);

/** Where a relative path begins that a slash stands in; behind a slash or a colon, only with the name in brackets. */
function startOfRelative(text: string, slash: number): number {
  const start = inSegment(text, slash, -1);
  if (start === slash) return -1;
  if (!partsNames(text, start - 1) || (text[start - 1] === ":" && text[start] === ".")) return start;
  let at = start;
  while (at < slash && !isSign(text, at)) at += 1;
  return at < slash ? at + 1 : -1;
}

const isSlash = characters(/[/\\]/);

/** Whether a name may be one of a source: with an ending, and no directory before it. */
function mayBeSource(text: string, start: number, end: number): boolean {
  if (isSlash(text, start - 1)) return false;
  let dot = end - 1;
  while (dot > start && text.charCodeAt(dot) !== DOT) dot -= 1;
  return dot > start && isSmall(text, dot + 1);
}

const DOT = 46;

/** File paths of POSIX systems, and of programs' sources. */
export const posixRules = (): readonly BuiltInRule[] => [
  {
    id: "posix-path",
    kind: "path",
    needs: TRAIT.slash,
    triggers: [beginsAt(startOfPath, "/")],
    pattern:
      /(?:(?<![\w./~@%$}*-])|(?<=(?:^|\s)-[A-Za-z])|(?<==@))\/(?![/*>])[^\s"'`<>|,;:(){}*?!\\[\]^]+(?:(?:[[(][\w.-]+[\])]|\\x[0-9a-f]{2})[^\s"'`<>|,;:(){}*?!\\[\]^]*)*/g,
    locate: locateAbsolute,
    redacts: [
      "Cannot read /srv/harness/lib/store.js",
      "open '/Users/J Doe/app/x.ts'",
      "ENOENT: no such file or directory, open '/data/in/config.yml'",
      "at /usr/src/app/x.js:10:5",
      "in /tmp",
      "path=/etc/passwd",
      "/opt2/server/config.json is missing",
      "bash: /home/deploy/run.sh: line 3: x",
    ],
    keeps: [
      "POST /v1/responses",
      "/v1/harnesses/chrn_1/models is gone",
      "GET /data/items/5",
      "and/or",
      "see https://example.com/usr/x",
      "/users/42",
      "24/7",
      "/api/v2/files.json",
    ],
  },
  {
    id: "doubled-slash-path",
    kind: "path",
    needs: TRAIT.slash,
    triggers: [beginsAt((text, at) => (followsOn(text, at - 1) ? -1 : at), "//")],
    pattern:
      /(?<![\w:/.@-])\/{2,4}(?:etc|usr|var|opt|srv|tmp|root|proc|mnt|Users)\/{1,4}[^\s"'`<>|,;:(){}*?!\\[\]^/][^\s"'`<>|,;:(){}*?!\\[\]^]*/g,
    locate: (match) => ({ start: match.index, end: match.index + withoutEnd(match[0]).length }),
    redacts: ["cannot read //etc//x", "open //srv//app//x.ts", "//var/log/x is full."],
    keeps: ["see https://example.com/etc/x", "//cdn.example.com/usr/x", "// tmp/x"],
  },
  {
    id: "home-path",
    kind: "path",
    needs: TRAIT.slash,
    triggers: [beginsWith("~", "$")],
    pattern: /(?<![\w/~$])(?:~(?:[A-Za-z][\w.-]*)?|\$\{?[A-Z][A-Z_]*\}?)\/[^\s"'`<>|,;:(){}*?!\\]+/g,
    locate: (match) => ({ start: match.index, end: match.index + withoutEnd(match[0]).length }),
    redacts: ["in ~/notes/x", "~deploy/.ssh/id_rsa", "read $HOME/.aws/credentials."],
    keeps: ["~5/6 of them", "a ~ b"],
  },
  {
    id: "relative-source-path",
    kind: "path",
    needs: TRAIT.slash,
    triggers: [beginsAt(startOfRelative, "/")],
    pattern:
      /(?<![\w./@:~\\-])(?:(?<![+$[\]])|(?<=[/:~\\][\w.@-]*[+$[\]]))[\w.@+$[\]-]+(?:\/(?:\([\w.-]+\)|[\w.@+$[\]~-])+)+|(?<![\w./@~\\-])(?:\.{1,2}\/)+[\w.@+-]+(?:\/(?:\([\w.-]+\)|[\w.@+$[\]~-])+)*/g,
    locate: locateRelative,
    redacts: [
      "src/harness/store.ts failed",
      "Cannot find module './x.js'",
      "in ../lib/a.rb:3",
      "app/(auth)/[slug]/page.tsx:3:1",
      "error in lib/x.py, line 3",
      "node_modules/express/lib/router.js",
      "files:[src/harness/store.ts]",
    ],
    keeps: [
      "application/json",
      "openai/gpt-5.2",
      "meta-llama/Llama-3.1-8B",
      "lodash/fp",
      "github.com/org/name",
      "text/plain",
      "input/output",
      "1.5/2.0",
    ],
  },
  {
    id: "source-position",
    kind: "path",
    needs: TRAIT.innerDot,
    triggers: [beginsAt(startIf(runStart(/[\w$@+.-]/), mayBeSource), ":0", "(0", ": line 0", ":[0", ":(.text")],
    pattern:
      /(?<![\w./\\@$+-])[\w$@+-]+(?:\.[\w$+-]+)*\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|java|kts?|scala|cs|fs|cpp|cc|cxx|[ch]|swift|dart|php|exs?|erl|hs|lua|pl|pm|sh|sql|wasm|awk|ml|clj|groovy|jl|nim|zig|html|json|ya?ml|conf|toml|css|scss|mk)(?:(?::\d+){1,3}(?!\w)|:\[\d+(?:,\d+)?\]|\(\d+(?:,\s?\d+)?\)|: line \d+|:\(\.text[^():\s]*\))/g,
    locate: wholeOf,
    redacts: ["app.js:10:5", "main.go:12", "x.ts(3,14)", "foo.py:3", "run.sh: line 3: x"],
    keeps: ["example.com:443", "10:30", "v1.2:3", "at 3.5:1"],
  },
  {
    id: "at-file-line",
    kind: "path",
    needs: TRAIT.innerDot,
    triggers: [holds("line 0")],
    pattern:
      /(?:(?<=\b(?:at|in|[Ff]ile) )|(?<=["'`(]))[\w$@+./\\-]+\.(?:p[lmy]|t|cgi|rb|[cm]?[jt]sx?|php|sh|awk|lua|r|sql|conf|ya?ml|json|toml|go|rs|[ch]|cpp|java|cs|exs?|html|css|xml|tf|nix|hcl|cfg|ini|mk)["'`]?(?:, line \d+| line \d+| on line \d+|: ?line \d+)(?:,? (?:column|char(?:acter)?|col) \d+)?/g,
    redacts: ["Died at app.pl line 12.", 'File "x.py", line 3'],
    keeps: ["at the line 3", "in line 5"],
  },
  {
    id: "build-file-position",
    kind: "path",
    needs: TRAIT.colon | TRAIT.digit,
    triggers: [beginsWithRun(/[\w./-]/, "file:0", "file.", "CMakeLists.txt:0")],
    pattern:
      /(?<![\w./-])(?:GNUm|[Mm]ake|Docker|Container|Rake|Gem|Jenkins|Vagrant|Proc|Brew|Pod|Fast|Cap|Guard)file(?:\.\w+)?:\d+(?::\d+)?|(?<![\w./-])CMakeLists\.txt:\d+/g,
    redacts: ["make: *** [Makefile:2: push] Error 1", "Dockerfile:3"],
    keeps: ["The Makefile is missing"],
  },
];
