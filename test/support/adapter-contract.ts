import { createContract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";

/** A contract typed with the members that only adapters call. */
export function createAdapterContract(...given: Parameters<typeof createContract>): AdapterContract {
  const contract = createContract(...given);
  expectContract(contract, "a test");
  return contract;
}
