import type { Contract } from "@uhp-errors/core";

/** @throws TypeError when a value is no contract. */
export function expectContract(value: Contract, caller: string): void {
  if (typeof value?.respond === "function") return;
  throw new TypeError(`${caller}: expected the contract that createContract returns`);
}
