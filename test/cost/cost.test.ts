import { beforeAll, describe, expect, test } from "vitest";
import { DRIVER_NAMES, type DriverName } from "../conformance/drivers/names.ts";
import { type Costs, costsOf } from "./count.ts";
import { KINDS } from "./kinds.ts";
import stored from "./stored.json" with { type: "json" };

/** How much more or less than stored a request may allocate. The difference from run to run is below a hundredth. */
const GROWTH = 1.1;
const SHRINKAGE = 0.85;

/** Milliseconds for everything, on a busy machine. */
const TIMEOUT = 300_000;

/** All at once, since nothing is timed. */
const all = Object.fromEntries(DRIVER_NAMES.map((driver) => [driver, costsOf(driver)])) as Record<
  DriverName,
  Promise<Costs>
>;

/**
 * What a request allocates, counted and not timed. The stored numbers belong to the Node and the frameworks in the lock file. To store
 * new ones after an improvement, or after a cost that is worth it, run `pnpm bench allocated`.
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
