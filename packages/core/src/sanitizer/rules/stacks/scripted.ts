import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith, holds } from "../../engine/trigger.ts";
import { beginsFrame, mayBeDotnet } from "./frame-start.ts";

const NEXT_PHP = / ?\n|\s(?=#\d+ (?:\/|\{main\}|\[internal|[A-Za-z]:\\|\S+\(\d+\))|thrown in )/g;

function phpFrame(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  if (match[0].endsWith("}")) return { start, end };
  NEXT_PHP.lastIndex = end;
  return { start, end: NEXT_PHP.exec(match.input)?.index ?? match.input.length };
}

/** A method with the types of its arguments, or with a place: code in a sentence, "at Math.max(1, 2)", has neither. */
function isDotnetFrame(frame: string): boolean {
  if (/\)(?: \[0x| in )/.test(frame) || /^at (?:\(wrapper|lambda_method)/.test(frame)) return true;
  if (/^at [a-z]\w*\.\w+\(/.test(frame)) return false;
  const types = /[^ ]\(([^)]*)/.exec(frame)?.[1];
  return types !== undefined && (types === "" || /^[A-Z][\w.`<>[\],&*?]*(?: \w+|,|$)/.test(types));
}

/** Stacks of .NET, Ruby, PHP, Elixir and Erlang, Perl, Lua, Dart and Swift. */
export const scriptedRules = (): readonly BuiltInRule[] => [
  {
    id: "dotnet-frame",
    kind: "stack",
    needs: TRAIT.parenthesis,
    triggers: [beginsFrame(mayBeDotnet)],
    pattern:
      /(?<![\w'’-])at (?:\(wrapper [\w-]+\) )?(?:lambda_method\d*|[\w$<>`+|-]+(?:[.:]{1,2}[\w$<>`+|[\],-]+)+) ?\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)(?: \[0x[0-9a-f]+\])?(?: in (?:[^\s]|(?<! at) (?!at )){1,300}?:(?:line )?\d+)?(?: in <[0-9a-f#]+>:0)?/g,
    locate: (match) => (isDotnetFrame(match[0]) ? wholeOf(match) : undefined),
    redacts: [
      "at Acme.Orders.Load(String id) in C:\\src\\Orders.cs:line 12",
      "at System.Int32.Parse(String s)",
      "at Foo.Bar () [0x00000] in <abc>:0",
    ],
    keeps: ["at noon (12:00)", "look at f(x)", "at value.length()", "at Kino.Babylon (Mitte)", "at Math.max(1, 2)"],
  },
  {
    id: "dotnet-heading",
    kind: "stack",
    needs: TRAIT.flag,
    triggers: [beginsWith("--- End of", "--->")],
    pattern:
      /--- End of (?:inner exception )?stack trace(?: from previous location(?: where exception was thrown)?)? ---|--->(?<=\S\s+--->) (?=[\w.]+(?:Exception|Error))/g,
    redacts: ["--- End of inner exception stack trace ---"],
    keeps: ["--- End of file ---"],
  },
  {
    id: "ruby-frame",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [holds("0:in ")],
    pattern:
      /(?:(?<!\w)from )?(?<![^\s("'])(?:(?=[^\s:"'()]*[A-Za-z)])[^\s:"'()]*(?:\)[^\s:"'()]*)?|<internal:[^<>\n]*>|\(irb\)|\(eval[^()\n]*\)):\d+:in [`'‘"][^'‘’`"\n]*['’"]/g,
    redacts: ["/srv/x.rb:12:in `foo'", "from x.rb:3:in 'Foo#bar'", "<internal:kernel>:187:in `loop'"],
    keeps: ["10:30:in time"],
  },
  {
    id: "php-frame",
    kind: "stack",
    needs: TRAIT.hash,
    triggers: [beginsWith("#0")],
    pattern:
      /(?<![\w#&])#\d{1,3} (?:\{main\}|(?:\/|[A-Za-z]:\\|phar:|\.{0,2}[\w-]+\/)[^\s(]*\(\d+\): |\S+\.php\(\d+\): |\[internal function\]: )/g,
    locate: phpFrame,
    redacts: ["#0 /srv/x.php(12): foo(Object(X), 'y')", "#1 {main}", "#0 [internal function]: A->b()"],
    keeps: ["#1 {one}", "issue #3 (12): x"],
  },
  {
    id: "php-heading",
    kind: "stack",
    needs: TRAIT.digit,
    triggers: [beginsWith("Stack trace:", "thrown in ")],
    pattern: /Stack trace:(?=\s*#0)|thrown in \S+ on line \d+|thrown in \S+:\d+/g,
    redacts: ["Stack trace:\n#0 {main}", "thrown in /srv/x.php on line 3"],
    keeps: ["Stack trace: none"],
  },
  {
    id: "beam-frame",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [holds(".ex:0", ".exs:0", ".erl:0", ".eex:0", ".heex:0", "nofile:0", "iex:0")],
    pattern:
      /(?:\([\w.-]+ [\d.]+(?:-[\w.]+)?\) )?(?<![\w./-])(?:[\w./-]+\.(?:exs?|erl|h?eex)|nofile|iex):\d+:(?: (?:anonymous fn\/\d+ in )?(?::?[\\"\w.?!<>&|+*=^/-]+\/\d+(?: in [\w.?!:"/<>&|-]+)?|\(\w+\)))?/g,
    redacts: [
      "(stdlib 3.17) erl_eval.erl:685: :erl_eval.do_apply/6",
      "lib/shop/cart.ex:12: Shop.Cart.add/2",
      "x.exs:3: (file)",
    ],
    keeps: ["at nofile"],
  },
  {
    id: "erlang-frame",
    kind: "stack",
    needs: TRAIT.digit,
    triggers: [holds("in function ", "in call from ", "in operator ", "[{file,")],
    pattern:
      /(?:in function|in call from|in operator) {1,2}['"\w:@.<>-]+\/\d+(?:-[\w/-]+)?(?: \([^()\n]*\))?(?:\s+called as [^\n]+)?|\{[\w@']+,[\w@'/-]+,(?:\d+|\[[^[\]\n]*\]),\s*\[\{file,"[^"\n]*"\},\s*\{line,\d+\}\]\}/g,
    redacts: ["in function  lists:map/2 (lists.erl, line 1315)", '{lists,map,2,[{file,"lists.erl"},{line,1338}]}'],
    keeps: ["in function scope", "Too few arguments in function sqrt (expected: number, index: 0)"],
  },
  {
    id: "perl-frame",
    kind: "stack",
    needs: TRAIT.digit,
    triggers: [holds("called at ")],
    pattern: /(?<![\w:])[\w:]+(?:\([^()\n]*\))? called at \S+ line \d+/g,
    redacts: ["main::f(1) called at x.pl line 9"],
    keeps: ["it was called at noon"],
  },
  {
    id: "lua-frame",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [
      holds(
        ...(
          "stack traceback:|[C]: in |: in function |: in main chunk|: in upvalue |: in local |: in method |: in field |" +
          ": in metamethod |: in global |: in ?"
        ).split("|"),
      ),
    ],
    pattern:
      /stack traceback:|(?:\[C\]|(?<![^\s"'])[^\s:"']+:\d+): in (?:(?:function|upvalue|local|method|field|metamethod|global) (?:'[^'\n]*'|<[^<>\n]*>)|main chunk|\?)|\[C\]: in \?/g,
    redacts: ["stack traceback:\n\t[C]: in function 'error'\n\tx.lua:3: in main chunk"],
    keeps: ["in function of time"],
  },
  {
    id: "dart-or-swift-frame",
    kind: "stack",
    needs: 0,
    triggers: [holds("#0", "0x", "<asynchronous")],
    hint: /#\d+ {2,}|0x[0-9a-f]{8,16} \S|<asynchronous/,
    pattern:
      /(?<![\w#&])#\d{1,3} {2,}[\w.<>$][\w.<> $]*(?<= )\((?:package|dart|file|org-dartlang)[^()\n]*\)|<asynchronous suspension>|(?<![\w.])\d{1,3} +\S+ +0x[0-9a-f]{8,16} \S+(?: \S+){0,6}? \+ \d+/g,
    redacts: ["#0      main (file:///srv/x.dart:3:5)", "3   shop    0x0000000104 main + 12"],
    keeps: ["#0 main"],
  },
  {
    id: "elixir-call",
    kind: "stack",
    needs: TRAIT.colon | TRAIT.parenthesis,
    triggers: [holds(".ex:0", ".exs:0", ".erl:0")],
    hint: /\.(?:exs?|erl):\d/,
    pattern: /\n {1,12}(?<private>(?::\w+|[A-Z]\w*(?:\.[A-Z]\w*)*)\.\w+\([^\n]*)(?=\n)/g,
    redacts: ['bad\n    :erlang.binary_to_integer("12a")\n    lib/x.exs:1: (file)'],
    keeps: ["call :erlang.now() in x.exs:1"],
  },
];
