import { defineConfig } from "vitest/config";

/** Tests read the packages' sources, so that they need no build; test/packed tries what users install. */
const fromSource = {
  resolve: { conditions: ["@uhp-errors/source"] },
  ssr: { resolve: { conditions: ["@uhp-errors/source"] } },
};

export default defineConfig({
  test: {
    projects: [
      {
        ...fromSource,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts"],
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
          exclude: ["**/node_modules/**", "test/packed/**", "test/expressions/**", "test/ecosystem/**"],
          testTimeout: 20_000,
        },
      },
      {
        ...fromSource,
        // Software that others wrote, on top of the contract and without it.
        test: { name: "ecosystem", include: ["test/ecosystem/**/*.test.ts"], testTimeout: 20_000 },
      },
      {
        ...fromSource,
        // Minutes of thinking about expressions: a command of its own, `pnpm expressions`.
        test: { name: "expressions", include: ["test/expressions/*.test.ts"], maxConcurrency: 2 },
      },
    ],
  },
});
