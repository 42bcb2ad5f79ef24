import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAMS, writePrograms } from "../programs.ts";

const COMPILER = fileURLToPath(new URL("../../../node_modules/typescript-7/bin/tsc", import.meta.url));
const FOLDER = fileURLToPath(new URL("../compiled/", import.meta.url));

/** The settings of a strict user. The packages are read from source, so that no build is needed. */
const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023", "ES2024.String"],
  module: "nodenext",
  moduleDetection: "force",
  customConditions: ["@uhp-errors/source"],
  allowImportingTsExtensions: true,
  types: ["node"],
  strict: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  noEmit: true,
};

let lines: readonly string[];
beforeAll(() => {
  writePrograms("compiled");
  writeFileSync(`${FOLDER}old-name.ts`, 'export { combine } from "@uhp-errors/core";\n');
  writeFileSync(`${FOLDER}tsconfig.json`, JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const { stdout } = spawnSync(process.execPath, [COMPILER, "-p", FOLDER, "--pretty", "false"], {
    cwd: FOLDER,
    encoding: "utf8",
  });
  lines = stdout.split("\n");
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

const saidOf = (program: string): readonly string[] => lines.filter((line) => line.startsWith(`${program}.ts(`));

test.each(PROGRAMS)("%s compiles after the upgrade", (program) => {
  expect(saidOf(program)).toEqual([]);
});

test("the compiler finds a name that is gone", () => {
  expect(saidOf("old-name")).toEqual([expect.stringContaining("'combine'")]);
});
