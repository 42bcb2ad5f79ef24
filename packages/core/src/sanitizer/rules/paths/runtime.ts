import { type BuiltInRule, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith } from "../../engine/trigger.ts";
import { withoutEnd } from "./extent.ts";

function locate(match: RegExpExecArray) {
  return { start: match.index, end: match.index + withoutEnd(match[0]).length };
}

/** How runtimes and bundlers write the places of code. */
export const runtimeRules = (): readonly BuiltInRule[] => [
  {
    id: "file-url",
    kind: "path",
    needs: TRAIT.colon,
    triggers: [
      beginsWith(..."jar:|zip:|nested:|file:|asar:|unix:|phar:|compress.zlib:|compress.bzip2:|glob:".split("|")),
    ],
    pattern:
      /(?<![A-Za-z0-9])(?:(?:jar|zip|nested):){0,3}(?:file|asar|unix|phar|zip|compress\.(?:zlib|bzip2)|glob):(?=\/{1,3}[\w.~%-]|%2F|\\)[^\s"'`<>]*/gi,
    locate,
    redacts: [
      "Cannot load file:///srv/app/x.mjs:3:1",
      "jar:file:/opt/a.jar!/x",
      "phar:///srv/a.phar/x.php",
      "compress.zlib:///srv/x",
    ],
    keeps: ["file: missing", "A file:name", "zip: 12345", "glob:**/x"],
  },
  {
    id: "bundler-url",
    kind: "path",
    needs: 0,
    triggers: [
      beginsWith(
        ...(
          "webpack:|webpack-internal:|webpack_require__:|webpack-generated:|turbopack:|rsc:|vite:|vitest:|wasm:|app:|" +
          "electron:|rollup:|ng:|metro:|hermes:|deno:|bun:|ext:|dart:|org-dartlang-|blob:|evalmachine:|package:"
        ).split("|"),
      ),
    ],
    pattern:
      /(?<![\w])(?:webpack(?:-internal|_require__|-generated)?|turbopack|rsc|vite|vitest|wasm|app|electron|rollup|ng|metro|hermes|deno|bun|ext|dart|org-dartlang-\w+|blob|evalmachine):(?:\/{2,3}|\.)[^\s"'`<>]*|(?<!\w)package:[\w.]+\/[\w./-]+\.dart(?::\d+)*/g,
    locate,
    redacts: ["webpack-internal:///./src/x.js:3:1", "webpack://app/./src/x.ts", "package:shop/main.dart:3:1"],
    keeps: ["webpack: 5.1", "package:name"],
  },
  {
    id: "frozen-module",
    kind: "path",
    needs: 0,
    triggers: [beginsWith("<frozen ")],
    pattern:
      /<frozen (?:importlib|runpy|zipimport|encodings|getpath|site|os|io|abc|codecs|stat|posixpath|ntpath|genericpath|_\w)[\w.]*>(?::\d+|\(\d+\))?/g,
    redacts: ["ImportError <frozen importlib._bootstrap_external>:883 in x", "x.y: <frozen runpy> failed"],
    keeps: ["<frozen pizza> is sold out"],
  },
  {
    id: "node-internal",
    kind: "path",
    needs: TRAIT.colon,
    triggers: [beginsWith("node:", "internal/")],
    pattern:
      /(?<![\w-])node:(?:internal\/[\w/.-]*[\w-](?::\d+){0,2}|[a-z_][\w/]*(?::\d+){1,2})|(?<![\w/:-])internal\/[\w/-]+(?:\.js)?:\d+(?::\d+)?/g,
    locate: wholeOf,
    redacts: ["node:internal/modules/cjs/loader:1228", "node:events:497:28", "internal/process/next_tick.js:68:7"],
    keeps: ["Cannot find package 'node:foo'", "node:20"],
  },
  {
    id: "evaluated-position",
    kind: "path",
    needs: TRAIT.colon,
    triggers: [
      beginsWith(
        ..."<anonymous>:0|[eval|[worker eval|evalmachine.<anonymous>|REPL0|<string>:|<input>:|<eval>:|(eval".split("|"),
      ),
    ],
    pattern:
      /(?:<anonymous>|\[(?:worker )?eval\d?\](?:-wrapper)?|evalmachine\.<anonymous>|REPL\d+|<string>|<input>|<eval>|\(eval(?: at [^()\n]{1,200})?\)):\d+(?::\d+)?/g,
    redacts: ["evalmachine.<anonymous>:1:3", "[eval]:1:1"],
    keeps: ["<anonymous> function"],
  },
];
