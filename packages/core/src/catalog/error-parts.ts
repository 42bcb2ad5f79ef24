import { type CodeDefinition, defaultStatus } from "../codes/definition.ts";
import { type ContractError, createContractError, type StackTraces } from "../errors/contract-error.ts";
import { toParam } from "../errors/param.ts";
import { peek } from "../untrusted/peek.ts";
import { toSeconds } from "../untrusted/seconds.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import { checkDetail } from "./detail-check.ts";

/** The parts of a catalog that are needed to make an error. */
export type CatalogFacts = AnyCatalog & { readonly captureStackTraces: StackTraces };

type Caller = (...args: never[]) => unknown;

/**
 * Makes the internal error that replaces an error which the catalog does not allow.
 *
 * @param known The cause that the caller passed. It becomes the cause of the TypeError about the wrong call, for the operator.
 * @param caller The function at whose caller the stack begins.
 */
export function misusedError(facts: CatalogFacts, misuse: string, known: unknown, caller: Caller): ContractError {
  const code = `${facts.vendor}_internal_error`;
  const definition = facts.definition(code) as CodeDefinition;
  const cause = new TypeError(misuse, { cause: known });
  return createContractError({ ...NO_PARTS, code, definition, misuse, cause }, facts.captureStackTraces, caller);
}

const NO_PARTS = {
  message: undefined,
  status: undefined,
  param: null,
  detail: null,
  retryAfter: undefined,
  relayed: undefined,
} as const;

/**
 * Returns the parts of an error, or why the catalog has no such error. A detail or wait that does not fit is left out and reported as
 * `misuse`: clients act on the code, so a mistake in another field must not hide it. Never throws.
 */
export function errorParts(code: string, definition: CodeDefinition | undefined, init: unknown, inTask: boolean) {
  const refuse = (refused: string) => ({ refused });
  if (definition === undefined) {
    const shown = typeof code === "string" ? `"${code}"` : `a value of type ${typeof code}`;
    return refuse(`${shown} is neither a code of the contract nor of this catalog; declare it with defineCatalog`);
  }
  if (definition.where !== "request" && !inTask) {
    return refuse(`"${code}" belongs inside the 200 response of a task; it cannot answer a request`);
  }
  if (definition.where === "request" && inTask) {
    return refuse(`"${code}" answers a request; a task cannot fail with it`);
  }
  const status = peek(init, "status");
  if (status !== undefined && !(Array.isArray(definition.status) && definition.status.includes(status))) {
    return refuse(`"${code}" has no choice of status; without one it is sent with ${defaultStatus(definition)}`);
  }
  const checked = checkDetail(code, definition, peek(init, "detail"));
  return {
    code,
    definition,
    message: peek(init, "message"),
    status: status as number | undefined,
    param: toParam(peek(init, "param")),
    detail: checked.detail,
    retryAfter: toSeconds(peek(init, "retryAfter")),
    cause: peek(init, "cause"),
    misuse: checked.misuse ?? waitMisuse(code, peek(init, "retryAfter")),
    refused: undefined,
    relayed: undefined,
  };
}

/**
 * Explains why a `retryAfter` is a mistake in the service; `undefined` if it is a number or left out. NaN and negative numbers, which
 * come from data and clocks, count as left out: a code without a wait is more useful to the client than an internal error.
 */
export function waitMisuse(code: string, retryAfter: unknown): string | undefined {
  if (retryAfter === undefined || retryAfter === null || typeof retryAfter === "number") return undefined;
  return `the retryAfter of "${code}" is of type ${typeof retryAfter}; it must be a number of seconds`;
}
