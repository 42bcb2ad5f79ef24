import { defineConfig } from "vitest/config";

/** The tests that judge mutants. `run.ts` sets them. */
const tests: string[] = JSON.parse(process.env["MUTANTS_TESTS"] ?? "[]");

const conditions = ["@uhp-errors/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: tests,
    // Loading a file takes longer than its tests need to kill a mutant, so files share a process. The tests of the client and of telemetry
    // do not, since they leave something behind in it.
    isolate: tests.some((pattern) => /^test\/(?:client|telemetry)\//.test(pattern)),
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
