import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, onTestFinished, test } from "vitest";

const JEST = createRequire(import.meta.url).resolve("jest/bin/jest");

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs a program with jest itself, in a folder of its own. Jest reads CommonJS, so the sources are bundled as that. */
async function runJest(program: string): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), "jest-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: fileURLToPath(new URL(program, import.meta.url)),
    platform: "node",
    external: ["@jest/globals"],
    resolve: { conditionNames: ["@uhp-errors/source", "node", "import"] },
  });
  await bundle.write({ file: join(folder, "program.test.js"), format: "cjs" });
  await bundle.close();
  writeFileSync(join(folder, "package.json"), '{"jest":{"testEnvironment":"node","transform":{}}}');
  const stdout = await new Promise<string>((resolve) => {
    const args = [JEST, "--json", "--rootDir", folder, "--no-cache", "--watchman=false", "--runInBand"];
    // It exits with 1 when a test fails, as one shall.
    execFile(process.execPath, args, { cwd: folder }, (_error, output) => resolve(output));
  });
  return JSON.parse(stdout) as Results;
}

test("the matchers work in jest", async () => {
  const { testResults } = await runJest("jest-program.ts");
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.map(({ title, status }) => [title, status])).toEqual([
    ["answers with the error that is expected", "passed"],
    ["answers with another error", "failed"],
    ["ends", "passed"],
  ]);
  const said = results[1]?.failureMessages.join("\n");
  expect(said).toContain('expected the code "session_busy", got "file_too_large"\n\nHTTP 413\n');
});
