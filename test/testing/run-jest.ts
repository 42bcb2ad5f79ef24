import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";

const JEST = createRequire(import.meta.url).resolve("jest/bin/jest");

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly JestResult[];
  }[];
}

/** What jest reports about one test. */
export interface JestResult {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** Runs a program with jest itself, in a new folder. Jest reads CommonJS, so the sources are bundled as CommonJS. */
export async function runJest(program: string): Promise<readonly JestResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "jest-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: program,
    platform: "node",
    external: ["@jest/globals"],
    resolve: { conditionNames: ["@uhp-errors/source", "node", "import"] },
  });
  await bundle.write({ file: join(folder, "program.test.js"), format: "cjs" });
  await bundle.close();
  writeFileSync(join(folder, "package.json"), '{"jest":{"testEnvironment":"node","transform":{}}}');
  const stdout = await new Promise<string>((resolve) => {
    const args = [JEST, "--json", "--rootDir", folder, "--no-cache", "--watchman=false", "--runInBand"];
    // It exits with 1 when a test fails, which is allowed here.
    execFile(process.execPath, args, { cwd: folder }, (_error, output) => resolve(output));
  });
  const { testResults } = JSON.parse(stdout) as Results;
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}
