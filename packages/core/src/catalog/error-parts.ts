import { type CodeDefinition, defaultStatus } from "../codes/definition.ts";
import { type ContractError, createContractError, NO_PARTS, type StackTraces } from "../errors/contract-error.ts";
import { toParam } from "../errors/param.ts";
import { inheritsError, isNativeError, peek } from "../untrusted/peek.ts";
import { toSeconds } from "../untrusted/seconds.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import { type CheckedContext, checkContext, checkDetail } from "./detail-check.ts";
import type { ErrorInit } from "./error-init.ts";

/** The parts of a catalog that are needed to make an error. */
export type CatalogFacts = AnyCatalog & { readonly captureStackTraces: StackTraces };

export type Caller = (...args: never[]) => unknown;

/**
 * Makes the internal error that replaces an error which the catalog does not allow.
 *
 * @param known The cause that the caller passed. It becomes the cause of the TypeError about the wrong call, for the operator.
 * @param checked What was checked of the context that the caller passed.
 * @param caller The function at whose caller the stack begins.
 */
export function misusedError(
  facts: CatalogFacts,
  misuse: string,
  known: unknown,
  checked: Pick<CheckedContext, "givenContext" | "context"> | undefined,
  caller: Caller,
): ContractError {
  const code = `${facts.vendor}_internal_error`;
  const definition = facts.definition(code) as CodeDefinition;
  const cause = new TypeError(misuse, { cause: known });
  const { givenContext, context } = checked ?? NO_PARTS;
  const parts = { ...NO_PARTS, code, definition, misuse, cause, givenContext, context };
  return createContractError(parts, facts.captureStackTraces, caller);
}

/**
 * Returns the parts of an error, or why the catalog has no such error. What does not fit is left out and reported as `misuse`: clients act
 * on the code, so a mistake in another field must not hide it. Never throws.
 */
export function errorParts(code: string, definition: CodeDefinition | undefined, init: unknown, inTask: boolean) {
  // The text of another error must not reach a client as if this service had written it.
  const isError = inheritsError(init) || isNativeError(init);
  const fields = isError ? { cause: init } : init;
  const cause = peek(fields, "cause");
  const checkedContext = checkContext(definition === undefined ? "" : code, definition, peek(fields, "context"));
  const refuse = (refused: string) => ({ refused, cause, checkedContext });
  if (definition === undefined) {
    const name = typeof code === "string" ? `"${code}"` : `a value of type ${typeof code}`;
    return refuse(`${name} is neither a code of the contract nor of this catalog; declare it with defineCatalog`);
  }
  if (definition.where !== "request" && !inTask) {
    return refuse(`"${code}" belongs inside the 200 response of a task; it cannot answer a request`);
  }
  if (definition.where === "request" && inTask) {
    return refuse(`"${code}" answers a request; a task cannot fail with it`);
  }
  const status = peek(fields, "status");
  const retryAfter = peek(fields, "retryAfter");
  const checked = checkDetail(code, definition, peek(fields, "detail"));
  return {
    code,
    definition,
    message: peek(fields, "message"),
    status: offeredStatus(definition, status),
    param: toParam(peek(fields, "param")),
    given: checked.given,
    detail: checked.detail,
    retryAfter: toSeconds(retryAfter),
    cause,
    givenContext: checkedContext.givenContext,
    context: checkedContext.context,
    misuse:
      (isError ? `"${code}" was made with an error; pass it as { cause }` : initMisuse(code, init)) ??
      statusMisuse(code, definition, status) ??
      checked.misuse ??
      waitMisuse(code, retryAfter) ??
      checkedContext.misuse,
    refused: undefined,
    relayed: undefined,
  };
}

const FIELDS: readonly string[] = ["message", "param", "detail", "retryAfter", "status", "cause", "context"] satisfies (
  | keyof ErrorInit
  | "detail"
  | "status"
  | "context"
)[];

const MAX_NAMES = 5;
const MAX_NAME = 40;

/** Names what is no field of an init; `undefined` if there is nothing, or if the init is left out. Never throws. */
function initMisuse(code: string, init: unknown): string | undefined {
  if (init === undefined || init === null) return undefined;
  const unknown = typeof init === "object" ? unknownFields(init) : `a value of type ${typeof init}`;
  if (unknown === undefined) return undefined;
  return `"${code}" was made with ${unknown}; the fields are ${FIELDS.join(", ")}`;
}

function unknownFields(init: object): string | undefined {
  const names: string[] = [];
  try {
    for (const name of Object.keys(init)) {
      if (!FIELDS.includes(name) && names.length < MAX_NAMES) names.push(name.slice(0, MAX_NAME));
    }
  } catch {
    // Of a hostile proxy, what can be read is checked field by field.
  }
  return names.length === 0 ? undefined : `unknown ${names.join(", ")}`;
}

/** Returns a status that the code may be sent with; for any other, the code's own. */
export function offeredStatus(definition: CodeDefinition, status: unknown): number {
  const offered: readonly unknown[] = [definition.status].flat();
  return offered.includes(status) ? (status as number) : defaultStatus(definition);
}

/** Explains why a status is a mistake in the service; `undefined` if the code has it, or if it is left out. */
export function statusMisuse(code: string, definition: CodeDefinition, status: unknown): string | undefined {
  if (status === undefined || status === null || offeredStatus(definition, status) === status) return undefined;
  const wrong = typeof status === "number" ? status : `of type ${typeof status}`;
  return `"${code}" has no status ${wrong}; it is sent with ${defaultStatus(definition)}`;
}

/**
 * Explains why a `retryAfter` is a mistake in the service; `undefined` if it is a number or left out. NaN and negative numbers, which
 * come from data and clocks, count as left out: a code without a wait is more useful to the client than an internal error.
 */
export function waitMisuse(code: string, retryAfter: unknown): string | undefined {
  if (retryAfter === undefined || retryAfter === null || typeof retryAfter === "number") return undefined;
  return `the retryAfter of "${code}" is of type ${typeof retryAfter}; it must be a number of seconds`;
}
