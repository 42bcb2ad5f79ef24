/** Counts what a request allocates and stores it. `cost.test.ts` compares with that. */
import { writeFileSync } from "node:fs";
import { DRIVER_NAMES } from "../conformance/drivers/names.ts";
import { type Costs, costsOf } from "./count.ts";

const stored: Record<string, Costs> = {};
for (const name of DRIVER_NAMES) {
  const costs = await costsOf(name);
  stored[name] = costs;
  const cells = Object.entries(costs).map(([kind, bytes]) => `${kind} ${bytes} B`);
  process.stdout.write(`${name}: ${cells.join("; ")}\n`);
}
writeFileSync(new URL("stored.json", import.meta.url), `${JSON.stringify(stored, null, 2)}\n`);
