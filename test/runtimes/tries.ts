import { afterAll, expect, test } from "vitest";
import type { Outcome } from "../support/check-case.ts";
import type { Runtime } from "./runtimes.ts";
import type { Started } from "./start.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What was tried where, for the table that `pnpm runtimes` prints. */
    runtime?: { readonly name: string; readonly app: string; readonly expected: "passes" | "fails" | "not run" };
  }
}

/** What a process reports about the app that it has run. */
export interface Seen {
  readonly reports: readonly Outcome[];
  /** What the app needed and the runtime does not have. */
  readonly lacked: readonly string[];
  /** Whether the app has got a request, so that its handler has begun. */
  readonly isAsked: boolean;
}

/** A process of a runtime for all tests of a file. It adds their results to the table. */
export class Tries {
  readonly #runtime: Runtime;
  readonly #app: string;
  readonly #failing: Readonly<Record<string, string>>;
  #started: Promise<Started> | undefined;

  /** @param failing What fails with the app on any runtime. */
  constructor(runtime: Runtime, app: string, failing: Readonly<Record<string, string>>) {
    this.#runtime = runtime;
    this.#app = app;
    this.#failing = failing;
    afterAll(async () => (await this.#started)?.close());
  }

  /**
   * Tries something by its id. What is known to fail must fail. What is listed as not run is run, too, and must lack something.
   *
   * @param choice What the process runs for that.
   */
  try(id: string, title: string, choice: Readonly<Record<string, string>>, run: (url: string) => Promise<void>): void {
    const { name, knownFailing, notRun, passes } = this.#runtime;
    const isKnown = id in knownFailing || `${this.#app}: ${id}` in knownFailing;
    const isFailing = isKnown || (id in this.#failing && !passes.includes(id));
    const expected = id in notRun ? "not run" : isFailing ? "fails" : "passes";
    const define = expected === "fails" ? test.fails : test;
    define(`${id}: ${title}`, async ({ task }) => {
      task.meta.runtime = { name, app: this.#app, expected };
      this.#started ??= this.#runtime.start();
      const { url } = await this.#started;
      await choose(url, { app: this.#app, ...choice });
      const failure = await run(url).then(
        () => undefined,
        (thrown: unknown) => ({ thrown }),
      );
      const isLacking = (await seenBy(url)).lacked.length > 0;
      if (expected === "not run") return expect(isLacking).toBe(true);
      if (isLacking) throw new Error("the runtime lacks what this is made with");
      if (failure !== undefined) throw failure.thrown;
    });
  }
}

/** Makes a process run something from now on. */
async function choose(url: string, wanted: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${url}/control/run?${new URLSearchParams(wanted)}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
}

/** What a process reports about what it runs. */
export async function seenBy(url: string): Promise<Seen> {
  return (await fetch(`${url}/control/seen`)).json() as Promise<Seen>;
}

export { choose };
