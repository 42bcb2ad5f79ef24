import { type TestContext, test } from "vitest";
import type { Clause } from "./clauses.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The clauses that the test proves. */
    clauses?: readonly Clause[];
    /** The driver that it ran on; absent for a rule of the library itself. */
    framework?: string;
  }
}

/** A test that proves clauses, for the table that `pnpm contract` prints. */
export function proves(
  clauses: readonly Clause[],
  name: string,
  run: (context: TestContext) => unknown,
  framework?: string,
  options: { readonly timeout?: number } = {},
): void {
  test(`${name} [${clauses.join(" ")}]`, options, async (context) => {
    context.task.meta.clauses = clauses;
    if (framework !== undefined) context.task.meta.framework = framework;
    await run(context);
  });
}

/** {@link proves} on one driver, with the test last. */
export function provesOn(framework: string) {
  return (clauses: readonly Clause[], name: string, run: (context: TestContext) => unknown): void =>
    proves(clauses, name, run, framework);
}
