/**
 * Counts what a request costs and stores it, for `cost.test.ts` to compare with. With a framework and a kind of request, it
 * prints instead which functions such a request enters, and how often: `pnpm cost express5 success`.
 */
import { writeFileSync } from "node:fs";
import { DRIVER_NAMES, type DriverName } from "../conformance/drivers/names.ts";
import { type Costs, costsOf, functionsOf } from "./count.ts";
import type { Kind } from "./kinds.ts";

const [driver, kind] = process.argv.slice(2) as [DriverName?, Kind?];
if (driver !== undefined && kind !== undefined) {
  const functions = Object.entries(await functionsOf(driver, kind)).sort(([, one], [, other]) => other - one);
  for (const [name, count] of functions) process.stdout.write(`${count.toFixed(2).padStart(8)} ${name}\n`);
} else {
  const stored: Record<string, Costs> = {};
  for (const name of DRIVER_NAMES) stored[name] = await costsOf(name);
  for (const [name, costs] of Object.entries(stored)) {
    const cells = Object.entries(costs).map(([kind, { calls, bytes }]) => `${kind} ${calls} calls, ${bytes} B`);
    process.stdout.write(`${name}: ${cells.join("; ")}\n`);
  }
  writeFileSync(new URL("stored.json", import.meta.url), `${JSON.stringify(stored, null, 2)}\n`);
}
