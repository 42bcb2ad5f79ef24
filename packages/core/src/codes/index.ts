import { ACCESS_CODES } from "./access.ts";
import { frozenDefinitions } from "./definition.ts";
import { ENVIRONMENT_CODES } from "./environment.ts";
import { EXECUTION_CODES } from "./execution.ts";
import { MEMORY_CODES } from "./memory.ts";
import { PLUGIN_CODES } from "./plugin.ts";
import { ROUTING_CODES } from "./routing.ts";

export {
  type CodeDefinition,
  type ContractDefinition,
  defaultStatus,
  ERROR_TYPES,
  type ErrorType,
  type Place,
} from "./definition.ts";
export {
  checkShape,
  DETAIL_KINDS,
  type DetailFields,
  type DetailKind,
  type DetailSchema,
  type DetailShape,
  type DetailValue,
  fieldNames,
  fieldsOf,
  isSchema,
} from "./detail.ts";
export { isRetryRule, RETRY_RULES, type RetryRule, type WaitsFor } from "./retry-rules.ts";

/**
 * The contract's codes, one definition each: type, status, where it may appear, since which version, retry rule, default
 * message, detail fields and guidance. The only place in which any of this is stated.
 *
 * @example
 * CODES.file_too_large.status; // 413
 */
export const CODES = frozenDefinitions({
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
