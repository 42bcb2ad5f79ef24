import { type ContractCode, isContractCode } from "../codes/index.ts";
import { type PlainInit, plainError } from "../errors/contract-error.ts";

/** The codes that say that there is no such object: 404, and one answer for absent and out of scope. */
export type NotFoundCode = Extract<ContractCode, `${string}_not_found`>;

/** What {@link found} takes beside the value and its code. There is no text and no detail: they could tell the two apart. */
export interface FoundInit<Value> extends PlainInit {
  /** Whether the object lies in the caller's scope. Anything but `true` counts as no, a promise and a throw included. */
  readonly inScope?: ((value: Value) => boolean) | undefined;
}

/**
 * Hands on an object that was looked up, or throws that there is no such object. One that is out of the caller's scope gets
 * the very answer of one that does not exist, so that nobody learns of it.
 *
 * @param value What the lookup came to; `null` and `undefined` mean that there is none.
 * @throws ContractError of `code`; a TypeError when `code` is not one of the contract's 404 `…_not_found`.
 * @example
 * const harness = found(await harnesses.find(id), "harness_not_found", {
 *   param: "harness_id",
 *   inScope: ({ owner }) => owner === caller.id,
 * });
 */
export function found<Value>(
  value: Value,
  code: NotFoundCode,
  { inScope, ...init }: FoundInit<NonNullable<Value>> = {},
): NonNullable<Value> {
  if (!isNotFoundCode(code)) throw new TypeError("found: expected one of the contract's codes that end in _not_found");
  if (value === null || value === undefined) throw plainError(code, init);
  if (inScope !== undefined) assertInScope(inScope, value, code, init);
  return value;
}

/** A check that fails says no, since a failure on the objects of others alone would tell of them. */
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
  // A promise is no answer, and must not end the process by being rejected.
  new Promise((resolve) => resolve(answer)).catch(() => {});
  throw plainError(code, init);
}

function isNotFoundCode(code: string): code is NotFoundCode {
  return typeof code === "string" && isContractCode(code) && code.endsWith("_not_found");
}

/** What is known of a caller and a memory. Anything but `true` counts as no. */
export interface MemoryAccess {
  /** Whether there is such a memory. */
  readonly exists: boolean;
  /** Whether the caller holds any privilege on it. */
  readonly visible: boolean;
  /** Whether the caller holds the privilege that the operation needs. */
  readonly allowed: boolean;
}

/**
 * The two rules for memories: one that does not exist and one on which the caller holds no privilege are one answer; only who
 * can see a memory is told that a privilege is lacking.
 *
 * @throws ContractError `memory_not_found` or `memory_forbidden`.
 * @example
 * memoryAccess({ exists: memory !== undefined, visible: grants.size > 0, allowed: grants.has("write") });
 */
export function memoryAccess({ exists, visible, allowed }: MemoryAccess, init: PlainInit = {}): void {
  if (exists !== true || visible !== true) throw plainError("memory_not_found", init);
  if (allowed !== true) throw plainError("memory_forbidden", init);
}
