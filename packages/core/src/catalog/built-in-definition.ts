import { frozenDefinition } from "../codes/definition.ts";
import type { CodeDefinition } from "../codes/index.ts";
import { retryOfStatus, typeOfStatus } from "../codes/status.ts";
import { VERSIONS } from "../versions/known.ts";
import { BUILT_IN_CODES, type BuiltInCode, type BuiltInFacts } from "./built-in-codes.ts";

/** Overrides the message of a built-in code, such as `acme_internal_error`. Its other facts are fixed. */
export interface BuiltInText {
  readonly message: string;
}

/** The oldest version. Codes that do not belong to the contract exist since then. */
export const ALWAYS = VERSIONS[0];

/** Returns the definition of a built-in code, with the vendor's own message if there is one. */
export function builtInDefinition(name: BuiltInCode, text?: BuiltInText): CodeDefinition {
  const builtIn: BuiltInFacts = BUILT_IN_CODES[name];
  return frozenDefinition({
    where: "request",
    type: typeOfStatus(builtIn.status),
    status: builtIn.status,
    since: ALWAYS,
    retry: retryOfStatus(builtIn.status),
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
    .filter(([, { bare }]) => bare !== false)
    .map(([name, { status }]) => [status, name]),
);

export function builtInCodeOfStatus(status: number): BuiltInCode | undefined {
  return BY_STATUS.get(status);
}
