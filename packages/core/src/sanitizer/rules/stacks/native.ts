import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { locateIf, locateUpTo } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";

/** The carets that point into a source line, before an error. */
const CARETS = /(?<=\s)\^+[ \t]*(?=\s(?:error|\w*Error)\b)/g;

/** Returns a source line up to the last caret that points into it, if there is one. After it, an error's name is read. */
function locateToCaret(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const carets = [...match.input.slice(start, end + 100).matchAll(CARETS)];
  const last = carets.findLast(({ index }) => start + index < end);
  return last === undefined ? undefined : { start, end: start + last.index + last[0].length };
}

/** Returns a frame of Go. One without arguments names a package and a function, and its path is absolute or on a line of its own. */
function locateGo(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const [, name = "", call, gap = "", path = ""] = match;
  const isWhole = gap === "\n\t" || /^(?:[A-Za-z]:)?[\\/]/.test(path);
  const isFrame = call !== undefined || (isWhole && /\w\)?\]?\.[\w(]/.test(name.slice(name.lastIndexOf("/") + 1)));
  return isFrame && match.input[end] !== ":" ? { start, end } : undefined;
}

/** Whether a file is named near a source line. Without one, the line may be a caller's input, not the service's own code. */
function isNearFile({ input, index }: RegExpExecArray): boolean {
  return /[\w.]\/[\w-]+\.[a-z]/.test(input.slice(Math.max(0, index - 400), index + 400));
}

/** Panics and backtraces of Go and Rust, and of C and C++ with their sanitizers and debuggers. */
export const nativeRules = (): RuleTable => ({
  "go-heading": {
    triggers: [contains("goroutine 0", "crashed", "!", "created by ", "[signal ", "exit status")],
    pattern:
      /goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[[^[\]\n]*\]:(?:\s[^\s()]+(?:\(\*\w+\)[^\s()]+)?\([^()\n]*\))?|\[signal [A-Z]+: [^[\]\n]*\]|Thread \d+ \(crashed\)|(?<=\s)\d{1,3} +[\w.-]+![^\s[]+ \[[^[\]\n]+\]|created by [\w/*()$@-]+\.[\w(][\w./*()$@-]*(?: in goroutine \d+)?/g,
  },
  "go-frame": {
    triggers: [contains(".go:0", ".s:0")],
    pattern:
      /(?<![\w./@~%*·-])([\w./@~%·-]+(?:\[[\w.]*\][\w.·-]*)?(?:(?<=\.)\(\*?[\w.[\]]+\)[\w.·-]*(?:\[[\w.]*\][\w.·-]*)?)?)(\([^()\n]*\))?(\s+)((?:[A-Za-z]:)?[^\s:]+)(?<=\.(?:go|s)):\d+(?: \+0x[0-9a-f]+)?/g,
    locate: locateGo,
  },
  "go-position": {
    triggers: [contains("0 +0x")],
    pattern: /(?<![^\s:])[^\s:]+(?<=\.(?:go|s)):\d+ \+0x[0-9a-f]+/g,
  },
  "rust-panic": {
    triggers: [contains("panicked at")],
    pattern: /thread '[^'\n]*'(?: \(\d+\))? panicked at (?:[^\s,:'"]+:\d+:\d+:?)?/g,
  },
  "rust-frame": {
    triggers: [contains("0: ")],
    pattern:
      /(?<![\w.:])\d{1,3}: +(?:0x[0-9a-f]+ - )?(?:<?[\w$&*]+(?:::[\w$<>{}#&*, =\-.[\]()']+)+|\w+|<(?:[^\n:]|::){1,200}?>::\w+)(?<! )\s+at (?:[^\s:]+|[A-Z]:[^\s:]+):\d+(?::\d+)?/g,
  },
  "rust-frame-without-place": {
    triggers: [contains("0: ")],
    pattern:
      /(?<=\n) *\d{1,3}: +(?:0x[0-9a-f]+ - )?(?:<?[\w$&]+::[^\n]*|_?(?:rust_\w+|__libc\w*|main|_start|start|clone3?|start_thread|\w+_unwind))(?=\n|$)/g,
  },
  "rust-heading": {
    triggers: [contains("Stack backtrace:", "note: some details", "note: run with `")],
    pattern:
      /[Ss]tack backtrace:|note: [Ss]ome details are omitted, run with `RUST_BACKTRACE=full`[^\n.]*\.?|note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace/g,
  },
  "native-frame": {
    triggers: [contains("#0")],
    pattern:
      /(?<![\w#&])#\d{1,3}\s+(?:0x[0-9a-fA-F]{4,16}(?: in)?(?=\s)|<signal handler called>|(?=[\w:~<>*&,])[\w:~>*&,]*(?:<[\w:~<>*&,]*(?: (?!\()[^\n>]{0,80}>)?)? \((?=\)|[\w@.:]+=|[^()\n]{0,200}\) at ))/g,
    // A frame goes on with its arguments.
    locate: locateUpTo(/ ?\n|\s(?=#\d+\s+(?:0x|\S+ \()|SUMMARY: |\d+: (?:0x|\w+::))/g),
  },
  "sanitizer-report": {
    triggers: [contains("Sanitizer")],
    // Everything after it is part of the report: addresses, frames, a memory map.
    pattern: /(?<!=)={2,}\d+={2,}\s?(?:ERROR|WARNING): \w{1,20}Sanitizer[\s\S]*/g,
  },
  "libc-frame": {
    triggers: [contains("+0x")],
    pattern: /(?<!\S)[^\s()]+\([\w:~<>*&@.]*\+0x[0-9a-f]+\) ?\[?0x[0-9a-f]+\]?/g,
  },
  "valgrind-frame": {
    triggers: [contains("==0")],
    pattern: /==\d{2,8}== [^\n]*?(?=\n|$|\s==\d+==)/g,
  },
  "code-frame": {
    triggers: [contains("|")],
    context: /(?:^|\n)[ \t]*>{1,2}[ \t]*\d+[ \t]?\|/,
    // Numbered source lines with a mark at the wrong one, and the line that points into it.
    pattern: /(?<=^|\n)[ \t]*(?:>{1,2}[ \t]*)?(?:\d{1,6}[ \t]?)?\|(?![|\w])[^\n]*(?:\n[ \t-]*\^+[ \t]*(?=\n|$))?/g,
    locate: locateIf((_, match) => isNearFile(match)),
  },
  "code-line-and-caret": {
    triggers: [contains("0 | ")],
    pattern: /(?<![^\s"'`])\d{1,6} \| [^\n]*(?:\n[ \t]*\^+)?/g,
    locate: locateToCaret,
  },
  "rust-frame-flat": {
    triggers: [contains("backtrace", "panicked")],
    context: /backtrace|panicked/i,
    pattern:
      /(?<=\s)\d{1,3}: +(?:0x[0-9a-f]+ - )?(?:<?[A-Za-z_$][\w$]*)(?:::[\w$<>{}#&*,=.[\]()'-]+|<[^\s>]*>| as [\w$]+)+/g,
  },
});
