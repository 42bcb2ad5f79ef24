import type { Examples } from "../proof.examples.ts";

export const languageExamples: Examples = {
  "python-frame": {
    redacts: [
      'Traceback\n  File "/srv/x.py", line 3, in f\n    g(secret)\n    ^^^^^^^^^\nValueError: bad',
      'File "x.py", line 3, in f g(secret) ValueError: bad',
      'Segmentation fault File "x.py", line 3 in load',
    ],
    keeps: ['Open File "x.csv" first', "line 3 in x"],
  },
  "python-heading": { redacts: ["Traceback (most recent call last):"], keeps: ["The above is fine."] },
  "jvm-frame": {
    redacts: [
      "at com.acme.Main.run(Main.java:12)",
      "at java.base/java.lang.Thread.run(Thread.java:840)",
      "at sun.reflect.X.invoke0(Native Method) ~[na:1.8]",
      "at app.ServerKt$main$1.invokeSuspend(Server.kt)",
    ],
    keeps: ["look at f(x)", "meet at noon(ish)"],
  },
  "jvm-cause": {
    redacts: ["at a.B.c(D.java:1)\nCaused by: java.net.ConnectException: Connection refused\n\tat x.Y.z(Y.java:1)"],
    keeps: ["Caused by: a typo"],
  },
  "jvm-omitted-frames": { redacts: ["... 12 more"], keeps: ["wait ... 12 times"] },
  "jvm-thread": { redacts: ['Exception in thread "main" java.lang.X: y'], keeps: ["an exception in a thread"] },
  "dotnet-frame": {
    redacts: [
      "at Acme.Orders.Load(String id) in C:\\src\\Orders.cs:line 12",
      "at System.Int32.Parse(String s)",
      "at Foo.Bar () [0x00000] in <abc>:0",
      "at Shop.Orders.total@14.Invoke(Order o)",
    ],
    keeps: ["at noon (12:00)", "look at f(x)", "at value.length()", "at Kino.Babylon (Mitte)", "at Math.max(1, 2)"],
  },
  "dotnet-heading": { redacts: ["--- End of inner exception stack trace ---"], keeps: ["--- End of file ---"] },
  "ruby-frame": {
    redacts: ["/srv/x.rb:12:in `foo'", "from x.rb:3:in 'Foo#bar'", "<internal:kernel>:187:in `loop'"],
    keeps: ["10:30:in time"],
  },
  "php-frame": {
    redacts: ["#0 /srv/x.php(12): foo(Object(X), 'y')", "#1 {main}", "#0 [internal function]: A->b()"],
    keeps: ["#1 {one}", "issue #3 (12): x"],
  },
  "php-heading": {
    redacts: ["Stack trace:\n#0 {main}", "thrown in /srv/x.php on line 3"],
    keeps: ["Stack trace: none"],
  },
  "beam-frame": {
    redacts: [
      "(stdlib 3.17) erl_eval.erl:685: :erl_eval.do_apply/6",
      "lib/shop/cart.ex:12: Shop.Cart.add/2",
      "x.exs:3: (file)",
    ],
    keeps: ["at nofile"],
  },
  "erlang-frame": {
    redacts: [
      "in function  lists:map/2 (lists.erl, line 1315)",
      '{lists,map,2,[{file,"lists.erl"},{line,1338}]}',
      "exited with reason: {badmatch,{error,enoent}} in rabbit_msg_store:init/1 line 731",
      "gen_server2:init_it/6 (src/gen_server2.erl, line 554)",
      "lists:map/2 (lists.erl, line 1315)",
      "in proc_lib:init_p_do_apply/3 (proc_lib.erl, line 226)",
    ],
    keeps: [
      "in function scope",
      "Too few arguments in function sqrt (expected: number, index: 0)",
      "in step a:b/1 of the line",
    ],
  },
  "perl-frame": { redacts: ["main::f(1) called at x.pl line 9"], keeps: ["it was called at noon"] },
  "lua-frame": {
    redacts: ["stack traceback:\n\t[C]: in function 'error'\n\tx.lua:3: in main chunk"],
    keeps: ["in function of time"],
  },
  "dart-or-swift-frame": {
    redacts: ["#0      main (file:///srv/x.dart:3:5)", "3   shop    0x0000000104 main + 12"],
    keeps: ["#0 main"],
  },
  "elixir-call": {
    redacts: ['bad\n    :erlang.binary_to_integer("12a")\n    lib/x.exs:1: (file)'],
    keeps: ["call :erlang.now() in x.exs:1"],
  },
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
