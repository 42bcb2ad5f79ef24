import { globSync, readFileSync } from "node:fs";
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

/** Milliseconds that a test, or a hook of a file, may take. Only one that hangs takes as long: no machine is too slow for the others. */
const PATIENT = { testTimeout: 60_000, hookTimeout: 120_000 };

/** Files that leave something in their process, or measure what is left in it: each gets a worker of its own. */
const APART = [
  "test/client/**/*.test.ts",
  "test/conformance/keep-alive.test.ts",
  "test/recognize/polluted.test.ts",
  // It loads the adapters a second time.
  "test/adapters/two-copies.test.ts",
  "test/adapters/held-responses.test.ts",
  // They register OpenTelemetry's SDK, which puts itself around Node's http.
  "test/telemetry/**/*.test.ts",
];

/** Where the packages of NestJS 11 stand. */
const NEST_11 = fileURLToPath(new URL("test/nest11/node_modules", import.meta.url));

const GRAPHQL = fileURLToPath(new URL("test/transports/node_modules/graphql/index.js", import.meta.url));

/** Counts in a process for each framework. */
const COST = "test/cost/**/*.test.ts";

/** They start programs, bundlers, compilers, databases and other test runners, or wait for servers that never close a connection. */
const PROGRAMS = [
  "site/.vitepress/markdown/typed-code.test.ts",
  "test/packaging/{docs-code,docs-data,editor,minified}.test.ts",
  "test/packaging/{getting-started,light-entries,package-readmes,public-suite}.test.ts",
  "test/testing/{documented,jest}.test.ts",
  "test/compatibility/types.test.ts",
  "test/adapters/{adoption,mistakes,orders}.test.ts",
  "test/adapters/{report-only,report-only-servers}.test.ts",
  "test/conformance-package/adopt.test.ts",
  "test/recognize/databases/postgresql.test.ts",
  "test/telemetry/planted.test.ts",
];

/** They try at length, on all servers or with other SDKs, what the cases and the tests of a rule try with a few requests. */
const BREADTH = [
  "packages/{express,fastify,koa}/src/{middleware,mounting,observe,plugin}.test.ts",
  "test/adapters/{endless-errors,examples,hooks-that-answer,reference-*,typical-express}.test.ts",
  "test/client/{sdks,sockets,thrown-on,unread}.test.ts",
  "test/conformance-package/{audits,commands-shown,hostile,vacuous}.test.ts",
  "test/conformance/{statuses,upstream-relay}.test.ts",
  "test/compatibility/programs.test.ts",
  "test/corpus/triggers.test.ts",
  "test/recognize/{foreign-families,foreign-upstream}.test.ts",
  "test/relay/hops.test.ts",
  "test/telemetry/all-servers.test.ts",
  "test/testing/mock-server.test.ts",
];

const LONG = [...PROGRAMS, ...BREADTH];

/** They draw as many cases as `EFFORT` says. */
const DRAWN = globSync("test/{adapters,client,conformance,conformance-package,corpus,recognize}/**/*.test.ts").filter(
  (file) => /^import .*support\/effort\.ts"/m.test(readFileSync(file, "utf8")),
);

/** Minutes of thinking. */
const EXPRESSIONS = "test/corpus/expressions.test.ts";

export default defineConfig({
  test: {
    // By default one fewer than there are cores, which leaves one of two idle.
    maxWorkers: availableParallelism(),
    // What `pnpm contract` judges.
    reporters: ["default", "./test/support/save-results.ts"],
    projects: [
      // Where files share a worker (`isolate: false`), it loads frameworks and libraries once.
      {
        ...fromSource,
        test: {
          name: "unit",
          ...PATIENT,
          include: ["packages/*/src/**/*.test.ts", "site/{playground,.vitepress}/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...LONG],
          isolate: false,
          typecheck: {
            enabled: true,
            checker: fileURLToPath(new URL("node_modules/typescript-7/bin/tsc", import.meta.url)),
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
            "test/transports/**",
            "test/gateways/**",
            "test/faults/**",
            "test/runtimes/**",
            COST,
            EXPRESSIONS,
            ...APART,
            ...LONG,
          ],
          ...PATIENT,
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
        test: { name: "nest11", include: ["test/nest/**/*.test.ts"], env: { NEST: "11" }, isolate: false, ...PATIENT },
      },
      {
        ...fromSource,
        test: { name: "apart", include: APART, exclude: ["**/node_modules/**", ...LONG], ...PATIENT },
      },
      {
        ...fromSource,
        // Software that others wrote, on top of the contract and without it.
        test: { name: "ecosystem", include: ["test/ecosystem/**/*.test.ts"], ...PATIENT },
      },
      {
        ...fromSource,
        // Node loads this file of graphql. Vite would load another copy, whose errors are not of the same class.
        resolve: { ...fromSource.resolve, alias: [{ find: /^graphql$/, replacement: GRAPHQL }] },
        // What is not HTTP: the docs' code against the real libraries.
        test: { name: "transports", include: ["test/transports/**/*.test.ts"], ...PATIENT },
      },
      {
        ...fromSource,
        // Needs an nginx on the path, which npm does not have.
        test: { name: "gateways", include: ["test/gateways/**/*.test.ts"], ...PATIENT },
      },
      {
        ...fromSource,
        // A process for each fault on each server: minutes.
        test: { name: "faults", include: ["test/faults/**/*.test.ts"], maxConcurrency: 3, ...PATIENT },
      },
      {
        ...fromSource,
        // Server processes of other runtimes.
        test: {
          name: "runtimes",
          include: ["test/runtimes/**/*.test.ts"],
          globalSetup: "test/runtimes/setup.ts",
          ...PATIENT,
        },
      },
      {
        ...fromSource,
        // Minutes: what draws its cases, at full size, what takes long to start, and what tries all there is.
        test: {
          name: "long",
          include: [...DRAWN, ...LONG],
          env: { EFFORT: process.env["EFFORT"] ?? "1" },
          ...PATIENT,
        },
      },
      {
        ...fromSource,
        test: { name: "cost", include: [COST], ...PATIENT },
      },
      {
        ...fromSource,
        test: { name: "expressions", include: [EXPRESSIONS], maxConcurrency: 2, ...PATIENT },
      },
    ],
  },
});
