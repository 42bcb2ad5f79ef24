import { beforeAll, describe, expect, test } from "vitest";
import { DRIVER_NAMES, type DriverName } from "../conformance/drivers/names.ts";
import { type Costs, costsOf } from "./count.ts";
import { KINDS } from "./kinds.ts";
import stored from "./stored.json" with { type: "json" };

/** Functions that a request may enter beyond the stored number. */
const ROOM = 3;

/** How much more a request may allocate than is stored. From run to run it differs by less than a hundredth. */
const GROWTH = 1.1;

/** Milliseconds for all, on a machine that has other things to do. */
const TIMEOUT = 300_000;

/** All at once, since none is timed. */
const all = Object.fromEntries(DRIVER_NAMES.map((driver) => [driver, costsOf(driver)])) as Record<
  DriverName,
  Promise<Costs>
>;

/**
 * What a request costs, counted and not timed. The stored numbers are those of the Node and the frameworks that the lock file
 * names; `pnpm cost` stores new ones, which is right after an improvement, and after a cost that is worth it.
 */
describe.each(DRIVER_NAMES)("on %s", (driver) => {
  let costs: Costs;
  beforeAll(async () => {
    costs = await all[driver];
  }, TIMEOUT);

  test.each(KINDS)("a request that ends as %s enters no more functions than it did", (kind) => {
    expect(costs[kind].calls, `pnpm cost ${driver} ${kind} names them`).toBeGreaterThan(0);
    expect(costs[kind].calls, `pnpm cost ${driver} ${kind} names them`).toBeLessThanOrEqual(
      stored[driver][kind].calls + ROOM,
    );
  });

  test.each(KINDS)("a request that ends as %s allocates no more than it did", (kind) => {
    expect(costs[kind].bytes).toBeGreaterThan(0);
    expect(costs[kind].bytes).toBeLessThanOrEqual(stored[driver][kind].bytes * GROWTH);
  });
});
