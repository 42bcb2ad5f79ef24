import { ERROR_HEADERS } from "@uhp-errors/core/internal";

/** The headers that are the same on every error, from the contract's table, so that a test lists only those that it is about. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  ERROR_HEADERS.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
);

/** The same as they are received, in lower case. */
export const FIXED_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FIXED_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
);

/** The names of all headers of the contract's errors, in lower case. */
export const ERROR_FIELD_NAMES: readonly string[] = ERROR_HEADERS.map(({ name }) => name.toLowerCase());
