import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { contains, containsToken } from "../../engine/trigger.ts";

const NEXT_PHP = / ?\n|\s(?=#\d+ (?:\/|\{main\}|\[internal|[A-Za-z]:\\|\S+\(\d+\))|thrown in )/g;

function phpFrame(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  if (match[0].endsWith("}")) return { start, end };
  NEXT_PHP.lastIndex = end;
  return { start, end: NEXT_PHP.exec(match.input)?.index ?? match.input.length };
}

/**
 * Whether a frame is a method with its parameter types, or with a source location. Code in a sentence, as in "at Math.max(1, 2)",
 * has neither.
 */
function isDotnetFrame(frame: string): boolean {
  if (/\)(?: \[0x| in )/.test(frame) || /^at (?:\(wrapper|lambda_method)/.test(frame)) return true;
  if (/^at [a-z]\w*\.\w+\(/.test(frame)) return false;
  const types = /[^ ]\(([^)]*)/.exec(frame)?.[1];
  return types !== undefined && (types === "" || /^[A-Z][\w.`<>[\],&*?]*(?: \w+|,|$)/.test(types));
}

/** Stack traces of .NET, Ruby, PHP, Elixir and Erlang, Perl, Lua, Dart and Swift. */
export const scriptedRules = (): readonly BuiltInRule[] => [
  {
    id: "dotnet-frame",
    kind: "stack",
    triggers: [containsToken("at ")],
    pattern:
      /(?<![\w'’-])at (?:\(wrapper [\w-]+\) )?(?:lambda_method\d*|[\w$<>`+|-]+(?:[.:]{1,2}[\w$@<>`+|[\],-]+)+) ?\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)(?: \[0x[0-9a-f]+\])?(?: in (?:[^\s]|(?<! at) (?!at )){1,300}?:(?:line )?\d+)?(?: in <[0-9a-f#]+>:0)?/g,
    locate: (match) => (isDotnetFrame(match[0]) ? wholeOf(match) : undefined),
  },
  {
    id: "dotnet-heading",
    kind: "stack",
    triggers: [contains("--- End of", "--->")],
    pattern:
      /--- End of (?:inner exception )?stack trace(?: from previous location(?: where exception was thrown)?)? ---|--->(?<=\S\s+--->) (?=[\w.]+(?:Exception|Error))/g,
  },
  {
    id: "ruby-frame",
    kind: "stack",
    triggers: [contains("0:in ")],
    pattern:
      /(?:(?<!\w)from )?(?<![^\s("'])(?:(?=[^\s:"'()]*[A-Za-z)])[^\s:"'()]*(?:\)[^\s:"'()]*)?|<internal:[^<>\n]*>|\(irb\)|\(eval[^()\n]*\)):\d+:in [`'‘"][^'‘’`"\n]*['’"]/g,
  },
  {
    id: "php-frame",
    kind: "stack",
    triggers: [contains("#0")],
    pattern:
      /(?<![\w#&])#\d{1,3} (?:\{main\}|(?:\/|[A-Za-z]:\\|phar:|\.{0,2}[\w-]+\/)[^\s(]*\(\d+\): |\S+\.php\(\d+\): |\[internal function\]: )/g,
    locate: phpFrame,
  },
  {
    id: "php-heading",
    kind: "stack",
    triggers: [contains("Stack trace:", "thrown in ")],
    pattern: /Stack trace:(?=\s*#0)|thrown in \S+ on line \d+|thrown in \S+:\d+/g,
  },
  {
    id: "beam-frame",
    kind: "stack",
    triggers: [contains(".ex:0", ".exs:0", ".erl:0", ".eex:0", ".heex:0", "nofile:0", "iex:0")],
    pattern:
      /(?:\([\w.-]+ [\d.]+(?:-[\w.]+)?\) )?(?<![\w./-])(?:[\w./-]+\.(?:exs?|erl|h?eex)|nofile|iex):\d+:(?: (?:anonymous fn\/\d+ in )?(?::?[\\"\w.?!<>&|+*=^/-]+\/\d+(?: in [\w.?!:"/<>&|-]+)?|\(\w+\)))?/g,
  },
  {
    id: "erlang-frame",
    kind: "stack",
    triggers: [contains("in function ", "in call from ", "in operator ", "[{file,", ".erl, line ", "0 line 0")],
    pattern:
      /(?:in )?(?<![\w:'@.])['\w@.]+:['\w@.-]+\/\d+ (?:line \d+|\([^()\s]+\.erl, line \d+\))|(?:in function|in call from|in operator) {1,2}['"\w:@.<>-]+\/\d+(?:-[\w/-]+)?(?: \([^()\n]*\))?(?:\s+called as [^\n]+)?|\{[\w@']+,[\w@'/-]+,(?:\d+|\[[^[\]\n]*\]),\s*\[\{file,"[^"\n]*"\},\s*\{line,\d+\}\]\}/g,
  },
  {
    id: "perl-frame",
    kind: "stack",
    triggers: [contains("called at ")],
    pattern: /(?<![\w:])[\w:]+(?:\([^()\n]*\))? called at \S+ line \d+/g,
  },
  {
    id: "lua-frame",
    kind: "stack",
    triggers: [
      contains(
        ...(
          "stack traceback:|[C]: in |: in function |: in main chunk|: in upvalue |: in local |: in method |: in field |" +
          ": in metamethod |: in global |: in ?"
        ).split("|"),
      ),
    ],
    pattern:
      /stack traceback:|(?:\[C\]|(?<![^\s"'])[^\s:"']+:\d+): in (?:(?:function|upvalue|local|method|field|metamethod|global) (?:'[^'\n]*'|<[^<>\n]*>)|main chunk|\?)|\[C\]: in \?/g,
  },
  {
    id: "dart-or-swift-frame",
    kind: "stack",
    triggers: [contains("#0", "0x", "<asynchronous")],
    pattern:
      /(?<![\w#&])#\d{1,3} {2,}[\w.<>$][\w.<> $]*(?<= )\((?:package|dart|file|org-dartlang)[^()\n]*\)|<asynchronous suspension>|(?<![\w.])\d{1,3} +\S+ +0x[0-9a-f]{8,16} \S+(?: \S+){0,6}? \+ \d+/g,
  },
  {
    id: "elixir-call",
    kind: "stack",
    triggers: [contains(".ex:0", ".exs:0", ".erl:0")],
    context: /\.(?:exs?|erl):\d/,
    pattern: /\n {1,12}(?<private>(?::\w+|[A-Z]\w*(?:\.[A-Z]\w*)*)\.\w+\([^\n]*)(?=\n)/g,
  },
];
