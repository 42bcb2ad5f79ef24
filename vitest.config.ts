import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Workers, and the processes that tests start, load other people's libraries compiled.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/** Tests read the packages' sources, so that they need no build; test/packaging/packed tries what users install. */
const fromSource = {
  resolve: { conditions: ["@uhp-errors/source"] },
  ssr: { resolve: { conditions: ["@uhp-errors/source"] } },
};

/** Files that leave something in their process, or measure what is left in it: each gets a worker of its own. */
const APART = [
  "test/client/**/*.test.ts",
  "test/conformance/keep-alive.test.ts",
  "test/recognize/polluted.test.ts",
  // @hono/node-server puts classes of its own in the place of Request and Response.
  "test/adapters/examples.test.ts",
  // It loads the adapters a second time.
  "test/adapters/two-copies.test.ts",
  "test/adapters/held-responses.test.ts",
  // They register OpenTelemetry's SDK, which puts itself around Node's http.
  "test/telemetry/**/*.test.ts",
];

/** Where the packages of NestJS 11 stand. */
const NEST_11 = fileURLToPath(new URL("test/nest11/node_modules", import.meta.url));

/** Counts in a process for each framework: a command of its own. */
const COST = "test/cost/**/*.test.ts";

/** They start compilers, bundlers and other test runners: part of the long command. */
const PROGRAMS = ["test/packaging/minified.test.ts", "test/testing/documented.test.ts"];

/** Minutes of thinking: another one. */
const EXPRESSIONS = "test/corpus/expressions.test.ts";

export default defineConfig({
  test: {
    // By default one fewer than there are cores, which leaves one of two idle.
    maxWorkers: availableParallelism(),
    // What `pnpm contract` judges.
    reporters: ["default", "./test/support/save-results.ts"],
    projects: [
      {
        ...fromSource,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "site/{playground,.vitepress}/**/*.test.ts"],
          typecheck: {
            enabled: true,
            include: ["packages/*/src/**/*.test-d.ts"],
            tsconfig: "packages/core/tsconfig.json",
          },
        },
      },
      {
        ...fromSource,
        test: {
          name: "suite",
          include: ["test/**/*.test.ts"],
          exclude: [
            "**/node_modules/**",
            "test/ecosystem/**",
            "test/runtimes/**",
            COST,
            EXPRESSIONS,
            ...APART,
            ...PROGRAMS,
          ],
          testTimeout: 20_000,
          // Frameworks and libraries are loaded once a worker, not once a file.
          isolate: false,
        },
      },
      {
        // The tests of NestJS once more, on its older major. Of each package there is one copy, for our module too.
        ...fromSource,
        resolve: {
          ...fromSource.resolve,
          alias: [{ find: /^@nestjs\/([\w-]+)$/, replacement: `${NEST_11}/@nestjs/$1` }],
        },
        test: { name: "nest11", include: ["test/nest/**/*.test.ts"], env: { NEST: "11" }, testTimeout: 20_000 },
      },
      {
        ...fromSource,
        test: { name: "apart", include: APART, testTimeout: 20_000 },
      },
      {
        ...fromSource,
        // Software that others wrote, on top of the contract and without it.
        test: { name: "ecosystem", include: ["test/ecosystem/**/*.test.ts"], testTimeout: 20_000 },
      },
      {
        ...fromSource,
        // Server processes of other runtimes.
        test: {
          name: "runtimes",
          include: ["test/runtimes/**/*.test.ts"],
          globalSetup: "test/runtimes/setup.ts",
          testTimeout: 20_000,
        },
      },
      {
        ...fromSource,
        test: { name: "programs", include: PROGRAMS, testTimeout: 60_000 },
      },
      {
        ...fromSource,
        test: { name: "cost", include: [COST], testTimeout: 20_000 },
      },
      {
        ...fromSource,
        test: { name: "expressions", include: [EXPRESSIONS], maxConcurrency: 2 },
      },
    ],
  },
});
