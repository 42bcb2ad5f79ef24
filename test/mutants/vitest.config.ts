import { defineConfig } from "vitest/config";

/** The tests that judge mutants, which `run.ts` names. */
const tests: string[] = JSON.parse(process.env["MUTANTS_TESTS"] ?? "[]");

const conditions = ["@uhp-errors/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: tests,
    // A file takes longer to load than its tests take to kill a mutant. Those of the client and of telemetry leave something in their process.
    isolate: tests.some((pattern) => /^test\/(?:client|telemetry)\//.test(pattern)),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
