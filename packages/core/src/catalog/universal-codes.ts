import type { BuiltInCode } from "../catalog/built-in-codes.ts";
import { type ContractCode, isContractCode } from "../codes/index.ts";

/** The contract's codes that any operation can answer with: version, input, authentication and limits. */
export const UNIVERSAL_CODES = [
  "unsupported_protocol_version",
  "invalid_input",
  "missing_credential",
  "invalid_credential",
  "insufficient_scope",
  "rate_limited",
  "quota_exhausted",
] as const satisfies readonly ContractCode[];

/** The built-in codes that any operation can answer with, because the framework, Node or this library sends them by itself. */
export const UNIVERSAL_BUILT_IN_CODES = [
  "bad_request",
  "unauthenticated",
  "forbidden",
  "route_not_found",
  "method_not_allowed",
  "request_timeout",
  "precondition_failed",
  "content_too_large",
  "uri_too_long",
  "range_not_satisfiable",
  "expectation_failed",
  "headers_too_large",
  "internal_error",
  "upstream_error",
  "unavailable",
  "upstream_timeout",
] as const satisfies readonly BuiltInCode[];

type UniversalBuiltIn = (typeof UNIVERSAL_BUILT_IN_CODES)[number];

/** The codes of a catalog that any operation can answer with. Operations need not declare them. */
export type UniversalCode<Code> = Code extends ContractCode
  ? Code & (typeof UNIVERSAL_CODES)[number]
  : // A vendor prefix has no underscore, so the first underscore ends it.
    Code extends `${string}_${infer Name}`
    ? Name extends UniversalBuiltIn
      ? Code
      : never
    : never;

/**
 * Whether any operation can answer with a code, so that operations need not declare it: `invalid_input` and `acme_internal_error`, but
 * not `memory_unavailable`.
 */
export function isUniversalCode(code: string): boolean {
  if (isContractCode(code)) return (UNIVERSAL_CODES as readonly string[]).includes(code);
  // A vendor prefix has no underscore, so the first underscore ends it.
  const end = code.indexOf("_");
  return end > 0 && (UNIVERSAL_BUILT_IN_CODES as readonly string[]).includes(code.slice(end + 1));
}
