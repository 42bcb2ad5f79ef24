import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith, beginsWithRun, holds } from "../../engine/trigger.ts";

const NEXT_NUMBERED = / ?\n|\s(?=#\d+\s+(?:0x|\S+ \()|SUMMARY: |\d+: (?:0x|\w+::))/g;

/** A frame that tells its arguments: to the next frame, or the end of its line. */
function toNext(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  NEXT_NUMBERED.lastIndex = end;
  return { start, end: NEXT_NUMBERED.exec(match.input)?.index ?? match.input.length };
}

/** What points into a line of a program, with an error behind it. */
const POINTER = /(?<=\s)\^+[ \t]*(?=\s(?:error|\w*Error)\b)/g;

/** Longer names of errors are not looked for. */
const ERROR_NAME = 100;

/** A line of a program up to the last thing that points into it, if anything does. */
function toPointer(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const pointers = match.input.slice(start, end + ERROR_NAME).matchAll(POINTER);
  const last = [...pointers].findLast(({ index }) => start + index < end);
  return last === undefined ? undefined : { start, end: start + last.index + last[0].length };
}

/** How near to a line of code a file is named when the code is the service's own, and not a caller's input. */
const NEAR = 400;

function besideFile(match: RegExpExecArray): Span | undefined {
  const around = match.input.slice(Math.max(0, match.index - NEAR), match.index + NEAR);
  return /[\w.]\/[\w-]+\.[a-z]/.test(around) ? wholeOf(match) : undefined;
}

/** Panics and backtraces of Go and Rust, and of C and C++ with their sanitizers and debuggers. */
export const compiledRules = (): readonly BuiltInRule[] => [
  {
    id: "go-heading",
    kind: "stack",
    needs: 0,
    triggers: [holds("goroutine 0", "crashed", "!", "created by ", "[signal ", "exit status")],
    hint: /goroutine \d|crashed|!\S|created by |\[signal |exit status/,
    pattern:
      /goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[[^[\]\n]*\]:|\[signal [A-Z]+: [^[\]\n]*\]|Thread \d+ \(crashed\)|(?<=\s)\d{1,3} +[\w.-]+![^\s[]+ \[[^[\]\n]+\]|created by [\w/*()$@-]+\.[\w(][\w./*()$@-]*(?: in goroutine \d+)?/g,
    redacts: [
      "goroutine 1 [running]:",
      "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x45]",
      "created by main.start in goroutine 1",
    ],
    keeps: ["a goroutine leaked", "created by the user", "7 were created by Jo."],
  },
  {
    id: "go-frame",
    kind: "stack",
    needs: TRAIT.parenthesis | TRAIT.colon,
    triggers: [holds(".go:0", ".s:0")],
    pattern:
      /(?<![\w./@~%*·-])[\w./@~%·-]+(?:\[[\w.]*\][\w.·-]*)?(?:(?<=\.)\(\*?[\w.[\]]+\)[\w.·-]*(?:\[[\w.]*\][\w.·-]*)?)?\([^()\n]*\)\s+[^\s:]+(?<=\.(?:go|s)):\d+(?: \+0x[0-9a-f]+)?/g,
    redacts: [
      "main.main()\n\t/srv/main.go:12 +0x1d",
      "main.(*Server).handle(0xc0000, {0x1, 0x2}) /srv/s.go:5 +0x4",
      "main.(*Cache[...]).Get(...)\n\t/srv/c.go:7",
    ],
    keeps: ["f(x) is fine"],
  },
  {
    id: "go-position",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [holds("0 +0x")],
    pattern: /(?<![^\s:])[^\s:]+(?<=\.(?:go|s)):\d+ \+0x[0-9a-f]+/g,
    redacts: ["/srv/main.go:12 +0x1d"],
    keeps: ["main.go is fine"],
  },
  {
    id: "rust-panic",
    kind: "stack",
    needs: TRAIT.quote,
    triggers: [holds("panicked at")],
    pattern: /thread '[^'\n]*'(?: \(\d+\))? panicked at (?:[^\s,:'"]+:\d+:\d+:?)?/g,
    redacts: ["thread 'main' panicked at src/main.rs:2:5:", "thread 'main' panicked at 'boom', src/main.rs:2:5"],
    keeps: ["the thread panicked"],
  },
  {
    id: "rust-frame",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [beginsWithRun(/[\w.:]/, "0: ")],
    pattern:
      /(?<![\w.:])\d{1,3}: +(?:0x[0-9a-f]+ - )?(?:<?[\w$&*]+(?:::[\w$<>{}#&*, =\-.[\]()']+)+|\w+|<(?:[^\n:]|::){1,200}?>::\w+)(?<! )\s+at (?:[^\s:]+|[A-Z]:[^\s:]+):\d+(?::\d+)?/g,
    redacts: [
      "0: rust_begin_unwind\n             at /rustc/abc/library/std/src/panicking.rs:584:5",
      "2: app::main at ./src/main.rs:3:5",
    ],
    keeps: ["3: three"],
  },
  {
    id: "rust-frame-without-place",
    kind: "stack",
    needs: TRAIT.colon | TRAIT.lineBreak,
    triggers: [beginsWithRun(/[ \d]/, "0: ")],
    pattern:
      /(?<=\n) *\d{1,3}: +(?:0x[0-9a-f]+ - )?(?:<?[\w$&]+::[^\n]*|_?(?:rust_\w+|__libc\w*|main|_start|start|clone3?|start_thread|\w+_unwind))(?=\n|$)/g,
    redacts: ["\n   4: core::ops::function::FnOnce::call_once\n"],
    keeps: ["\n1: one\n"],
  },
  {
    id: "rust-heading",
    kind: "stack",
    needs: TRAIT.mark,
    triggers: [beginsWith("Stack backtrace:", "note: some details", "note: run with `")],
    pattern:
      /[Ss]tack backtrace:|note: [Ss]ome details are omitted, run with `RUST_BACKTRACE=full`[^\n.]*\.?|note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace/g,
    redacts: ["stack backtrace:", "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"],
    keeps: ["a backtrace is written"],
  },
  {
    id: "native-frame",
    kind: "stack",
    needs: TRAIT.hash,
    triggers: [beginsWith("#0")],
    pattern:
      /(?<![\w#&])#\d{1,3}\s+(?:0x[0-9a-fA-F]{4,16}(?: in)?(?=\s)|<signal handler called>|(?=[\w:~<>*&,])[\w:~>*&,]*(?:<[\w:~<>*&,]*(?: (?!\()[^\n>]{0,80}>)?)? \((?=\)|[\w@.:]+=|[^()\n]{0,200}\) at ))/g,
    locate: toNext,
    redacts: [
      "#0 0x55d0c0de in main /srv/x.c:5:10",
      "#1  0x00007f in ?? () from /lib/libc.so.6",
      "#0  main () at x.c:5",
    ],
    keeps: ["issue #42 is open", "#1 best", "colour #00ff00"],
  },
  {
    id: "sanitizer-report",
    kind: "stack",
    needs: TRAIT.equals,
    triggers: [holds("Sanitizer")],
    // All that follows is the report: what happened at which address, frames, a map of the memory.
    pattern: /(?<!=)={2,}\d+={2,}\s?(?:ERROR|WARNING): \w{1,20}Sanitizer[\s\S]*/g,
    redacts: ["==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x55 #0 0x55d0c0de in main"],
    keeps: ["a == b", "==5"],
  },
  {
    id: "libc-frame",
    kind: "stack",
    needs: TRAIT.parenthesis,
    triggers: [holds("+0x")],
    pattern: /(?<!\S)[^\s()]+\([\w:~<>*&@.]*\+0x[0-9a-f]+\) ?\[?0x[0-9a-f]+\]?/g,
    redacts: ["./a.out(main+0x1d)[0x55d0c0de]", "/lib/libc.so.6(+0x29d90) [0x7f12]"],
    keeps: ["f(x+1)"],
  },
  {
    id: "valgrind-frame",
    kind: "stack",
    needs: 0,
    triggers: [beginsWith("==0")],
    pattern: /==\d{2,8}== [^\n]*?(?=\n|$|\s==\d+==)/g,
    redacts: ["==4127==    by 0x109196: main (free.c:9)"],
    keeps: ["a == 4127 is false"],
  },
  {
    id: "code-frame",
    kind: "stack",
    needs: TRAIT.lineBreak | TRAIT.digit,
    triggers: [holds("|")],
    hint: /(?:^|\n)[ \t]*>{1,2}[ \t]*\d+[ \t]?\|/,
    // Numbered lines of a program with a mark at the one at fault, and the line that points into it.
    pattern: /(?<=^|\n)[ \t]*(?:>{1,2}[ \t]*)?(?:\d{1,6}[ \t]?)?\|(?![|\w])[^\n]*(?:\n[ \t-]*\^+[ \t]*(?=\n|$))?/g,
    locate: besideFile,
    redacts: ["/srv/a.js: Unexpected token\n\n  1 | const a = 1;\n> 2 | const b = ;\n    |           ^\n  3 |"],
    keeps: ["a | b\n c | d", "Unexpected token (1:4)\n> 1 | { a\n    |    ^"],
  },
  {
    id: "code-line-and-caret",
    kind: "stack",
    needs: TRAIT.digit,
    triggers: [beginsWithRun(/[^\s"'`]/, "0 | ")],
    hint: /\^[ \t]*\s(?:error|\w*Error)\b/,
    pattern: /(?<![^\s"'`])\d{1,6} \| [^\n]*(?:\n[ \t]*\^+)?/g,
    locate: toPointer,
    redacts: ["38 | const order = await load(id);\n                      ^\nerror: x", "3 | a.b() ^ TypeError: x"],
    keeps: ["1 | a\n^"],
  },
  {
    id: "rust-frame-flat",
    kind: "stack",
    needs: TRAIT.colon | TRAIT.digit,
    triggers: [holds("backtrace", "panicked")],
    hint: /backtrace|panicked/i,
    pattern:
      /(?<=\s)\d{1,3}: +(?:0x[0-9a-f]+ - )?(?:<?[A-Za-z_$][\w$]*)(?:::[\w$<>{}#&*,=.[\]()'-]+|<[^\s>]*>| as [\w$]+)+/g,
    redacts: [
      "Stack backtrace: 13: <alloc::boxed::Box<F,A> as core::ops::function::FnOnce<Args>>::call_once 21: x::y::{{closure}}",
    ],
    keeps: ["a backtrace with 3: three"],
  },
];
