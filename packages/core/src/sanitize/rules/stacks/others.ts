import { type BuiltInRule, type Span, wholeOf } from "../../rule.ts";
import { TRAIT } from "../../traits.ts";

const NEXT_NUMBERED = / ?\n|\s(?=\d{1,3}: ?\()/g;

/** To the next numbered frame, or the end of the line. */
function toNext(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  NEXT_NUMBERED.lastIndex = end;
  return { start, end: NEXT_NUMBERED.exec(match.input)?.index ?? match.input.length };
}

/** Stacks of OCaml, Haskell, Tcl, Lisp and Scheme, R and Julia. */
export const OTHERS: readonly BuiltInRule[] = [
  {
    id: "ocaml-frame",
    kind: "stack",
    needs: TRAIT.quote,
    hint: /in file "/,
    pattern:
      /(?:(?:Re-)?[Rr]aised (?:at|by primitive operation at)|[Cc]alled from)(?: unknown location|(?: [\w.]+)? in file "[^"\n]*"(?: \(inlined\))?, lines? [\d-]+(?:, characters? [\d-]+)?)/g,
    redacts: ['Called from Orders in file "bin/orders.ml", line 2, characters 20-45'],
    keeps: ["Called from the outside"],
  },
  {
    id: "haskell-frame",
    kind: "stack",
    needs: TRAIT.colon,
    hint: /called at |CallStack/,
    pattern: /CallStack \(from [^()\n]*\):|(?<![\w.'])[\w.']+, called at [^\s:]+:\d+:\d+(?: in \S+)?/g,
    redacts: ["CallStack (from HasCallStack):\n  error, called at app/Main.hs:5:8 in main:Main"],
    keeps: ["called at noon: 12"],
  },
  {
    id: "tcl-frame",
    kind: "stack",
    needs: TRAIT.quote,
    hint: /while executing|invoked from within|\((?:procedure|file) "/,
    pattern:
      /(?:while executing|invoked from within)\s+"[^"\n]*"?|(?:while executing|invoked from within)(?=\s*$)|\((?:(?:procedure|file) (?:"[^"\n]*"|[^\s"]+)|"[^"\n]*" body) line \d+\)/g,
    redacts: ['while executing\n"open $file"\n    (procedure "read_all" line 2)'],
    keeps: ["while executing it"],
  },
  {
    id: "lisp-frame",
    kind: "stack",
    needs: TRAIT.parenthesis | TRAIT.digit,
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
    needs: TRAIT.digit,
    hint: /Stacktrace:|\[\d+\] /,
    pattern: /Stacktrace:|\[\d{1,3}\] \S+(?:\([^()\n]*\))?\s+@ [\w.]+ [^\s:]+:\d+/g,
    redacts: ["Stacktrace:\n [1] load(id::Int64)\n   @ Main ./orders.jl:3"],
    keeps: ["see [1] for it"],
  },
  {
    id: "debugger-line",
    kind: "stack",
    needs: TRAIT.parenthesis | TRAIT.equals,
    hint: /\) at \S+:\d/,
    pattern: /(?<![^\s])[\w:~<>*&,]+ \((?:[\w@.:]+=[^\n()]*(?:\([^\n()]*\)[^\n()]*)*)\) at [^\s:]+:\d+/g,
    redacts: ["raise (signo=signo@entry=6) at ./nptl/raise.c:44"],
    keeps: ["f (a=1) is odd"],
  },
  {
    id: "ruby-source-line",
    kind: "stack",
    needs: TRAIT.lineBreak,
    hint: /\^/,
    pattern: /\n[ \t][^\n]*\n[ \t]*\^+[ \t]*(?=\n\s*from )/g,
    redacts: ["undefined method (NoMethodError)\n\n  order.x\n       ^^\n\tfrom x.rb:1:in `f'"],
    keeps: ["a\n b\n ^\nc"],
  },
];
