import { type ContractCode, isContractCode } from "../codes/index.ts";
import { plainError } from "../errors/contract-error.ts";
import type { ParamPath } from "../errors/param.ts";
import { ignoreRejection } from "../untrusted/attempt.ts";

/** The codes for a missing object: 404, whether it is absent or out of scope. */
export type NotFoundCode = Extract<ContractCode, `${string}_not_found`>;

/**
 * Options of {@link ensureFound} and {@link ensureMemoryAccess}. There is no message and no detail, because they could reveal whether the
 * object exists.
 */
export interface EnsureOptions {
  /** The field at fault: a dotted path such as `"harness_id"`, or its segments. */
  readonly param?: ParamPath | null | undefined;
  /** What really happened, for the operator. Never sent. */
  readonly cause?: unknown;
}

/** Options of {@link ensureFound}. */
export interface EnsureFoundOptions<Value> extends EnsureOptions {
  /**
   * Whether the object is in the caller's scope. Anything but `true` means no. An exception also means no, and becomes the report's
   * `cause`.
   */
  readonly inScope?: ((value: Value) => boolean) | undefined;
}

/**
 * Returns an object that was looked up, or throws a 404. An object out of the caller's scope gets exactly the same 404, so the caller does
 * not learn that it exists.
 *
 * @param value The result of the lookup; `null` and `undefined` mean that the object does not exist.
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
  { inScope, ...options }: EnsureFoundOptions<NonNullable<Value>> = {},
): NonNullable<Value> {
  if (!isNotFoundCode(code))
    throw new TypeError("ensureFound: expected one of the contract's codes that end in _not_found");
  if (value === null || value === undefined) throw plainError(code, options);
  if (inScope !== undefined) assertInScope(inScope, value, code, options);
  return value;
}

/** A check that throws means no: an error only for other callers' objects would reveal that they exist. */
function assertInScope<Value>(
  inScope: (value: Value) => unknown,
  value: Value,
  code: NotFoundCode,
  options: EnsureOptions,
): void {
  let answer: unknown;
  try {
    answer = inScope(value);
  } catch (cause) {
    throw plainError(code, { ...options, cause });
  }
  if (answer === true) return;
  // A promise does not count, and its rejection must not end the process.
  ignoreRejection(answer);
  throw plainError(code, options);
}

function isNotFoundCode(code: string): code is NotFoundCode {
  return typeof code === "string" && isContractCode(code) && code.endsWith("_not_found");
}

/** A caller's access to a memory. Anything but `true` means no. */
export interface MemoryAccess {
  /** Whether the memory exists. */
  readonly exists: boolean;
  /** Whether the caller holds any privilege on it. */
  readonly visible: boolean;
  /** Whether the caller holds the privilege that the operation needs. */
  readonly allowed: boolean;
}

/**
 * Checks the access to a memory. A memory that does not exist and a memory on which the caller holds no privilege get the same 404. Only a
 * caller who can see the memory learns that a privilege is missing.
 *
 * @throws ContractError `memory_not_found` or `memory_forbidden`.
 * @example
 * ensureMemoryAccess({ exists: memory !== undefined, visible: grants.size > 0, allowed: grants.has("write") });
 */
export function ensureMemoryAccess({ exists, visible, allowed }: MemoryAccess, options: EnsureOptions = {}): void {
  if (exists !== true || visible !== true) throw plainError("memory_not_found", options);
  if (allowed !== true) throw plainError("memory_forbidden", options);
}
