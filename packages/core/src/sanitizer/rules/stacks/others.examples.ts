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
  "procedure-frame": {
    redacts: [
      'ORA-06512: at "SHOP.ORDERS", line 42',
      "ORA-06512: at line 1",
      'ORA-06512: à "SHOP.CALCUL", ligne 12',
      'データが見つかりません。ORA-06512: "SHOP.LOAD", 行3',
      "CONTEXT:  PL/pgSQL function load_order(integer) line 9 at RAISE",
      "PL/pgSQL function inline_code_block line 3 at assignment",
      "PL/pgSQL-Funktion load(integer) Zeile 9 bei RAISE",
      "КОНТЕКСТ: функция PL/pgSQL load(integer), строка 9, оператор RAISE",
      "文脈: PL/pgSQL関数load(integer)の9行目 - RAISE",
      'PL/Python function "load_order"',
    ],
    keeps: ["ORA-00942: table or view does not exist", "PL/pgSQL is not installed", "PL/pgSQL does not know type 3"],
  },
  "sql-server-frame": {
    redacts: [
      "Violation, Procedure dbo.LoadOrder, Line 14",
      "State 1, Server SQL01, Procedure usp_load, Line 14 The order exists",
      "Prozedur dbo.Lade, Zeile 14",
      "Procédure dbo.Charge, Ligne 3",
      "процедура dbo.Load, строка 3",
    ],
    keeps: ["The procedure failed in line 3", "Follow the procedure in section 4, line 2"],
  },
  "script-frame": {
    redacts: [
      "At C:\\shop\\load.ps1:12 char:5",
      "at <ScriptBlock>, <No file>: line 1",
      "Class.OrderService.load: line 12, column 1",
      "1: 0x3c4d - shop.wasm!_start",
    ],
    keeps: [
      "The file has an error in line 12, column 5",
      "Class Order: line 3",
      "at 10:30 (room 5)",
      "Error in row (line 12",
    ],
  },
  "guile-frame": { redacts: ["x\nIn ice-9/eval.scm:\n   2007:7  0 (error _ . _)"], keeps: ["x\nIn time: x.scm:"] },
};
