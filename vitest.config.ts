import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Workers, and the processes that tests start, load other people's libraries compiled.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/**
 * Tests read the packages' sources, so that they need no build. Other packages load as Node loads them: by their `main`, which may have no
 * extension. Otherwise there would be two copies of `graphql`.
 */
const resolve = { conditions: ["@uhp-errors/source"], mainFields: ["main"], extensions: [".js", ".mjs", ".json"] };

/** Milliseconds that a test, or a hook of a file, may take. Only one that hangs takes as long: no machine is too slow for the others. */
const PATIENT = { testTimeout: 60_000, hookTimeout: 120_000 };

/** They leave something in their process, or measure what is left in it: each file gets a worker of its own. */
const APART = ["test/**/apart/**/*.test.ts"];

/** They start compilers, bundlers, databases, other test runners or whole programs. */
const PROGRAMS = ["{site/.vitepress,test}/**/programs/**/*.test.ts"];

/** They take minutes, or need what npm does not have. */
const NIGHTLY = [
  "test/**/nightly/**/*.test.ts",
  "test/{cost,ecosystem,faults,gateways,runtimes,transports}/**/*.test.ts",
];

const IGNORED = "**/node_modules/**";

/** With `NEST=11`, the tests of NestJS run on its older major. Of each package there is one copy, for our module too. */
const nest11 = {
  find: /^@nestjs\/([\w-]+)$/,
  replacement: fileURLToPath(new URL("test/nest11/node_modules/@nestjs/$1", import.meta.url)),
};

export default defineConfig({
  test: {
    // By default one fewer than there are cores, which leaves one of two idle.
    maxWorkers: availableParallelism(),
    // What `pnpm contract` judges.
    reporters: ["default", "./test/support/save-results.ts"],
    // Where files share a worker (`isolate: false`), it loads frameworks and libraries once.
    projects: [
      {
        resolve,
        ssr: { resolve },
        test: {
          name: "unit",
          ...PATIENT,
          include: ["packages/*/src/**/*.test.ts", "site/{playground,.vitepress}/**/*.test.ts"],
          exclude: [IGNORED, ...PROGRAMS],
          isolate: false,
        },
      },
      {
        resolve: { ...resolve, alias: process.env["NEST"] === "11" ? [nest11] : [] },
        ssr: { resolve },
        test: {
          name: "suite",
          ...PATIENT,
          include: ["test/**/*.test.ts"],
          exclude: [IGNORED, ...APART, ...PROGRAMS, ...NIGHTLY],
          isolate: false,
        },
      },
      { resolve, ssr: { resolve }, test: { name: "apart", ...PATIENT, include: APART } },
      { resolve, ssr: { resolve }, test: { name: "programs", ...PATIENT, include: PROGRAMS } },
      {
        resolve,
        ssr: { resolve },
        test: {
          name: "nightly",
          ...PATIENT,
          include: NIGHTLY,
          env: { EFFORT: process.env["EFFORT"] ?? "1" },
          // Several of them start a process for each case.
          maxConcurrency: 3,
        },
      },
    ],
  },
});
