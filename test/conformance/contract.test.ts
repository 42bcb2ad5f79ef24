import { describe, expect, test } from "vitest";
import { checkCase, checkPresence } from "../support/check-case.ts";
import type { Clause } from "../support/clauses.ts";
import { provesOn } from "../support/proves.ts";
import { isShared, type Runner, sharedServer } from "../support/shared-server.ts";
import { CASES, type Case } from "./cases/index.ts";
import { DRIVERS } from "./drivers/index.ts";

/** What `expectEnvelope` checks of every response, whatever the case is about. */
const EVERY_ENVELOPE: readonly Clause[] = ["ENV-1", "ENV-2", "ENV-3", "ENV-5", "ENV-7", "VER-2"];

test("case ids are unique", () => {
  expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
});

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  const run = sharedServer(driver);

  test("lists only known cases as failing", () => {
    const ids = new Set(CASES.map(({ id }) => id));
    expect(Object.keys(driver.knownFailing).filter((id) => !ids.has(id))).toEqual([]);
  });

  for (const example of CASES) {
    if (example.needs !== undefined && !driver.hasNodeResponse) continue;
    const { id, title, clauses } = example;
    if (id in driver.knownFailing) {
      // Fails on the day that the framework passes, so that the list stays true.
      test.fails(`${id}: ${title}`, () => runCase(run, example));
    } else {
      proven([...new Set([...clauses, ...EVERY_ENVELOPE])], `${id}: ${title}`, () => runCase(run, example));
    }
  }

  // Each case on the shared server proves that the server survived the case before. This test does so for the last one.
  const sharing = CASES.find((example) => isShared(example) && !(example.id in driver.knownFailing));
  test("is still there after the last case", () => run(sharing as Case, checkPresence));
});

function runCase(run: Runner, example: Case): Promise<void> {
  return run(example, async (url, reports) => {
    await checkCase(example, url, () => reports);
    if (!isShared(example)) await checkPresence(url);
  });
}
