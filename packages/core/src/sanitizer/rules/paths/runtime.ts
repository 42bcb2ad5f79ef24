import { contains } from "../../engine/trigger.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { locatePath } from "./extent.ts";

/** Code locations as runtimes and bundlers write them. */
export const runtimeRules = (): RuleTable => ({
  "file-url": {
    triggers: [
      contains(..."jar:|zip:|nested:|file:|asar:|unix:|phar:|compress.zlib:|compress.bzip2:|glob:".split("|")),
    ],
    pattern:
      /(?<![A-Za-z0-9])(?:(?:jar|zip|nested):){0,3}(?:file|asar|unix|phar|zip|compress\.(?:zlib|bzip2)|glob):(?=\/{1,3}[\w.~%-]|%2F|\\)[^\s"'`<>]*/gi,
    locate: locatePath,
  },
  "bundler-url": {
    triggers: [
      contains(
        ...(
          "webpack:|webpack-internal:|webpack_require__:|webpack-generated:|turbopack:|rsc:|vite:|vitest:|wasm:|app:|" +
          "electron:|rollup:|ng:|metro:|hermes:|deno:|bun:|ext:|dart:|org-dartlang-|blob:|evalmachine:|package:|vscode-"
        ).split("|"),
      ),
    ],
    pattern:
      /(?<![\w])(?:webpack(?:-internal|_require__|-generated)?|turbopack|rsc|vite|vitest|wasm|app|electron|rollup|ng|metro|hermes|deno|bun|ext|dart|org-dartlang-\w+|blob|evalmachine|vscode-[a-z-]+):(?:\/{2,3}|\.)[^\s"'`<>]*|(?<!\w)package:[\w.]+\/[\w./-]+\.dart(?::\d+)*/g,
    locate: locatePath,
  },
  "path-in-url": {
    triggers: [contains("://")],
    // Of the web and of stores of objects, a URL has no path of a file system.
    pattern:
      /(?<![\w+.-])(?!(?:file|unix|https?|wss?|s3a?|gs|gcs|az|abfss?|wasbs?|hdfs|dbfs|oci):)[a-z][a-z0-9+.-]{1,30}:\/\/[^\s<>"'`/?#]*(?<private>\/(?:home|Users|etc|usr|var|opt|srv|tmp|root|mnt|private|Volumes)\/[^\s"'`<>?#]*)/gi,
    locate: locatePath,
  },
  "frozen-module": {
    triggers: [contains("<frozen ")],
    pattern:
      /<frozen (?:importlib|runpy|zipimport|encodings|getpath|site|os|io|abc|codecs|stat|posixpath|ntpath|genericpath|_\w)[\w.]*>(?::\d+|\(\d+\))?/g,
  },
  "node-internal": {
    triggers: [contains("node:", "internal/")],
    pattern:
      /(?<![\w-])node:(?:internal\/[\w/.-]*[\w-](?::\d+){0,2}|[a-z_][\w/]*(?::\d+){1,2})|(?<![\w/:-])internal\/[\w/-]+(?:\.js)?:\d+(?::\d+)?/g,
  },
  "evaluated-position": {
    triggers: [
      contains(
        ..."<anonymous>:0|[eval|[worker eval|evalmachine.<anonymous>|REPL0|<string>:|<input>:|<eval>:|(eval".split("|"),
      ),
    ],
    pattern:
      /(?:<anonymous>|\[(?:worker )?eval\d?\](?:-wrapper)?|evalmachine\.<anonymous>|REPL\d+|<string>|<input>|<eval>|\(eval(?: at [^()\n]{1,200})?\)):\d+(?::\d+)?/g,
  },
});
