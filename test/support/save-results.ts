import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TaskMeta } from "vitest";
import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from "vitest/node";
import type {} from "./proves.ts";
import { fingerprint, JUDGED, type Outcome, RESULTS, type Result, type Results } from "./results.ts";

/** Saves the results of a whole run for `pnpm contract`. A run of only some tests saves nothing. */
export default class SaveResults implements Reporter {
  #vitest: Vitest | undefined;
  #sources: string | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#sources = (await this.#isWhole(specifications)) ? fingerprint() : undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    if (this.#sources === undefined || reason === "interrupted") return;
    const results: Results = { sources: this.#sources, ...outcomeOf(modules, errors) };
    mkdirSync(dirname(RESULTS), { recursive: true });
    writeFileSync(RESULTS, JSON.stringify(results));
  }

  /** Whether all files of all judged projects run, with all their tests. */
  async #isWhole(specifications: readonly TestSpecification[]): Promise<boolean> {
    if (this.#vitest === undefined || this.#vitest.config.testNamePattern !== undefined) return false;
    const names = this.#vitest.projects.map(({ name }) => name);
    if (!JUDGED.every((name) => names.includes(name))) return false;
    const all = await this.#vitest.globTestSpecifications();
    return specifications.length === all.length;
  }
}

/** The outcome of a run. */
export function outcomeOf(modules: readonly TestModule[], errors: readonly unknown[]): Outcome {
  return {
    tests: modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ name: test.fullName, state: test.result().state, ...proof(test.meta()) })),
    broken: [
      ...modules.filter((module) => module.errors().length > 0).map((module) => module.relativeModuleId),
      ...errors.map((error) => String(Reflect.get(Object(error), "message"))),
    ],
  };
}

/** What a test proves, from what it left for reporters. */
function proof({ clauses, framework }: TaskMeta): Pick<Result, "clauses" | "framework"> {
  return { ...(clauses === undefined ? {} : { clauses }), ...(framework === undefined ? {} : { framework }) };
}
