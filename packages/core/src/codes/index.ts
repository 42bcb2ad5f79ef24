import { ACCESS_FACTS, ACCESS_TEXTS } from "./access.ts";
import { frozenDefinitions, withTexts } from "./definition.ts";
import { ENVIRONMENT_FACTS, ENVIRONMENT_TEXTS } from "./environment.ts";
import { EXECUTION_FACTS, EXECUTION_TEXTS } from "./execution.ts";
import { MEMORY_FACTS, MEMORY_TEXTS } from "./memory.ts";
import { PLUGIN_FACTS, PLUGIN_TEXTS } from "./plugin.ts";
import { ROUTING_FACTS, ROUTING_TEXTS } from "./routing.ts";

export { VERSION_HEADER, VERSIONS, type Version } from "../versions/known.ts";
export {
  type CodeDefinition,
  type CodeFacts,
  defaultStatus,
  ERROR_TYPES,
  type ErrorType,
  type Place,
} from "./definition.ts";
export {
  type CheckedShape,
  checkShape,
  DETAIL_KINDS,
  type DetailSchema,
  type DetailShape,
  type DetailValue,
} from "./detail.ts";
export { type DetailField, type DetailFields, type DetailKind, fieldsOf, misfitIn } from "./kinds.ts";
export { isRetryRule, RETRY_RULES, type RetryRule, type WaitsFor } from "./retry-rules.ts";
export { isSchema } from "./standard-schema.ts";

// Marked as pure, so that a bundler drops the texts where only the facts are used, and both where neither is.

/**
 * What programs need of the contract's codes: type, status, where it may appear, since which version, retry rule and detail
 * fields. {@link CODES} without the texts, which are the greater part.
 *
 * @example
 * CODE_FACTS.file_too_large.retry; // "never"
 */
export const CODE_FACTS = /* @__PURE__ */ (() =>
  frozenDefinitions({
    ...ROUTING_FACTS,
    ...PLUGIN_FACTS,
    ...ENVIRONMENT_FACTS,
    ...MEMORY_FACTS,
    ...ACCESS_FACTS,
    ...EXECUTION_FACTS,
  }))();

/**
 * The contract's codes, one definition each: type, status, where it may appear, since which version, retry rule, default
 * message, detail fields and guidance. The only place in which any of this is stated.
 *
 * @example
 * CODES.file_too_large.status; // 413
 */
export const CODES = /* @__PURE__ */ (() =>
  withTexts(CODE_FACTS, {
    ...ROUTING_TEXTS,
    ...PLUGIN_TEXTS,
    ...ENVIRONMENT_TEXTS,
    ...MEMORY_TEXTS,
    ...ACCESS_TEXTS,
    ...EXECUTION_TEXTS,
  }))();

/** One of the contract's codes. */
export type ContractCode = keyof typeof CODE_FACTS;

/** Whether `code` is one of the contract's; safe for any string, `"__proto__"` included. */
export function isContractCode(code: string): code is ContractCode {
  return Object.hasOwn(CODE_FACTS, code);
}
