import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains, containsToken } from "../../engine/trigger.ts";
import { afterLast, withoutTail } from "../shared/characters.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";

/** The end of a frame, in its brackets, if the frame has no place in a file. */
const NAME_FOR_NO_PLACE =
  /(?:(?:<anonymous>|native)(?::null:null)?|&lt;anonymous&gt;|native code|index \d+|0x[0-9a-f]+|\[wasm\]|unknown location|<unknown>|Native Method|Unknown Source)$/;

/** Whether what is in brackets after a name is a place in a file, or stands for one. "at 10:30 (UTC+02:00)" has no file. */
function hasPlace(frame: string): boolean {
  const open = frame.slice(0, -1);
  return NAME_FOR_NO_PLACE.test(open) || (/:\d+$/.test(withoutTail(open, ")")) && /[./\\>\]]/.test(open));
}

/** A place with its line and column, without a letter or bracket after it. */
const PLACE = /^((?!\d+:\d+)[^()"'`]*:\d+:\d+)[^\w(]*$/;

/** Returns a frame that has a place but no name. A time of day is not a place. */
function locatePlace(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const [, token] = match;
  if (token === undefined) return { start, end };
  const place = PLACE.exec(token)?.[1] ?? "";
  // An IPv6 address has colons and digits too, but no letter after f, and no slash.
  return /[./\\>\]g-z]/i.test(place) ? { start, end: end + place.length } : undefined;
}

/** A place in a file, as Node prints it above a source line. */
const SOURCE = /(?<![^\s"'`])(?:\[worker )?[^\s"'`]+(?=\s)(?<=(?:\.[cm]?[jt]sx?|eval\d?\]|node:[\w/-]+):\d+)/;

/** Returns the part from the place in a file to the caret. */
function locateFlatSource(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const before = afterLast(textBefore(match, 300), "\n^");
  const place = SOURCE.exec(before);
  return place === null ? undefined : { start: start - before.length + place.index, end };
}

/** Whether a version is on its own line, or right after a frame. Node prints it there, below a stack. */
function isBelowStack(match: RegExpExecArray): boolean {
  const before = textBefore(match, 300);
  const frame = before.trimEnd();
  const gap = before.slice(frame.length);
  return gap.includes("\n") || (gap !== "" && /[)}\d]$/.test(frame));
}

/** Whether frames without places are no sentence: there are several, and several components. */
function areComponents(frames: string): boolean {
  return /^at /.test(frames) ? /at [A-Z].*?at [A-Z]/s.test(frames) : /\(at |\)\s+in /.test(frames);
}

/** Returns a frame whose name contains spaces, from its bracket back to its "at". */
function locateSpacedName(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const before = afterLast(textBefore(match, 85), "()\n");
  const at = before.search(/(?<![\w'’-])at .[\s\S]/);
  return at < 0 ? undefined : { start: start - before.length + at, end };
}

/** Stack traces of V8, JavaScriptCore and SpiderMonkey. */
export const javascriptRules = (): RuleTable => ({
  "v8-frame": {
    triggers: [containsToken("at ")],
    pattern:
      /(?<![\w'’-])at (?:(?:async|new|static|get|set|function) )*(?:[^\s()]+ (?:\[as [^\]\n]{1,80}\] )?|[^\s()]+(?: \[as [^\]\n]{1,80}\])? )\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)/g,
    locate: locateIf(hasPlace),
  },
  "v8-frame-without-name": {
    triggers: [containsToken("at ")],
    pattern: /(?<![\w'’-])at (?:async )?(?:wasm-function\[\d+\]:0x[0-9a-f]+|(?=(\S+)))/g,
    locate: locatePlace,
  },
  "v8-frames-without-places": {
    triggers: [containsToken("at ")],
    // From a name that only the runtime uses, across all frames after it.
    pattern:
      /(?<![\w'’-])at (?:async )?(?:[\w$.]*<anonymous>|Module\._\w+|Function\.execute\w+|Object\.Module\._[\w.]+|process\.processTicks\w+)(?![\w:)])(?:\s+at (?:async |new )?[\w$<][\w$.<>:/]*)*/g,
  },
  "component-frames": {
    triggers: [containsToken("at "), contains("(created by ", "(at ")],
    // The components of a page, by their names alone.
    pattern:
      /(?<![\w'’-])at [A-Za-z][\w$.]*(?:\s+at [A-Za-z][\w$.]*(?![\w$./:]| \()){2,}|(?<!\w)in [\w$.()]+ \((?:created by [\w$.()]+|at [^()\s]+\.\w+:\d+)\)(?:\s+in [\w$.()]+(?: \((?:created by [\w$.()]+|at [^()\s]+\.\w+:\d+)\)|(?=\s*$)))*/g,
    locate: locateIf(areComponents),
  },
  "at-sign-frame": {
    triggers: [
      contains(
        ...(
          "@file|@http|@webpack|@capacitor|@app|@node|@blob|@chrome|@moz|@resource|@self-hosted|@safari|@/|@[native|" +
          "@eval|@debugger|@wasm|@<anonymous>| code@"
        ).split("|"),
      ),
    ],
    pattern:
      /(?<![\w$.<>/*@[\]-])[\w$.<>/*[\]-]*@(?:(?:file|https?|webpack|capacitor|app|node|blob|chrome|moz-extension|resource|self-hosted|safari|eval code|debugger|wasm-\w|<anonymous>|\/)[^\s@]*?:\d+(?::\d+)?|\[native code\])(?!\w)|(?<=^|\s)(?:eval|global|module) code@(?=\s|$|\\)/g,
  },
  "node-source-line": {
    triggers: [contains("^")],
    // The place, the source line and the caret that Node prints above the stack of an uncaught error.
    pattern:
      /(?<![^\s"'`])(?:\[worker )?[^\s"'`]+(?=\s)(?<=(?:\.[cm]?[jt]sx?|eval\d?\](?:-wrapper)?|\[stdin\]|evalmachine\.<anonymous>|internal\/[\w/-]+|node:[\w/-]+):\d+)\s*\n[^\n]*\n[ \t]*\^+[ \t]*(?=\n|$)/g,
  },
  "node-source-line-flat": {
    triggers: [contains("^")],
    pattern: /\s\^+(?=\s)/g,
    locate: locateFlatSource,
  },
  "node-version-line": {
    triggers: [contains("Node.js v")],
    pattern: /Node\.js v\d+\.\d+\.\d+(?=\s*$)/g,
    locate: locateIf((_, match) => isBelowStack(match)),
  },
  "omitted-frames": {
    triggers: [contains("matching cause stack", "for call at", "From event:", "Emitted '")],
    pattern:
      /\.\.\. \d+ lines? matching cause stack trace \.\.\.|for call at(?=\s+at )|From event:(?=\s+(?:\| )?at )|Emitted '\w+' event(?: on \w+ instance)? at:/g,
  },
  "v8-frame-with-spaces": {
    triggers: [contains("(file:", "(node:", "(webpack", "(/", ":\\")],
    pattern: /(?<= )\((?:file:|node:|webpack|\/|[A-Za-z]:\\)[^()\n]*\)(?<=:\d+:\d+\))/g,
    locate: locateSpacedName,
  },
});
