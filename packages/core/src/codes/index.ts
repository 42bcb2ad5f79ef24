import { ACCESS_CODES } from "./access.ts";
import { ENVIRONMENT_CODES } from "./environment.ts";
import { EXECUTION_CODES } from "./execution.ts";
import { MEMORY_CODES } from "./memory.ts";
import { PLUGIN_CODES } from "./plugin.ts";
import { ROUTING_CODES } from "./routing.ts";
import { frozenRows } from "./row.ts";

export type { CodeRow, ContractRow, DetailSchema, ErrorType, Place, RetryRule } from "./row.ts";
export { defaultStatus, ERROR_TYPES, frozenRow, frozenRows } from "./row.ts";

/**
 * The contract's 43 codes, one row each: type, status, where it may appear, since which version, retry rule, default
 * message, detail schema and guidance. The only place in which any of this is stated.
 *
 * @example
 * CODES.file_too_large.status; // 413
 */
export const CODES = frozenRows({
  ...ROUTING_CODES,
  ...PLUGIN_CODES,
  ...ENVIRONMENT_CODES,
  ...MEMORY_CODES,
  ...ACCESS_CODES,
  ...EXECUTION_CODES,
});

/** One of the contract's codes. */
export type ContractCode = keyof typeof CODES;

/** Whether `code` is one of the contract's; safe for any string, `"__proto__"` included. */
export function isContractCode(code: string): code is ContractCode {
  return Object.hasOwn(CODES, code);
}
