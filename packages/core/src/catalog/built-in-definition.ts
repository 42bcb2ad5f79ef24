import { frozenDefinition } from "../codes/definition.ts";
import type { CodeDefinition, ErrorType } from "../codes/index.ts";
import { VERSIONS } from "../versions/known.ts";
import { BUILT_IN_CODES, type BuiltInCode, type BuiltInFacts } from "./built-in-codes.ts";

/** Overrides the message of a built-in code, such as `acme_internal_error`. Its other facts are fixed. */
export interface BuiltInText {
  readonly message: string;
}

/** The oldest version. Codes that do not belong to the contract exist since then. */
export const ALWAYS = VERSIONS[0];

/** Statuses whose type differs from that of the other 4xx or 5xx statuses. */
const TYPE_BY_STATUS = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
} as const;

/** The type that a status implies for a code that does not belong to the contract. */
export type TypeOfStatus<Status extends number> = Status extends keyof typeof TYPE_BY_STATUS
  ? (typeof TYPE_BY_STATUS)[Status]
  : `${Status}` extends `4${string}`
    ? "invalid_request_error"
    : "server_error";

export function typeOfStatus(status: number): Exclude<ErrorType, "harness_error"> {
  if (Object.hasOwn(TYPE_BY_STATUS, status)) return TYPE_BY_STATUS[status as keyof typeof TYPE_BY_STATUS];
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** Returns the definition of a built-in code, with the vendor's own message if there is one. */
export function builtInDefinition(name: BuiltInCode, text?: BuiltInText): CodeDefinition {
  const builtIn: BuiltInFacts = BUILT_IN_CODES[name];
  return frozenDefinition({
    where: "request",
    type: typeOfStatus(builtIn.status),
    status: builtIn.status,
    since: ALWAYS,
    retry: builtIn.retry,
    message: text?.message ?? builtIn.message,
    when: builtIn.when,
    correlated: builtIn.correlated === true,
  });
}

/** Returns the definition of a status that has neither a contract code nor a built-in code, such as 418. */
export function bareStatusDefinition(status: number): CodeDefinition {
  return frozenDefinition({
    where: "request",
    type: typeOfStatus(status),
    status,
    since: ALWAYS,
    retry: "never",
    message: status >= 500 ? "The server failed to handle the request." : "The request was refused.",
    when: `Something answered ${status} without an error body of this library.`,
  });
}

const BY_STATUS: ReadonlyMap<number, BuiltInCode> = new Map(
  (Object.entries(BUILT_IN_CODES) as [BuiltInCode, BuiltInFacts][])
    .filter(([, { bare }]) => bare)
    .map(([name, { status }]) => [status, name]),
);

/** Returns the built-in code for a bare status, if there is one. */
export function builtInCodeOfStatus(status: number): BuiltInCode | undefined {
  return BY_STATUS.get(status);
}
