import type { Issue } from "../../codes/kinds.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";

/** The most issues that a response lists. */
export const MAX_ISSUES = 20;

/** Replaces a message that may quote what was sent. */
export const NOT_VALID = "This field is not valid.";

/** The message for a field that the schema does not have. */
export const NOT_KNOWN = "This field is not known.";

/** The parts of a request whose fields a param can name. */
export const WITH_PARAMS: ReadonlySet<unknown> = new Set(["body", "query", "params"]);

/**
 * Returns the mapping of a failed validation. Fastify notes on the error which part of the request it checked; a header has no param. A
 * router gives it a 5xx if the service's own response does not fit its schema.
 */
export function invalidInput({ field, status }: ThrownValue, found: readonly Issue[] | undefined): Mapping {
  if (typeof status === "number" && status >= 500) return { code: "internal_error" };
  if (found === undefined || found.length === 0) return { code: "invalid_input" };
  const isOfHeaders = field("validationContext") === "headers";
  const issues = found.map(({ param, message }) => ({ param: isOfHeaders ? null : param, message }));
  return { code: "invalid_input", param: issues[0]?.param ?? null, detail: { issues } };
}
