import type { AdapterContract } from "@uhp-errors/core/adapter";
import type { Adapter } from "./adapter.ts";
import { coverExpress } from "./cover-express.ts";
import { coverFastify } from "./cover-fastify.ts";

const PLATFORMS: ReadonlyMap<string, (adapter: Adapter, contract: AdapterContract) => unknown> = new Map([
  ["express", coverExpress],
  ["fastify", coverFastify],
]);

/** The contracts that each adapter's platform has. */
const COVERED = new WeakMap<Adapter, Set<AdapterContract>>();

/**
 * Applies a contract to the platform of a Nest app, once. Does nothing if the app has no HTTP, and for the placeholder
 * adapter that `Test.createTestingModule` has until it makes an app.
 */
export async function cover(adapter: Adapter | undefined, contract: AdapterContract): Promise<void> {
  const put = PLATFORMS.get(adapter?.getType?.() ?? "");
  if (adapter === undefined || put === undefined) return;
  const contracts = COVERED.get(adapter) ?? new Set();
  if (contracts.has(contract)) return;
  COVERED.set(adapter, contracts.add(contract));
  await put(adapter, contract);
}
