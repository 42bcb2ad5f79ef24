import { type ContractOptions, createContract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";

/** The options of a contract, and how long a response may stay unfinished, so that no test waits for a second. */
export interface AdapterContractOptions extends ContractOptions {
  readonly bufferTimeoutMs?: number;
}

/** A contract typed with the members that only adapters call. */
export function createAdapterContract(
  catalog: Parameters<typeof createContract>[0],
  options?: AdapterContractOptions,
): AdapterContract {
  const { bufferTimeoutMs, ...others } = options ?? {};
  const contract = createContract(catalog, options === undefined || bufferTimeoutMs === undefined ? options : others);
  expectContract(contract, "a test");
  return bufferTimeoutMs === undefined ? contract : Object.freeze({ ...contract, bufferTimeoutMs });
}
