import { warnOfOldNode } from "./warn-once.ts";

/** What every contract has, which tells it apart from the catalog that it is made of. */
interface ContractLike {
  respond(...given: never[]): unknown;
  appliesTo(...given: never[]): boolean;
}

/**
 * Checks at mounting that a contract was handed over, and not the catalog that it is made of. Warns on a Node that is too old.
 *
 * @param where The function that got it, for the message.
 * @throws TypeError that says what to pass instead.
 */
export function expectContract(value: unknown, where: string): void {
  warnOfOldNode();
  const given = Object(value) as Partial<ContractLike> & { readonly vendor?: unknown };
  if (typeof given.respond === "function" && typeof given.appliesTo === "function") return;
  if (typeof given.vendor === "string") {
    throw new TypeError(`${where}: this is a catalog; pass createContract(catalog), the contract that is made of it`);
  }
  throw new TypeError(`${where}: expected the contract that createContract(catalog) returns, got ${nameOf(value)}`);
}

function nameOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return typeof value === "object" ? "another object" : `a ${typeof value}`;
}
