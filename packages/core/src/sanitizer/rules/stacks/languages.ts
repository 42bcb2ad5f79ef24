import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains, containsToken } from "../../engine/trigger.ts";
import { locateIf, locateUpTo } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";

/** Extends a flattened Python frame over its source line: to the next frame, a heading, or the name of the error. */
const extendOverSource = locateUpTo(
  /\s(?:\|\s){0,3}(?:File {1,8}"|During handling of|The above exception|Traceback \(most|\[Previous line|[\w.]+(?<=Error|Exception|Warning|Interrupt|Exit|Iteration|Timeout|NotFound|Refused|Group|Failure|Fault|Exist)(?:: |\s*$|\s\())|\n/g,
);

function locatePythonFrame(match: RegExpExecArray): Span | undefined {
  const [frame] = match;
  // "File "report.pdf", line 3 is empty" is about a document.
  if (!/\.pyx?"|<|, in /.test(frame)) return undefined;
  const { end } = wholeOf(match);
  return frame.includes("\n") || match.input[end] === "\n" || end === match.input.length
    ? wholeOf(match)
    : extendOverSource(match);
}

/** Extends the heading of another exception to its first frame, or to the end of its line. */
const extendOverHeading = locateUpTo(/\n|\s(?=at [\w.$/@<>-]+\(|\.\.\. \d+ (?:more|common)|Caused by: |Suppressed: )/g);

const extendOverPhpCall = locateUpTo(/ ?\n|\s(?=#\d+ (?:\/|\{main\}|\[internal|[A-Za-z]:\\|\S+\(\d+\))|thrown in )/g);

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

/** Extends a debugger's line from its address to the place in a file at its end, with the source line below it. */
function extendOverPlace(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const line = match.input.slice(end, end + 300);
  const at = line.search(/ at [^\s:]+:\d/);
  if (at < 0 || line.slice(0, at).includes("\n")) return undefined;
  const place = /^ at [^\s:]+:\d+(?:\s\d+\t[^\n]*)?/.exec(line.slice(at))?.[0] ?? "";
  return { start, end: end + at + place.length };
}

/** Stack traces of all languages but JavaScript and those that compile to machine code. */
export const languageRules = (): RuleTable => ({
  // Python.
  "python-frame": {
    triggers: [contains("File ")],
    pattern:
      /(?:(?<![ \t])[ \t]+|[ \t])?(?:[|+] ){0,3}File {1,8}"[^"\n]*" {0,8}, line \d+(?:, in (?:<\w+>|[\w.<>]+)| in \w+(?=\s*$|\s+File ))?(?:[ \t]*(?:\n[ \t|]+(?![ \t|]|File {1,8}"|During |The above|\+|Traceback|[\w.]*(?:Error|Exception)\b)[^\n]*)*)/g,
    locate: locatePythonFrame,
  },
  "python-heading": {
    triggers: [contains("Traceback", "Call stack", "During handling", "The above exception", "Previous line")],
    context: /Traceback|Call stack|During handling|The above exception|Previous line/,
    pattern:
      /(?:(?<![ \t|+])[ \t]*[|+][ \t|+]* )?(?:Exception Group )?Traceback \(most recent call last\):?|(?<=\n|\s)Call stack:(?=\s+File ")|During handling of the above exception, another exception occurred:|The above exception was the direct cause of the following exception:|\[Previous line repeated \d+ more times?\]|(?:(?<![ \t])[ \t]+)?\+-+ ?\d* ?-+/g,
  },
  // Java, Kotlin, Scala, Groovy and Clojure.
  "jvm-frame": {
    triggers: [containsToken("at ")],
    pattern:
      /(?<![\w'’-])at (?:[\w.@-]+\/+)*[\w.$<>-]+\((?:[\w$.-]+\.(?:java|kt|kts|scala|groovy|clj|sc)(?::\d+)?|Native Method|Unknown Source|<generated>|\w+:\d+|jar:[^()\n]*)\)(?: ~?\[[^[\]\n]*\])?/g,
  },
  "jvm-cause": {
    triggers: [contains("Caused by: ", "Suppressed: ", "Wrapped by: ")],
    context: /\bat [\w$.@/]+\(|\.\.\. \d+ (?:more|common)/,
    pattern: /(?:Caused by|Suppressed|Wrapped by): (?=[\w$]+(?:\.[\w$]+)+(?::|\s|$))/g,
    locate: extendOverHeading,
  },
  "jvm-omitted-frames": {
    triggers: [contains("... 0")],
    context: /\bat [\w$.@/<>-]+\([^()]*\)[\s\S]{0,40}\.\.\. \d+ |^\s*\.\.\. \d+ (?:more|common)/,
    pattern: /\.\.\. \d+ (?:more|common frames omitted)\b/g,
  },
  "jvm-thread": {
    triggers: [contains("Exception in thread ")],
    pattern: /Exception in thread \\?"[^"\n\\]*\\?" /g,
    locate: extendOverHeading,
  },
  // .NET, Ruby, PHP, Elixir and Erlang, Perl, Lua, Dart and Swift.
  "dotnet-frame": {
    triggers: [containsToken("at ")],
    pattern:
      /(?<![\w'’-])at (?:\(wrapper [\w-]+\) )?(?:lambda_method\d*|[\w$<>`+|-]+(?:[.:]{1,2}[\w$@<>`+|[\],-]+)+) ?\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)(?: \[0x[0-9a-f]+\])?(?: in (?:[^\s]|(?<! at) (?!at )){1,300}?:(?:line )?\d+)?(?: in <[0-9a-f#]+>:0)?/g,
    locate: locateIf(isDotnetFrame),
  },
  "dotnet-heading": {
    triggers: [contains("--- End of", "--->")],
    pattern:
      /--- End of (?:inner exception )?stack trace(?: from previous location(?: where exception was thrown)?)? ---|--->(?<=\S\s+--->) (?=[\w.]+(?:Exception|Error))/g,
  },
  "ruby-frame": {
    triggers: [contains("0:in ")],
    pattern:
      /(?:(?<!\w)from )?(?<![^\s("'])(?:(?=[^\s:"'()]*[A-Za-z)])[^\s:"'()]*(?:\)[^\s:"'()]*)?|<internal:[^<>\n]*>|\(irb\)|\(eval[^()\n]*\)):\d+:in [`'‘"][^'‘’`"\n]*['’"]/g,
  },
  "php-frame": {
    triggers: [contains("#0")],
    pattern:
      /(?<![\w#&])#\d{1,3} (?:\{main\}|(?:\/|[A-Za-z]:\\|phar:|\.{0,2}[\w-]+\/)[^\s(]*\(\d+\): |\S+\.php\(\d+\): |\[internal function\]: )/g,
    locate: (match) => (match[0].endsWith("}") ? wholeOf(match) : extendOverPhpCall(match)),
  },
  "php-heading": {
    triggers: [contains("Stack trace:", "thrown in ")],
    pattern: /Stack trace:(?=\s*#0)|thrown in \S+ on line \d+|thrown in \S+:\d+/g,
  },
  "beam-frame": {
    triggers: [contains(".ex:0", ".exs:0", ".erl:0", ".eex:0", ".heex:0", "nofile:0", "iex:0")],
    pattern:
      /(?:\([\w.-]+ [\d.]+(?:-[\w.]+)?\) )?(?<![\w./-])(?:[\w./-]+\.(?:exs?|erl|h?eex)|nofile|iex):\d+:(?: (?:anonymous fn\/\d+ in )?(?::?[\\"\w.?!<>&|+*=^/-]+\/\d+(?: in [\w.?!:"/<>&|-]+)?|\(\w+\)))?/g,
  },
  "erlang-frame": {
    triggers: [contains("in function ", "in call from ", "in operator ", "[{file,", ".erl, line ", "0 line 0")],
    pattern:
      /(?:in )?(?<![\w:'@.])['\w@.]+:['\w@.-]+\/\d+ (?:line \d+|\([^()\s]+\.erl, line \d+\))|(?:in function|in call from|in operator) {1,2}['"\w:@.<>-]+\/\d+(?:-[\w/-]+)?(?: \([^()\n]*\))?(?:\s+called as [^\n]+)?|\{[\w@']+,[\w@'/-]+,(?:\d+|\[[^[\]\n]*\]),\s*\[\{file,"[^"\n]*"\},\s*\{line,\d+\}\]\}/g,
  },
  "perl-frame": {
    triggers: [contains("called at ")],
    pattern: /(?<![\w:])[\w:]+(?:\([^()\n]*\))? called at \S+ line \d+/g,
  },
  "lua-frame": {
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
  "dart-or-swift-frame": {
    triggers: [contains("#0", "0x", "<asynchronous")],
    pattern:
      /(?<![\w#&])#\d{1,3} {2,}[\w.<>$][\w.<> $]*(?<= )\((?:package|dart|file|org-dartlang)[^()\n]*\)|<asynchronous suspension>|(?<![\w.])\d{1,3} +\S+ +0x[0-9a-f]{8,16} \S+(?: \S+){0,6}? \+ \d+/g,
  },
  "elixir-call": {
    triggers: [contains(".ex:0", ".exs:0", ".erl:0")],
    context: /\.(?:exs?|erl):\d/,
    pattern: /\n {1,12}(?<private>(?::\w+|[A-Z]\w*(?:\.[A-Z]\w*)*)\.\w+\([^\n]*)(?=\n)/g,
  },
  // OCaml, Haskell, Tcl, Lisp and Scheme, R and Julia, procedures in databases, and scripts.
  "ocaml-frame": {
    triggers: [contains("raised at", "raised by primitive", "called from")],
    pattern:
      /(?:(?:Re-)?[Rr]aised (?:at|by primitive operation at)|[Cc]alled from)(?: unknown location|(?: [\w.]+)? in file "[^"\n]*"(?: \(inlined\))?, lines? [\d-]+(?:, characters? [\d-]+)?)/g,
  },
  "haskell-frame": {
    triggers: [contains("CallStack (from", ", called at ")],
    pattern: /CallStack \(from [^()\n]*\):|(?<![\w.'])[\w.']+, called at [^\s:]+:\d+:\d+(?: in \S+)?/g,
  },
  "tcl-frame": {
    triggers: [contains("while executing", "invoked from within", "(procedure ", "(file ", '" body line ')],
    pattern:
      /(?:while executing|invoked from within)\s+"[^"\n]*"?|(?:while executing|invoked from within)(?=\s*$)|\((?:(?:procedure|file) (?:"[^"\n]*"|[^\s"]+)|"[^"\n]*" body) line \d+\)/g,
  },
  "lisp-frame": {
    triggers: [contains("backtrace")],
    context: /[Bb]acktrace/,
    pattern: /(?:[Bb]acktrace(?: for: #<[^\n<>]*>)?:?)(?=\s+\d{1,3}:? ?\()|(?<=\s)\d{1,3}(?:: ?| )\((?=[\w("'#%[])/g,
    locate: locateUpTo(/ ?\n|\s(?=\d{1,3}: ?\()/g),
  },
  "julia-or-r-frame": {
    triggers: [contains("Stacktrace:", "0] ")],
    pattern: /Stacktrace:|\[\d{1,3}\] \S+(?:\([^()\n]*\))?\s+@ [\w.]+ [^\s:]+:\d+/g,
  },
  "r-calls": {
    triggers: [contains("Calls: ")],
    pattern: /\bCalls: \S+(?: (?:->|\.\.\.) \S+)*(?:\s+Execution halted)?/g,
    locate: locateIf((calls) => / -> | \.\.\. |halted$/.test(calls)),
  },
  "debugger-line": {
    triggers: [contains(") at ")],
    pattern: /(?<![^\s])[\w:~<>*&,]+ \((?:[\w@.:]+=[^\n()]*(?:\([^\n()]*\)[^\n()]*)*)\) at [^\s:]+:\d+/g,
  },
  "ruby-source-line": {
    triggers: [contains("^")],
    pattern: /\n[ \t][^\n]*\n[ \t]*\^+[ \t]*(?=\n\s*from )/g,
  },
  "debugger-place": {
    triggers: [contains("0x")],
    pattern: /(?<!\w)0x[0-9a-f]{8,16} in (?=\w)/g,
    locate: extendOverPlace,
  },
  "procedure-frame": {
    triggers: [contains("ORA-06512:", "PL/")],
    // Oracle's and PostgreSQL's, in the languages that they speak.
    pattern: {
      source: String.raw`ORA-06512:(?:\s{1,2}[\p{L}\p{M}]{1,12})?\s{0,2}(?:"[^"\n]{1,130}", ?)?[\p{L}\p{M}]{1,9} ?\d+|(?:(?<!\p{L})\p{Lu}{5,9} ?:\s+)?(?:(?<!\p{L})[fф]\p{L}{5,7} )?PL/[A-Za-z]{3,6}[ -]?\p{L}{0,12} ?(?:inline_code_block|"[^"\n]{1,130}"|[\w.$]{1,130}\([^()\n]{0,400}\))(?:[^\n\d("]{1,20}\d[^\n("]*)?`,
      flags: "gu",
    },
  },
  "sql-server-frame": {
    triggers: [contains("proced", "procéd", "prozed", "процедура")],
    pattern: {
      source: String.raw`(?<!\p{L})(?:ser\p{L}{3,5} [\w\\.-]+, )?(?:(?:proc[eé]d|prozed)\p{L}+|процедура) [^\s,]+, \p{L}+ \d+(?: \[Batch Start Line \d+\])?`,
      flags: "giu",
    },
  },
  "script-frame": {
    triggers: [contains("char:0", ": line 0", "0: 0x")],
    // PowerShell, Apex and WebAssembly.
    pattern:
      /(?<!\w)At \S+:\d+ char:\d+|(?<!\w)at [\w<>-]+, (?:<No file>|\S+\.psm?1): line \d+|(?<![\w.])(?:(?:Class|Trigger)\.[\w.]+|AnonymousBlock): line \d+, column \d+|(?<![\w:])\d{1,3}: 0x[0-9a-f]+ - \S+![^\s(]+/g,
  },
  "guile-frame": {
    triggers: [contains(".scm:")],
    context: /\.scm:/,
    pattern: /\n(?<private>In [\w./-]+\.scm:| {1,8}\d{1,5}:\d{1,4} +\d{1,3} \([^\n]*)/g,
  },
});
