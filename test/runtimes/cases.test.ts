import { describe, expect, test } from "vitest";
import { CASES } from "../conformance/cases/index.ts";
import { loadDriver } from "../conformance/drivers/load.ts";
import { checkCase, checkPresence } from "../support/check-case.ts";
import { APPS, type AppName } from "./program/apps.ts";
import { EXCHANGES } from "./program/exchanges.ts";
import { RUNTIMES } from "./runtimes.ts";
import { seenBy, Tries } from "./tries.ts";

const cases = CASES.filter(({ needs }) => needs === undefined);
const ids = new Set([...cases.map(({ id }) => id), ...EXCHANGES.map(({ name }) => name)]);

/** On Node, `pnpm contract` runs the same cases on each major version. */
const OTHERS = RUNTIMES.filter(({ name }) => !name.startsWith("Node "));

describe.each(OTHERS)("$name", (runtime) => {
  test("lists only known cases", () => {
    const listed = [...Object.keys(runtime.knownFailing), ...Object.keys(runtime.notRun), ...runtime.passes];
    expect(listed.filter((id) => !ids.has(id.replace(/^(?:web|hono|h3): /, "")))).toEqual([]);
  });

  describe.each(Object.keys(APPS) as AppName[])("%s", async (app) => {
    const { knownFailing } = await loadDriver(app);
    const passes: readonly string[] = APPS[app].passes;
    const failing = Object.entries(knownFailing).filter(([id]) => !passes.includes(id));
    const tries = new Tries(runtime, app, Object.fromEntries(failing));
    for (const example of cases) {
      tries.try(example.id, example.title, { case: example.id }, async (url) => {
        await checkCase(example, url, async () => (await seenBy(url)).reports);
        await checkPresence(url);
      });
    }
  });
});
