import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith, holds } from "../../engine/trigger.ts";

const NEXT_NUMBERED = / ?\n|\s(?=\d{1,3}: ?\()/g;

/** To the next numbered frame, or the end of the line. */
function toNext(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  NEXT_NUMBERED.lastIndex = end;
  return { start, end: NEXT_NUMBERED.exec(match.input)?.index ?? match.input.length };
}

/** How far behind its address a debugger's line names the place. */
const LINE = 300;

/** From the address to the place in a file that the line ends with, and the source that is shown of it. */
function toPlace(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const line = match.input.slice(end, end + LINE);
  const at = line.search(/ at [^\s:]+:\d/);
  if (at < 0 || line.slice(0, at).includes("\n")) return undefined;
  const place = /^ at [^\s:]+:\d+(?:\s\d+\t[^\n]*)?/.exec(line.slice(at))?.[0] ?? "";
  return { start, end: end + at + place.length };
}

/** Stacks of OCaml, Haskell, Tcl, Lisp and Scheme, R and Julia. */
export const otherRules = (): readonly BuiltInRule[] => [
  {
    id: "ocaml-frame",
    kind: "stack",
    needs: 0,
    triggers: [holds("raised at", "raised by primitive", "called from")],
    pattern:
      /(?:(?:Re-)?[Rr]aised (?:at|by primitive operation at)|[Cc]alled from)(?: unknown location|(?: [\w.]+)? in file "[^"\n]*"(?: \(inlined\))?, lines? [\d-]+(?:, characters? [\d-]+)?)/g,
    redacts: ['Called from Orders in file "bin/orders.ml", line 2, characters 20-45', "Re-Raised at unknown location"],
    keeps: ["Called from the outside"],
  },
  {
    id: "haskell-frame",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [holds("CallStack (from", ", called at ")],
    pattern: /CallStack \(from [^()\n]*\):|(?<![\w.'])[\w.']+, called at [^\s:]+:\d+:\d+(?: in \S+)?/g,
    redacts: ["CallStack (from HasCallStack):\n  error, called at app/Main.hs:5:8 in main:Main"],
    keeps: ["called at noon: 12"],
  },
  {
    id: "tcl-frame",
    kind: "stack",
    needs: 0,
    triggers: [holds("while executing", "invoked from within", "(procedure ", "(file ", '" body line ')],
    pattern:
      /(?:while executing|invoked from within)\s+"[^"\n]*"?|(?:while executing|invoked from within)(?=\s*$)|\((?:(?:procedure|file) (?:"[^"\n]*"|[^\s"]+)|"[^"\n]*" body) line \d+\)/g,
    redacts: ['while executing\n"open $file"\n    (procedure "read_all" line 2)', '("foreach" body line 3)'],
    keeps: ["while executing it", "(procedure read_all is missing)"],
  },
  {
    id: "lisp-frame",
    kind: "stack",
    needs: TRAIT.parenthesis | TRAIT.digit,
    triggers: [holds("backtrace")],
    hint: /[Bb]acktrace/,
    pattern: /(?:[Bb]acktrace(?: for: #<[^\n<>]*>)?:?)(?=\s+\d{1,3}:? ?\()|(?<=\s)\d{1,3}(?:: ?| )\((?=[\w("'#%[])/g,
    locate: toNext,
    redacts: [
      'Backtrace:\n           1 (primitive-load "x.scm")',
      "Backtrace for: #<SB-THREAD>\n0: (ERROR 1)\n1: (RUN)",
    ],
    keeps: ["A backtrace of 3 frames"],
  },
  {
    id: "julia-or-r-frame",
    kind: "stack",
    needs: 0,
    triggers: [holds("Stacktrace:", "0] ")],
    pattern: /Stacktrace:|\[\d{1,3}\] \S+(?:\([^()\n]*\))?\s+@ [\w.]+ [^\s:]+:\d+/g,
    redacts: ["Stacktrace:\n [1] load(id::Int64)\n   @ Main ./orders.jl:3"],
    keeps: ["see [1] for it"],
  },
  {
    id: "r-calls",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [beginsWith("Calls: ")],
    pattern: /\bCalls: \S+(?: (?:->|\.\.\.) \S+)*(?:\s+Execution halted)?/g,
    locate: (match) => (/ -> | \.\.\. |halted$/.test(match[0]) ? wholeOf(match) : undefined),
    redacts: ["Error in f(x) : bad Calls: main -> run Execution halted", "Calls: <Anonymous> ... f -> g"],
    keeps: ["Calls: 12 of 30", "Calls: none"],
  },
  {
    id: "debugger-line",
    kind: "stack",
    needs: TRAIT.parenthesis | TRAIT.equals,
    triggers: [holds(") at ")],
    pattern: /(?<![^\s])[\w:~<>*&,]+ \((?:[\w@.:]+=[^\n()]*(?:\([^\n()]*\)[^\n()]*)*)\) at [^\s:]+:\d+/g,
    redacts: ["raise (signo=signo@entry=6) at ./nptl/raise.c:44"],
    keeps: ["f (a=1) is odd"],
  },
  {
    id: "ruby-source-line",
    kind: "stack",
    needs: TRAIT.lineBreak,
    triggers: [holds("^")],
    pattern: /\n[ \t][^\n]*\n[ \t]*\^+[ \t]*(?=\n\s*from )/g,
    redacts: ["undefined method (NoMethodError)\n\n  order.x\n       ^^\n\tfrom x.rb:1:in `f'"],
    keeps: ["a\n b\n ^\nc"],
  },
  {
    id: "debugger-place",
    kind: "stack",
    needs: TRAIT.digit,
    triggers: [beginsWith("0x")],
    pattern: /(?<!\w)0x[0-9a-f]{8,16} in (?=\w)/g,
    locate: toPlace,
    redacts: ["0x000055d0c4002a10 in read_total (o=0x0) at src/crash.c:6\n6\t  return o->total;"],
    keeps: ["0x000055d0c4002a10 in memory"],
  },
  {
    id: "guile-frame",
    kind: "stack",
    needs: TRAIT.colon | TRAIT.lineBreak,
    triggers: [holds(".scm:")],
    hint: /\.scm:/,
    pattern: /\n(?<private>In [\w./-]+\.scm:| {1,8}\d{1,5}:\d{1,4} +\d{1,3} \([^\n]*)/g,
    redacts: ["x\nIn ice-9/eval.scm:\n   2007:7  0 (error _ . _)"],
    keeps: ["x\nIn time: x.scm:"],
  },
];
