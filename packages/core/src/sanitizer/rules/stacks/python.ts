import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";

/** The end of a flattened frame's source line: the next frame, a heading, or the name of the error. */
const AFTER =
  /\s(?:\|\s){0,3}(?:File {1,8}"|During handling of|The above exception|Traceback \(most|\[Previous line|[\w.]+(?<=Error|Exception|Warning|Interrupt|Exit|Iteration|Timeout|NotFound|Refused|Group|Failure|Fault|Exist)(?:: |\s*$|\s\())|\n/g;

function locateFrame(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  // "File "report.pdf", line 3 is empty" is about a document.
  if (!/\.pyx?"|<|, in /.test(match[0])) return undefined;
  if (match[0].includes("\n") || match.input[end] === "\n" || end === match.input.length) return { start, end };
  // The frame and its source are on one line: the source belongs to the frame.
  AFTER.lastIndex = end;
  return { start, end: AFTER.exec(match.input)?.index ?? match.input.length };
}

export const pythonRules = (): readonly BuiltInRule[] => [
  {
    id: "python-frame",
    kind: "stack",
    triggers: [contains("File ")],
    pattern:
      /(?:(?<![ \t])[ \t]+|[ \t])?(?:[|+] ){0,3}File {1,8}"[^"\n]*" {0,8}, line \d+(?:, in (?:<\w+>|[\w.<>]+)| in \w+(?=\s*$|\s+File ))?(?:[ \t]*(?:\n[ \t|]+(?![ \t|]|File {1,8}"|During |The above|\+|Traceback|[\w.]*(?:Error|Exception)\b)[^\n]*)*)/g,
    locate: locateFrame,
  },
  {
    id: "python-heading",
    kind: "stack",
    triggers: [contains("Traceback", "Call stack", "During handling", "The above exception", "Previous line")],
    context: /Traceback|Call stack|During handling|The above exception|Previous line/,
    pattern:
      /(?:(?<![ \t|+])[ \t]*[|+][ \t|+]* )?(?:Exception Group )?Traceback \(most recent call last\):?|(?<=\n|\s)Call stack:(?=\s+File ")|During handling of the above exception, another exception occurred:|The above exception was the direct cause of the following exception:|\[Previous line repeated \d+ more times?\]|(?:(?<![ \t])[ \t]+)?\+-+ ?\d* ?-+/g,
  },
];
