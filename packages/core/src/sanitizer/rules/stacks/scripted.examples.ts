import type { Examples } from "../proof.examples.ts";

export const scriptedExamples: Examples = {
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
};
