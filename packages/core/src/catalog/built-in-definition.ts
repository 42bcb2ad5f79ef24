import { frozenDefinition } from "../codes/definition.ts";
import type { CodeDefinition, ErrorType } from "../codes/index.ts";
import { VERSIONS } from "../versions/known.ts";
import { BUILT_IN_CODES, type BuiltInCode, type BuiltInFacts } from "./built-in-codes.ts";

/** Another message for a built-in code, such as `acme_internal_error`. Its other facts are fixed. */
export interface BuiltInText {
  readonly message: string;
}

/** The version of everything that the contract's versions say nothing of. */
export const ALWAYS = VERSIONS[0];

/** Statuses whose type is not the one of all other 4xx or 5xx. */
const TYPE_BY_STATUS = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
} as const;

/** The type that a status implies for a code that is not the contract's. */
export type TypeOfStatus<Status extends number> = Status extends keyof typeof TYPE_BY_STATUS
  ? (typeof TYPE_BY_STATUS)[Status]
  : `${Status}` extends `4${string}`
    ? "invalid_request_error"
    : "server_error";

/** The type that a status implies, at run time. */
export function typeOfStatus(status: number): Exclude<ErrorType, "harness_error"> {
  if (Object.hasOwn(TYPE_BY_STATUS, status)) return TYPE_BY_STATUS[status as keyof typeof TYPE_BY_STATUS];
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** The definition of a built-in code, with the vendor's own message when there is one. */
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

/** The definition of a status that has neither a code of the contract nor a built-in one, such as 418. */
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

/** The built-in code that a bare status means, if one has that status. */
export function builtInCodeOfStatus(status: number): BuiltInCode | undefined {
  return BY_STATUS.get(status);
}
