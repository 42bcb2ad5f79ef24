import type { AdapterContract } from "../contract/adapter-contract.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { warnOfOldNode, warnOnce } from "./warn-once.ts";

/**
 * Checks at mount time that the value is a contract, not the catalog it is made from. Narrows its type to {@link AdapterContract}.
 * The check looks at the methods, so a contract from another copy of the package passes. Warns if Node is too old, and of versions
 * that have ended.
 *
 * @param where The name of the function that received the value, for the message.
 * @throws TypeError that says what to pass instead.
 * @example
 * export function uhp(contract: Contract) {
 *   expectContract(contract, "uhp");
 *   return (request: Request) => contract.appliesTo(contextOf(request));
 * }
 */
export function expectContract(value: unknown, where: string): asserts value is AdapterContract {
  warnOfOldNode();
  const given = Object(value) as Partial<AdapterContract> & { readonly vendor?: unknown };
  if (typeof given.respond === "function" && typeof given.appliesTo === "function") {
    // A contract of an older release has none.
    given.ends?.forEach(({ Sunset: sunset }, version) => {
      if (!hasPassed(sunset)) return;
      const message = `the sunset of UHP version ${version} has passed, and the contract still serves it; take it out of its versions, or give it a later sunset`;
      warnOnce("UHP_VERSION_ENDED", message, version);
    });
    return;
  }
  if (typeof given.vendor === "string") {
    throw new TypeError(`${where}: this is a catalog; pass createContract(catalog), the contract that is made of it`);
  }
  throw new TypeError(`${where}: expected the contract that createContract(catalog) returns, got ${nameOf(value)}`);
}

function hasPassed(date: string | undefined): boolean {
  // A process may have replaced its clock.
  return tryOr(() => Date.parse(String(date)) <= Date.now(), false);
}

function nameOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return typeof value === "object" ? "another object" : `a ${typeof value}`;
}
