import { describe, expect, test } from "vitest";
import { INSTALLED_EXPRESS_DRIVERS } from "../../conformance/drivers/express.ts";
import { DRIVERS, NODE_DRIVERS } from "../../conformance/drivers/index.ts";
import { Pair, plansOf } from "./explore.ts";

/** Sequences for each framework. A long run is `SEQUENCES=20000 pnpm generated`. */
const SEQUENCES = Number(process.env["SEQUENCES"] ?? 300);

/** The seed is fixed, so that a failure comes from the change at hand. `SEED=… pnpm generated` draws other sequences. */
const SEED = Number(process.env["SEED"] ?? 1);

/** How many differences are shrunk; each takes seconds. */
const SHRUNK = 3;

const timeout = 60_000 + SEQUENCES * 50;

describe(`sequences of calls on a response, SEED=${SEED}`, () => {
  const plans = plansOf(SEED, SEQUENCES);

  describe.each(NODE_DRIVERS)("$name", (driver) => {
    test(`${SEQUENCES} sequences: a success gains two lines, an error is an envelope`, { timeout }, async () => {
      const pair = await Pair.of(driver);
      try {
        const failing = await pair.explore(plans);
        const shrunk: string[] = [];
        for (const index of failing.slice(0, SHRUNK)) shrunk.push(await pair.shrunk(SEED, index));
        const summary = `${failing.length} of ${SEQUENCES} sequences differ; SEED=${SEED} shows them again`;
        expect(failing.length, [summary, ...shrunk].join("\n\n")).toBe(0);
        // Sequences of only one kind would prove less than they seem to.
        const { success, error, late } = pair.kinds;
        expect(success).toBeGreaterThan(SEQUENCES / 5);
        expect(error).toBeGreaterThan(SEQUENCES / 5);
        expect(late).toBeGreaterThan(0);
      } finally {
        await pair.close();
      }
    });

    test("the bare framework does the same twice", { timeout }, async () => {
      const pair = await Pair.of(driver, "bare");
      try {
        const failing = await pair.explore(plans.slice(0, 100));
        expect(failing, `SEED=${SEED}`).toEqual([]);
      } finally {
        await pair.close();
      }
    });
  });

  describe.each(DRIVERS)("$name", (driver) => {
    test("a contract that only reports changes no byte, and names each failure that one in force replaces", {
      timeout,
    }, async () => {
      // Express runs the last middleware in a separate turn of the event loop.
      const installed = INSTALLED_EXPRESS_DRIVERS.find(({ name }) => name === driver.name) ?? driver;
      const pair = await Pair.of(installed, "observed");
      try {
        const failing = await pair.explore(plans);
        const shrunk: string[] = [];
        for (const index of failing.slice(0, SHRUNK)) shrunk.push(await pair.shrunk(SEED, index));
        expect(failing.length, [`SEED=${SEED}`, ...shrunk].join("\n\n")).toBe(0);
        expect(pair.kinds.success).toBeGreaterThan(0);
        expect(pair.kinds.error).toBeGreaterThan(0);
      } finally {
        await pair.close();
      }
    });
  });
});
