import { ACCESS_FACTS, ACCESS_TEXTS } from "./access.ts";
import { frozenDefinitions, withTexts } from "./definition.ts";
import { ENVIRONMENT_FACTS, ENVIRONMENT_TEXTS } from "./environment.ts";
import { FILE_FACTS, FILE_TEXTS } from "./file.ts";
import { HARNESS_FACTS, HARNESS_TEXTS } from "./harness.ts";
import { MEMORY_FACTS, MEMORY_TEXTS } from "./memory.ts";
import { PLUGIN_FACTS, PLUGIN_TEXTS } from "./plugin.ts";
import { REQUEST_FACTS, REQUEST_TEXTS } from "./request.ts";
import { SESSION_FACTS, SESSION_TEXTS } from "./session.ts";
import { TASK_FACTS, TASK_TEXTS } from "./task.ts";

export { VERSION_HEADER, VERSIONS, type Version } from "../versions/known.ts";
export {
  type CodeDefinition,
  type CodeFacts,
  ERROR_TYPES,
  type ErrorPlace,
  type ErrorType,
} from "./definition.ts";
export type { DetailSchema } from "./detail.ts";
export type { DetailFields } from "./kinds.ts";
export { RETRY_RULES, type RetryRule } from "./retry-rules.ts";

// Marked as pure, so that a bundler drops the texts if only the facts are used, and drops both if neither is used.

/**
 * The facts of the contract's codes that programs need: type, status, where the code may appear, since which version, retry rule, and
 * detail fields. This is {@link CODES} without the texts, which take up most of the space.
 *
 * @example
 * CODE_FACTS.file_too_large.retry; // "never"
 */
export const CODE_FACTS = /* @__PURE__ */ (() =>
  frozenDefinitions({
    ...REQUEST_FACTS,
    ...HARNESS_FACTS,
    ...SESSION_FACTS,
    ...FILE_FACTS,
    ...PLUGIN_FACTS,
    ...ENVIRONMENT_FACTS,
    ...MEMORY_FACTS,
    ...ACCESS_FACTS,
    ...TASK_FACTS,
  }))();

/**
 * The contract's codes, one definition each: type, status, where the code may appear, since which version, retry rule, default message,
 * detail fields, and guidance. This is the only place that states any of this.
 *
 * @example
 * CODES.file_too_large.status; // 413
 */
export const CODES = /* @__PURE__ */ (() =>
  withTexts(CODE_FACTS, {
    ...REQUEST_TEXTS,
    ...HARNESS_TEXTS,
    ...SESSION_TEXTS,
    ...FILE_TEXTS,
    ...PLUGIN_TEXTS,
    ...ENVIRONMENT_TEXTS,
    ...MEMORY_TEXTS,
    ...ACCESS_TEXTS,
    ...TASK_TEXTS,
  }))();

/** One of the contract's codes. */
export type ContractCode = keyof typeof CODE_FACTS;

/** Whether `code` is one of the contract's. Safe for any string, including `"__proto__"`. */
export function isContractCode(code: string): code is ContractCode {
  return Object.hasOwn(CODE_FACTS, code);
}
