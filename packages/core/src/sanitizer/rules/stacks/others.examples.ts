import type { Examples } from "../proof.examples.ts";

export const otherExamples: Examples = {
  "ocaml-frame": {
    redacts: ['Called from Orders in file "bin/orders.ml", line 2, characters 20-45', "Re-Raised at unknown location"],
    keeps: ["Called from the outside"],
  },
  "haskell-frame": {
    redacts: ["CallStack (from HasCallStack):\n  error, called at app/Main.hs:5:8 in main:Main"],
    keeps: ["called at noon: 12"],
  },
  "tcl-frame": {
    redacts: ['while executing\n"open $file"\n    (procedure "read_all" line 2)', '("foreach" body line 3)'],
    keeps: ["while executing it", "(procedure read_all is missing)"],
  },
  "lisp-frame": {
    redacts: [
      'Backtrace:\n           1 (primitive-load "x.scm")',
      "Backtrace for: #<SB-THREAD>\n0: (ERROR 1)\n1: (RUN)",
    ],
    keeps: ["A backtrace of 3 frames"],
  },
  "julia-or-r-frame": {
    redacts: ["Stacktrace:\n [1] load(id::Int64)\n   @ Main ./orders.jl:3"],
    keeps: ["see [1] for it"],
  },
  "r-calls": {
    redacts: ["Error in f(x) : bad Calls: main -> run Execution halted", "Calls: <Anonymous> ... f -> g"],
    keeps: ["Calls: 12 of 30", "Calls: none"],
  },
  "debugger-line": { redacts: ["raise (signo=signo@entry=6) at ./nptl/raise.c:44"], keeps: ["f (a=1) is odd"] },
  "ruby-source-line": {
    redacts: ["undefined method (NoMethodError)\n\n  order.x\n       ^^\n\tfrom x.rb:1:in `f'"],
    keeps: ["a\n b\n ^\nc"],
  },
  "debugger-place": {
    redacts: ["0x000055d0c4002a10 in read_total (o=0x0) at src/crash.c:6\n6\t  return o->total;"],
    keeps: ["0x000055d0c4002a10 in memory"],
  },
  "guile-frame": { redacts: ["x\nIn ice-9/eval.scm:\n   2007:7  0 (error _ . _)"], keeps: ["x\nIn time: x.scm:"] },
};
