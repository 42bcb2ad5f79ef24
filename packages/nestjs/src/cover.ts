import type { Contract } from "@uhp-errors/core";
import type { Adapter } from "./adapter.ts";
import { coverExpress } from "./cover-express.ts";
import { coverFastify } from "./cover-fastify.ts";

const PLATFORMS: ReadonlyMap<string, (adapter: Adapter, contract: Contract) => unknown> = new Map([
  ["express", coverExpress],
  ["fastify", coverFastify],
]);

/** The contracts in force on the platform of each adapter. */
const COVERED = new WeakMap<Adapter, Set<Contract>>();

/**
 * Puts a contract in force on the platform below a Nest app, once. Of an app without HTTP, and of the stand-in that
 * `Test.createTestingModule` has until it makes an app, nothing is covered.
 */
export async function cover(adapter: Adapter | undefined, contract: Contract): Promise<void> {
  const put = PLATFORMS.get(adapter?.getType?.() ?? "");
  if (adapter === undefined || put === undefined) return;
  const contracts = COVERED.get(adapter) ?? new Set();
  if (contracts.has(contract)) return;
  COVERED.set(adapter, contracts.add(contract));
  await put(adapter, contract);
}
