import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, holds } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isDigit } from "../shared/characters.ts";
import { beginsFrame, locateSpacedName, mayBePlace, mayBeRuntimes, mayBeV8 } from "./frame-start.ts";

/** What stands in the brackets of a frame that has no place in a file. */
const NAME_FOR_NO_PLACE =
  /(?:<anonymous>|&lt;anonymous&gt;|native(?: code)?|index \d+|0x[0-9a-f]+|\[wasm\]|unknown location|<unknown>|Native Method|Unknown Source)$/;

/** Whether a text ends with a colon and a number. */
function hasLine(text: string): boolean {
  let start = text.length;
  while (isDigit(text, start - 1)) start -= 1;
  return start < text.length && text[start - 1] === ":";
}

function locateBracketed(match: RegExpExecArray): Span | undefined {
  const named = match[0].slice(0, -1);
  // or a line in a file; "at 10:30 (UTC+02:00)" has no file.
  const placed = hasLine(withoutTail(named, ")")) && /[./\\>\]]/.test(named);
  return placed || NAME_FOR_NO_PLACE.test(named) ? wholeOf(match) : undefined;
}

/** A place with its line and column, and no letter and no bracket behind it. */
const PLACE = /^((?!\d+:\d+)[^()"'`]*:\d+:\d+)[^\w(]*$/;

/** A frame that has a place and no name; a time of day is none. */
function locatePlace(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const token = match[1];
  if (token === undefined) return { start, end };
  const place = PLACE.exec(token)?.[1] ?? "";
  // An IPv6 address has colons and digits as well, but no letter behind f, and no slash.
  return /[./\\>\]g-z]/i.test(place) ? { start, end: end + place.length } : undefined;
}

/** How much of a text before a match is read to tell what the match belongs to, in code units. */
const READ_BEFORE = 300;

/** A place in a file as Node prints it over a line of the program. */
const SOURCE = /(?<![^\s"'`])(?:\[worker )?[^\s"'`]+(?=\s)(?<=(?:\.[cm]?[jt]sx?|eval\d?\]|node:[\w/-]+):\d+)/;

/** From the place in a file to the caret. */
function locateFlatSource(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const before = sinceLast(match.input.slice(Math.max(0, start - READ_BEFORE), start), "\n^");
  const place = SOURCE.exec(before);
  return place === null ? undefined : { start: start - before.length + place.index, end };
}

/** The version that Node prints under a stack: on a line of its own, or right behind a frame. */
function locateVersion(match: RegExpExecArray): Span | undefined {
  const before = match.input.slice(Math.max(0, match.index - READ_BEFORE), match.index);
  const frame = before.trimEnd();
  const gap = before.slice(frame.length);
  return gap.includes("\n") || (gap !== "" && /[)}\d]$/.test(frame)) ? wholeOf(match) : undefined;
}

/** What stands behind the last of some characters. */
function sinceLast(text: string, characters: string): string {
  return text.slice(Math.max(...[...characters].map((character) => text.lastIndexOf(character))) + 1);
}

/** Stacks of V8, JavaScriptCore and SpiderMonkey. */
export const javascriptRules = (): readonly BuiltInRule[] => [
  {
    id: "v8-frame",
    kind: "stack",
    needs: TRAIT.parenthesis,
    triggers: [beginsFrame(mayBeV8)],
    pattern:
      /(?<![\w'’-])at (?:(?:async|new|static|get|set|function) )*(?:[^\s()]+ (?:\[as [^\]\n]{1,80}\] )?|[^\s()]+(?: \[as [^\]\n]{1,80}\])? )\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)/g,
    locate: locateBracketed,
    redacts: [
      "Boom\n    at Object.<anonymous> (/srv/a.js:1:2)",
      "x at async Promise.all (index 0) at f (a.js:1:2)",
      "at new Foo (file:///x.mjs:3:1)",
      "at Object.get [as name] (x.js:1:1)",
      "at Array.map (<anonymous>)",
      "at eval (eval at run (/srv/x.js:3:4), <anonymous>:1:1)",
    ],
    keeps: [
      "Meeting ends at 10:30 (UTC+02:00), now",
      "Failed at step (3)",
      "Meet at noon (12:30 sharp)",
      "look at it (now)",
    ],
  },
  {
    id: "v8-frame-without-name",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [beginsFrame(mayBePlace)],
    pattern: /(?<![\w'’-])at (?:async )?(?:wasm-function\[\d+\]:0x[0-9a-f]+|(?=(\S+)))/g,
    locate: locatePlace,
    redacts: [
      "at wasm-function[306]:0x68732",
      "x at /srv/a.js:1:2",
      "at async file:///srv/a.mjs:1:2",
      "at node:internal/x:3:4",
      "at <anonymous>:1:1",
    ],
    keeps: ["at 10:30:00", "at srv/a.js:1:2nd", "closed at 10:30:00 today", "at http://example.com:80 now"],
  },
  {
    id: "v8-frames-without-places",
    kind: "stack",
    needs: 0,
    triggers: [beginsFrame(mayBeRuntimes)],
    // From a name that only the runtime gives, over all frames behind it.
    pattern:
      /(?<![\w'’-])at (?:async )?(?:[\w$.]*<anonymous>|Module\._\w+|Function\.execute\w+|Object\.Module\._[\w.]+|process\.processTicks\w+)(?![\w:)])(?:\s+at (?:async |new )?[\w$<][\w$.<>:/]*)*/g,
    redacts: [
      "Boom at Object.<anonymous> at Module._compile at node:internal/x",
      "x at async run at Object.<anonymous>",
    ],
    keeps: ["Look at Object.keys at noon", "<anonymous> function at work", "It failed at Module"],
  },
  {
    id: "at-sign-frame",
    kind: "stack",
    needs: TRAIT.at,
    triggers: [
      holds(
        ...(
          "@file|@http|@webpack|@capacitor|@app|@node|@blob|@chrome|@moz|@resource|@self-hosted|@safari|@/|@[native|" +
          "@eval|@debugger|@wasm|@<anonymous>| code@"
        ).split("|"),
      ),
    ],
    pattern:
      /(?<![\w$.<>/*@[\]-])[\w$.<>/*[\]-]*@(?:(?:file|https?|webpack|capacitor|app|node|blob|chrome|moz-extension|resource|self-hosted|safari|eval code|debugger|wasm-\w|<anonymous>|\/)[^\s@]*?:\d+(?::\d+)?|\[native code\])(?!\w)|(?<=^|\s)(?:eval|global|module) code@(?=\s|$|\\)/g,
    redacts: ["run@file:///srv/a.js:1:2", "@https://example.com/a.js:3:4", "map@[native code]", "f@/srv/x.js:3:1"],
    keeps: ["ops@example.com", "@scope/name"],
  },
  {
    id: "node-source-line",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [holds("^")],
    // The place, the line and the caret that Node prints over the stack of an error that nobody caught.
    pattern:
      /(?<![^\s"'`])(?:\[worker )?[^\s"'`]+(?=\s)(?<=(?:\.[cm]?[jt]sx?|eval\d?\](?:-wrapper)?|\[stdin\]|evalmachine\.<anonymous>|internal\/[\w/-]+|node:[\w/-]+):\d+)\s*\n[^\n]*\n[ \t]*\^+[ \t]*(?=\n|$)/g,
    redacts: ["/srv/a.js:3\n    throw new Error('x');\n    ^\n\nError: x"],
    keeps: ["a ^ b", "2^10"],
  },
  {
    id: "node-source-line-flat",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [beginsAt((_, at) => at - 1, "^")],
    pattern: /\s\^+(?=\s)/g,
    locate: locateFlatSource,
    redacts: ["/srv/a.js:3 throw new Error('x'); ^ Error: x"],
    keeps: ["a.b ^ c", "/srv/a.js:3 is fine\n2 ^ 3"],
  },
  {
    id: "node-version-line",
    kind: "stack",
    needs: TRAIT.digit | TRAIT.innerDot,
    triggers: [beginsWith("Node.js v")],
    pattern: /Node\.js v\d+\.\d+\.\d+(?=\s*$)/g,
    locate: locateVersion,
    redacts: ["x (a.js:1:1)\n\nNode.js v20.1.0"],
    keeps: ["Use Node.js v20.1.0 or later"],
  },
  {
    id: "omitted-frames",
    kind: "stack",
    needs: 0,
    triggers: [holds("matching cause stack", "for call at", "From event:", "Emitted '")],
    pattern:
      /\.\.\. \d+ lines? matching cause stack trace \.\.\.|for call at(?=\s+at )|From event:(?=\s+(?:\| )?at )|Emitted '\w+' event(?: on \w+ instance)? at:/g,
    redacts: [
      "... 5 lines matching cause stack trace ...",
      "Emitted 'error' event on Socket instance at:",
      "From event:\n    at x",
    ],
    keeps: ["... 5 lines"],
  },
  {
    id: "v8-frame-with-spaces",
    kind: "stack",
    needs: TRAIT.parenthesis | TRAIT.colon,
    triggers: [beginsAt((_, at) => at + 1, " (")],
    pattern: /(?<= )\((?:file:|node:|webpack|\/|[A-Za-z]:\\)[^()\n]*\)(?<=:\d+:\d+\))/g,
    locate: locateSpacedName,
    redacts: ["at stopHiding - secret - v1 (file:///srv/x.js:37:12)"],
    keeps: ["at noon (see /srv)"],
  },
];
