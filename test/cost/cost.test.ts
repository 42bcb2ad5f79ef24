import { beforeAll, describe, expect, test } from "vitest";
import { DRIVER_NAMES, type DriverName } from "../conformance/drivers/names.ts";
import { type Costs, costsOf } from "./count.ts";
import { KINDS } from "./kinds.ts";
import stored from "./stored.json" with { type: "json" };

/** How much more a request may allocate than is stored, or less. From run to run it differs by less than a hundredth. */
const GROWTH = 1.1;
const SHRINKAGE = 0.85;

/** Milliseconds for all, on a machine that has other things to do. */
const TIMEOUT = 300_000;

/** All at once, since none is timed. */
const all = Object.fromEntries(DRIVER_NAMES.map((driver) => [driver, costsOf(driver)])) as Record<
  DriverName,
  Promise<Costs>
>;

/**
 * What a request allocates, counted and not timed. The stored numbers are those of the Node and the frameworks that the lock file
 * names; `pnpm bench allocated` stores new ones, which is right after an improvement, and after a cost that is worth it.
 */
describe.each(DRIVER_NAMES)("on %s", (driver) => {
  let costs: Costs;
  beforeAll(async () => {
    costs = await all[driver];
  }, TIMEOUT);

  test.each(KINDS)("a request that ends as %s allocates the stored number of bytes", (kind) => {
    const bytes = stored[driver][kind];
    expect(costs[kind]).toBeLessThanOrEqual(bytes * GROWTH);
    expect(costs[kind], "store the lower number: pnpm bench allocated").toBeGreaterThanOrEqual(bytes * SHRINKAGE);
  });
});
