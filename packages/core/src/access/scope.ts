import { type ContractCode, isContractCode } from "../codes/index.ts";
import { type PlainInit, plainError } from "../errors/contract-error.ts";

/** The codes that say that there is no such object: 404, whether it is absent or out of scope. */
export type NotFoundCode = Extract<ContractCode, `${string}_not_found`>;

/** The options of {@link ensureFound}. There is no message and no detail, because they could tell whether the object exists. */
export interface EnsureFoundOptions<Value> extends PlainInit {
  /** Whether the object lies in the caller's scope. Anything but `true` means no. An exception also means no, and becomes the report's `cause`. */
  readonly inScope?: ((value: Value) => boolean) | undefined;
}

/**
 * Returns an object that was looked up, or throws the 404 that there is none. An object that is out of the caller's scope
 * gets the very same 404, so that the caller does not learn that it exists.
 *
 * @param value The result of the lookup; `null` and `undefined` mean that there is no such object.
 * @throws ContractError of `code`; a TypeError when `code` is not one of the contract's 404 `…_not_found`.
 * @example
 * const harness = ensureFound(await harnesses.find(id), "harness_not_found", {
 *   param: "harness_id",
 *   inScope: ({ owner }) => owner === caller.id,
 * });
 */
export function ensureFound<Value>(
  value: Value,
  code: NotFoundCode,
  { inScope, ...init }: EnsureFoundOptions<NonNullable<Value>> = {},
): NonNullable<Value> {
  if (!isNotFoundCode(code))
    throw new TypeError("ensureFound: expected one of the contract's codes that end in _not_found");
  if (value === null || value === undefined) throw plainError(code, init);
  if (inScope !== undefined) assertInScope(inScope, value, code, init);
  return value;
}

/** A check that throws means no: an error on the objects of others alone would tell that they exist. */
function assertInScope<Value>(
  inScope: (value: Value) => unknown,
  value: Value,
  code: NotFoundCode,
  init: PlainInit,
): void {
  let answer: unknown;
  try {
    answer = inScope(value);
  } catch (cause) {
    throw plainError(code, { ...init, cause });
  }
  if (answer === true) return;
  // A promise is not an answer, and its rejection must not end the process.
  new Promise((resolve) => resolve(answer)).catch(() => {});
  throw plainError(code, init);
}

function isNotFoundCode(code: string): code is NotFoundCode {
  return typeof code === "string" && isContractCode(code) && code.endsWith("_not_found");
}

/** What a caller may do with a memory. Anything but `true` means no. */
export interface MemoryAccess {
  /** Whether there is such a memory. */
  readonly exists: boolean;
  /** Whether the caller holds any privilege on it. */
  readonly visible: boolean;
  /** Whether the caller holds the privilege that the operation needs. */
  readonly allowed: boolean;
}

/**
 * Checks the access to a memory. A memory that does not exist, and one on which the caller holds no privilege, get the same
 * 404. Only a caller who can see the memory learns that a privilege is missing.
 *
 * @throws ContractError `memory_not_found` or `memory_forbidden`.
 * @example
 * ensureMemoryAccess({ exists: memory !== undefined, visible: grants.size > 0, allowed: grants.has("write") });
 */
export function ensureMemoryAccess({ exists, visible, allowed }: MemoryAccess, init: PlainInit = {}): void {
  if (exists !== true || visible !== true) throw plainError("memory_not_found", init);
  if (allowed !== true) throw plainError("memory_forbidden", init);
}
