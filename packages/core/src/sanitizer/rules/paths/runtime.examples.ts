import type { Examples } from "../proof.examples.ts";

export const runtimeExamples: Examples = {
  "file-url": {
    redacts: [
      "Cannot load file:///srv/app/x.mjs:3:1",
      "jar:file:/opt/a.jar!/x",
      "phar:///srv/a.phar/x.php",
      "compress.zlib:///srv/x",
    ],
    keeps: ["file: missing", "A file:name", "zip: 12345", "glob:**/x"],
  },
  "bundler-url": {
    redacts: [
      "webpack-internal:///./src/x.js:3:1",
      "webpack://app/./src/x.ts",
      "package:shop/main.dart:3:1",
      "vscode-remote://ssh-remote+build01/home/bob/x",
    ],
    keeps: ["webpack: 5.1", "package:name"],
  },
  "path-in-url": {
    redacts: ["sftp://files.example.com/home/bob/plan.csv", "editor://workspace/Users/mara/plan.md"],
    keeps: ["https://example.com/home/bob", "s3://bucket/tmp/x", "shop://cart/items/7"],
  },
  "frozen-module": {
    redacts: ["ImportError <frozen importlib._bootstrap_external>:883 in x", "x.y: <frozen runpy> failed"],
    keeps: ["<frozen pizza> is sold out"],
  },
  "node-internal": {
    redacts: ["node:internal/modules/cjs/loader:1228", "node:events:497:28", "internal/process/next_tick.js:68:7"],
    keeps: ["Cannot find package 'node:foo'", "node:20"],
  },
  "evaluated-position": { redacts: ["evalmachine.<anonymous>:1:3", "[eval]:1:1"], keeps: ["<anonymous> function"] },
};
