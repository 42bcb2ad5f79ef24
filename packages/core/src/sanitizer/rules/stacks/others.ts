import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";

const NEXT_NUMBERED = / ?\n|\s(?=\d{1,3}: ?\()/g;

/** Returns a frame up to the next numbered frame, or the end of the line. */
function toNext(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  NEXT_NUMBERED.lastIndex = end;
  return { start, end: NEXT_NUMBERED.exec(match.input)?.index ?? match.input.length };
}

/** How far after its address a debugger's line names the place. */
const LINE = 300;

/** Returns the part from the address to the place in a file at the end of the line, with the source line below it. */
function toPlace(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const line = match.input.slice(end, end + LINE);
  const at = line.search(/ at [^\s:]+:\d/);
  if (at < 0 || line.slice(0, at).includes("\n")) return undefined;
  const place = /^ at [^\s:]+:\d+(?:\s\d+\t[^\n]*)?/.exec(line.slice(at))?.[0] ?? "";
  return { start, end: end + at + place.length };
}

/** Stack traces of OCaml, Haskell, Tcl, Lisp and Scheme, R and Julia, of procedures in databases, and of scripts. */
export const otherRules = (): readonly BuiltInRule[] => [
  {
    id: "ocaml-frame",
    kind: "stack",
    triggers: [contains("raised at", "raised by primitive", "called from")],
    pattern:
      /(?:(?:Re-)?[Rr]aised (?:at|by primitive operation at)|[Cc]alled from)(?: unknown location|(?: [\w.]+)? in file "[^"\n]*"(?: \(inlined\))?, lines? [\d-]+(?:, characters? [\d-]+)?)/g,
  },
  {
    id: "haskell-frame",
    kind: "stack",
    triggers: [contains("CallStack (from", ", called at ")],
    pattern: /CallStack \(from [^()\n]*\):|(?<![\w.'])[\w.']+, called at [^\s:]+:\d+:\d+(?: in \S+)?/g,
  },
  {
    id: "tcl-frame",
    kind: "stack",
    triggers: [contains("while executing", "invoked from within", "(procedure ", "(file ", '" body line ')],
    pattern:
      /(?:while executing|invoked from within)\s+"[^"\n]*"?|(?:while executing|invoked from within)(?=\s*$)|\((?:(?:procedure|file) (?:"[^"\n]*"|[^\s"]+)|"[^"\n]*" body) line \d+\)/g,
  },
  {
    id: "lisp-frame",
    kind: "stack",
    triggers: [contains("backtrace")],
    context: /[Bb]acktrace/,
    pattern: /(?:[Bb]acktrace(?: for: #<[^\n<>]*>)?:?)(?=\s+\d{1,3}:? ?\()|(?<=\s)\d{1,3}(?:: ?| )\((?=[\w("'#%[])/g,
    locate: toNext,
  },
  {
    id: "julia-or-r-frame",
    kind: "stack",
    triggers: [contains("Stacktrace:", "0] ")],
    pattern: /Stacktrace:|\[\d{1,3}\] \S+(?:\([^()\n]*\))?\s+@ [\w.]+ [^\s:]+:\d+/g,
  },
  {
    id: "r-calls",
    kind: "stack",
    triggers: [contains("Calls: ")],
    pattern: /\bCalls: \S+(?: (?:->|\.\.\.) \S+)*(?:\s+Execution halted)?/g,
    locate: (match) => (/ -> | \.\.\. |halted$/.test(match[0]) ? wholeOf(match) : undefined),
  },
  {
    id: "debugger-line",
    kind: "stack",
    triggers: [contains(") at ")],
    pattern: /(?<![^\s])[\w:~<>*&,]+ \((?:[\w@.:]+=[^\n()]*(?:\([^\n()]*\)[^\n()]*)*)\) at [^\s:]+:\d+/g,
  },
  {
    id: "ruby-source-line",
    kind: "stack",
    triggers: [contains("^")],
    pattern: /\n[ \t][^\n]*\n[ \t]*\^+[ \t]*(?=\n\s*from )/g,
  },
  {
    id: "debugger-place",
    kind: "stack",
    triggers: [contains("0x")],
    pattern: /(?<!\w)0x[0-9a-f]{8,16} in (?=\w)/g,
    locate: toPlace,
  },
  {
    id: "procedure-frame",
    kind: "stack",
    triggers: [contains("ORA-06512:", "PL/")],
    // Oracle's and PostgreSQL's, in the languages that they speak.
    pattern: {
      source: String.raw`ORA-06512:(?:\s{1,2}[\p{L}\p{M}]{1,12})?\s{0,2}(?:"[^"\n]{1,130}", ?)?[\p{L}\p{M}]{1,9} ?\d+|(?:(?<!\p{L})\p{Lu}{5,9} ?:\s+)?(?:(?<!\p{L})[fф]\p{L}{5,7} )?PL/[A-Za-z]{3,6}[ -]?\p{L}{0,12} ?(?:inline_code_block|"[^"\n]{1,130}"|[\w.$]{1,130}\([^()\n]{0,400}\))(?:[^\n\d("]{1,20}\d[^\n("]*)?`,
      flags: "gu",
    },
  },
  {
    id: "sql-server-frame",
    kind: "stack",
    triggers: [contains("proced", "procéd", "prozed", "процедура")],
    pattern: {
      source: String.raw`(?<!\p{L})(?:ser\p{L}{3,5} [\w\\.-]+, )?(?:(?:proc[eé]d|prozed)\p{L}+|процедура) [^\s,]+, \p{L}+ \d+(?: \[Batch Start Line \d+\])?`,
      flags: "giu",
    },
  },
  {
    id: "script-frame",
    kind: "stack",
    triggers: [contains("char:0", ": line 0", "0: 0x")],
    // PowerShell, Apex and WebAssembly.
    pattern:
      /(?<!\w)At \S+:\d+ char:\d+|(?<!\w)at [\w<>-]+, (?:<No file>|\S+\.psm?1): line \d+|(?<![\w.])(?:(?:Class|Trigger)\.[\w.]+|AnonymousBlock): line \d+, column \d+|(?<![\w:])\d{1,3}: 0x[0-9a-f]+ - \S+![^\s(]+/g,
  },
  {
    id: "guile-frame",
    kind: "stack",
    triggers: [contains(".scm:")],
    context: /\.scm:/,
    pattern: /\n(?<private>In [\w./-]+\.scm:| {1,8}\d{1,5}:\d{1,4} +\d{1,3} \([^\n]*)/g,
  },
];
