import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksOf } from "../../packaging/docs-code/blocks.ts";
import { runJest } from "../run-jest.ts";

/** In this package, so that the files find what they import. */
const folder = fileURLToPath(new URL("../documented/", import.meta.url));

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const conditions = '{ resolve: { conditions: ["@uhp-errors/source"] } }';
  writeFileSync(join(folder, "vitest.config.ts"), `export default { ...${conditions}, ssr: ${conditions} };\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The whole test file for a runner on docs/testing.md, written to a place where it can run. */
function writtenFor(runner: string): { readonly file: string; readonly tests: number } {
  const whole = blocksOf("docs/testing.md").find(
    ({ code, prelude }) => prelude === undefined && code.includes(`from "${runner}";`),
  );
  const code = whole?.code ?? "";
  const file = join(folder, `${runner.replaceAll(/\W+/g, "-")}.test.ts`);
  writeFileSync(file, code);
  return { file, tests: [...code.matchAll(/^test\(/gm)].length };
}

/** The output of a Node process. */
function printed(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1" } }, (_error, output, other) =>
      resolve(output + other),
    );
  });
}

test("the whole test file for vitest passes", async () => {
  const { tests } = writtenFor("vitest");
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const output = await printed([vitest, "run", "--root", folder, "vitest.test"]);
  expect(output).toMatch(new RegExp(`Tests +${tests} passed \\(${tests}\\)`));
});

test.each(["vitest3", "vitest4"])(
  "the test file for vitest compiles and passes in %s, with the types of jest",
  async (name) => {
    const { file, tests } = writtenFor("vitest");
    const older = join(folder, name);
    mkdirSync(join(older, "node_modules"), { recursive: true });
    const installed = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    symlinkSync(installed, join(older, "node_modules/vitest"));
    const code = readFileSync(file, "utf8").replace("testing/vitest", "testing/jest");
    writeFileSync(join(older, "older.test.ts"), code);
    writeFileSync(join(older, "vitest.config.ts"), readFileSync(join(folder, "vitest.config.ts")));
    const output = await printed([join(installed, "vitest.mjs"), "run", "--root", older]);
    expect(output).toMatch(new RegExp(`Tests +${tests} passed \\(${tests}\\)`));
    const config = { extends: "../../../tsconfig.json", include: ["older.test.ts"], exclude: [] };
    writeFileSync(join(older, "tsconfig.json"), JSON.stringify(config));
    expect(await printed([createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", older])).toBe("");
  },
  240_000,
);

test("the whole test file for jest passes", async () => {
  const { file, tests } = writtenFor("@jest/globals");
  const results = await runJest(file);
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: tests }, () => "passed"));
  expect(tests).toBeGreaterThan(0);
});

test("the whole test file for node:test passes", async () => {
  const { file, tests } = writtenFor("node:test");
  const output = await printed(["--conditions=@uhp-errors/source", "--test", "--test-reporter=tap", file]);
  expect(output).toMatch(new RegExp(`^# pass ${tests}$`, "m"));
  expect(output).toMatch(/^# fail 0$/m);
});
