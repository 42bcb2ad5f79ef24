import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fileOf, runCli } from "./run-cli.ts";

const module = (name: string) => `test/conformance-package/catalogs/${name}.ts`;

test.each<readonly [what: string, name: string, exit: number, out: readonly RegExp[], err: RegExp]>([
  ["a catalog that is right", "named", 0, [/^✓ .*named\.ts keeps all rules\.$/], /^$/],
  ["one that is refused at start-up", "refused", 1, [/^✗ .*acme_cold.*status/, /^✗ The module stopped there\./], /^$/],
  [
    "each broken rule of a plain definition",
    "plain",
    1,
    [/^✗ .*acme_cold.*status/, /^✗ .*globex_cold/, /^✗ .*acme_internal_error/, /^✗ .*acme_leak.*host/],
    /^$/,
  ],
  [
    "what is wrong with plain definitions as a whole",
    "whole",
    1,
    [/^✗ unknown captureStackTrace;/, /^✗ .*globex_cold.*status/, /^✗ codes: expected an object/],
    /^$/,
  ],
  ["several catalogs", "several", 2, [], /exports 2 catalogs \(acme, globex\); name one of them `catalog`/],
  ["no catalog", "none", 2, [], /exports no catalog of defineCatalog or joinCatalogs; it exports answer/],
  ["no module", "nowhere", 2, [], /nowhere\.ts cannot be loaded/],
])("check-catalog names %s", async (_what, name, exit, out, err) => {
  const ran = await runCli(["check-catalog", module(name)]);
  const lines = ran.out.split("\n").filter((line) => line !== "");
  expect({ exit: ran.exit, lines }).toEqual({ exit, lines: out.map((pattern) => expect.stringMatching(pattern)) });
  expect(ran.err).toMatch(err);
});

test("a module that throws is not reported as a refused catalog", async () => {
  const file = fileOf("undefined.database;", "broken.mjs");
  const { exit, out, err } = await runCli(["check-catalog", file]);
  expect([exit, out]).toEqual([2, ""]);
  expect(err).toContain("broken.mjs cannot be loaded: Cannot read properties of undefined");
});

test.each<readonly [what: string, imports: string, isAdvised: boolean]>([
  ["that is not built", "./errors.js", true],
  ["that is nowhere", "./nowhere.js", false],
])(
  "a module in TypeScript that imports a file %s is told to run with tsx: only if that helps",
  (_what, imports, isAdvised) => {
    const bin = fileURLToPath(new URL("../../packages/cli/bin/uhp-errors.js", import.meta.url));
    const file = fileOf(`import { answer } from "${imports}";\nexport default answer;\n`, "catalog.mts");
    writeFileSync(join(dirname(file), "errors.ts"), "export const answer = 42;\n");
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--conditions=@uhp-errors/source", bin, "check-catalog", file],
      { encoding: "utf8" },
    );
    expect(status).toBe(2);
    expect(stderr).toContain("catalog.mts cannot be loaded: Cannot find module ");
    expect(stderr.includes("run it with tsx: npx tsx node_modules/@uhp-errors/cli/bin/uhp-errors.js …")).toBe(
      isAdvised,
    );
  },
);
