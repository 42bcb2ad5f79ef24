import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import config from "../../vitest.config.ts";

/** The projects of `pnpm test`, which judge mutants. */
const JUDGES = ["unit", "suite", "apart"];

/** Milliseconds after which a test fails. A mutant often leaves something waiting forever. */
const IMPATIENT = { testTimeout: 20_000, hookTimeout: 40_000 };

const setup = fileURLToPath(new URL("setup.ts", import.meta.url));

const projects = config.test?.projects?.flatMap((project) => {
  if (typeof project !== "object" || !("test" in project) || !JUDGES.includes(String(project.test?.name))) return [];
  const test = { ...project.test, ...IMPATIENT, typecheck: { enabled: false }, setupFiles: [setup] };
  return [{ ...project, test }];
});

export default defineConfig({
  root: fileURLToPath(new URL("../../", import.meta.url)),
  test: { ...config.test, reporters: ["dot"], projects: projects ?? [] },
});
