import { type BuiltInRule, type Span, wholeOf } from "../../rule.ts";
import { TRAIT } from "../../traits.ts";

/** What makes a frame of what stands in brackets: a place in a file, or one of the names for none. */
const PLACE_IN_BRACKETS =
  /(?::\d+\)*|<anonymous>|&lt;anonymous&gt;|native(?: code)?|index \d+|0x[0-9a-f]+|\[wasm\]|unknown location|<unknown>|Native Method|Unknown Source)$/;

function locateBracketed(match: RegExpExecArray): Span | undefined {
  return PLACE_IN_BRACKETS.test(match[0].slice(0, -1)) ? wholeOf(match) : undefined;
}

/** Stacks of V8, JavaScriptCore and SpiderMonkey. */
export const JAVASCRIPT: readonly BuiltInRule[] = [
  {
    id: "v8-frame",
    kind: "stack",
    needs: TRAIT.parenthesis,
    hint: /\bat /,
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
    keeps: ["Failed at step (3)", "Meet at noon (12:30 sharp)", "look at it (now)"],
  },
  {
    id: "v8-frame-without-name",
    kind: "stack",
    needs: TRAIT.colon,
    hint: /\bat /,
    pattern:
      /(?<![\w'’-])at (?:async )?(?!\d+:\d+)[^\s()"'`]*[A-Za-z/\\>\]][^\s()"'`]*:\d+:\d+(?!\S*[\w(])|(?<![\w'’-])at (?:async )?wasm-function\[\d+\]:0x[0-9a-f]+/g,
    redacts: [
      "at wasm-function[306]:0x68732",
      "x at /srv/a.js:1:2",
      "at async file:///srv/a.mjs:1:2",
      "at node:internal/x:3:4",
      "at <anonymous>:1:1",
    ],
    keeps: ["at 10:30:00", "closed at 10:30:00 today", "at http://example.com:80 now"],
  },
  {
    id: "at-sign-frame",
    kind: "stack",
    needs: TRAIT.at,
    hint: / code@|@(?:file|https?|webpack|capacitor|app|node|blob|chrome|moz|resource|self-hosted|safari|\/|\[native|eval|debugger|wasm|<anonymous>)/,
    pattern:
      /(?<![\w$.<>/*@[\]-])[\w$.<>/*[\]-]*@(?:(?:file|https?|webpack(?:-internal)?|capacitor|app|node|blob|chrome|moz-extension|resource|self-hosted|safari\S{0,20}|eval code|debugger|wasm-\w+|<anonymous>|\/)[^\s@]*?:\d+(?::\d+)?|\[native code\])(?!\w)|(?<=^|\s)(?:eval|global|module) code@(?=\s|$|\\)/g,
    redacts: ["run@file:///srv/a.js:1:2", "@https://example.com/a.js:3:4", "map@[native code]", "f@/srv/x.js:3:1"],
    keeps: ["ops@example.com", "@scope/name"],
  },
  {
    id: "node-source-line",
    kind: "stack",
    needs: TRAIT.colon,
    hint: /\^/,
    // The place, the line and the caret that Node prints over the stack of an error that nobody caught.
    pattern:
      /(?<![^\s(["'`])(?:file:|node:)?(?:[^\s:"'`]*\.[cm]?[jt]sx?|\[(?:worker )?eval\d?\](?:-wrapper)?|\[stdin\]|evalmachine\.<anonymous>|internal\/[\w/-]+|node:[\w/-]+):\d+\s*\n[^\n]*\n[ \t]*\^+[ \t]*(?=\n|$)/g,
    redacts: ["/srv/a.js:3\n    throw new Error('x');\n    ^\n\nError: x"],
    keeps: ["a ^ b", "2^10"],
  },
  {
    id: "node-source-line-flat",
    kind: "stack",
    needs: TRAIT.colon,
    hint: /\^/,
    pattern:
      /(?<![^\s(["'`])(?:file:|node:)?[^\s:"'`]*(?:\.[cm]?[jt]sx?|\[(?:worker )?eval\d?\]|node:[\w/-]+):\d+\s[^\n^]{0,300}\s\^+(?=\s)/g,
    redacts: ["/srv/a.js:3 throw new Error('x'); ^ Error: x"],
    keeps: ["a.b ^ c"],
  },
  {
    id: "node-version-line",
    kind: "stack",
    needs: TRAIT.digit | TRAIT.innerDot,
    hint: /Node\.js v/,
    pattern: /(?<=\n\s*|[)}\d]\s+)Node\.js v\d+\.\d+\.\d+(?=\s*$)/g,
    redacts: ["x (a.js:1:1)\n\nNode.js v20.1.0"],
    keeps: ["Use Node.js v20.1.0 or later"],
  },
  {
    id: "omitted-frames",
    kind: "stack",
    needs: 0,
    hint: /matching cause stack|for call at/,
    pattern: /\.\.\. \d+ lines? matching cause stack trace \.\.\.|for call at(?=\s+at )/g,
    redacts: ["... 5 lines matching cause stack trace ..."],
    keeps: ["... 5 lines"],
  },
  {
    id: "v8-frame-with-spaces",
    kind: "stack",
    needs: TRAIT.parenthesis | TRAIT.colon,
    hint: /\bat /,
    pattern: /(?<![\w'’-])at [^()\n]{1,80} \((?:file:|node:|webpack|\/|[A-Za-z]:\\)[^()\n]*:\d+:\d+\)/g,
    redacts: ["at stopHiding - secret - v1 (file:///srv/x.js:37:12)"],
    keeps: ["at noon (see /srv)"],
  },
];
