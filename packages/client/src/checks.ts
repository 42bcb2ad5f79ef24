import { isRecord, peek } from "@uhp-errors/core/internal";
import { MAX_NAME } from "./bounds.ts";

/**
 * The values that an option allows. Each key names a kind of value in the error, such as "a function"; its function checks for that kind.
 * An option that is `undefined` counts as left out.
 */
export type Kind = Readonly<Record<string, (value: unknown) => boolean>>;

/** Options by name, each with its allowed values. */
export type Kinds = Readonly<Record<string, Kind>>;

/** For options that other code checks. */
export const ANY: Kind = { anything: () => true };

export const TEXT: Kind = { "a text": (value) => typeof value === "string" };
export const FUNCTION: Kind = { "a function": (value) => typeof value === "function" };

export const BOOLEAN: Kind = { "a boolean": (value) => typeof value === "boolean" };

/** A number of at least `least`. Allows `Infinity`, but not NaN. */
export function atLeast(least: number): Kind {
  return { [`a number of at least ${least}`]: (value) => typeof value === "number" && value >= least };
}

/** An object that has these methods. `says` describes it in the error. */
export function having(says: string, ...methods: readonly string[]): Kind {
  return { [says]: (value) => hasMethods(value, methods) };
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof peek(value, name) === "function");
}

/** A bundler drops an object that is not used, but not what a call returns. */
export const SIGNAL: Kind = {
  "an AbortSignal": (value) => hasMethods(value, ["addEventListener", "throwIfAborted"]),
  null: (value) => value === null,
};

export function wrong(name: string, expected: string): TypeError {
  return new TypeError(`${name}: expected ${expected}`);
}

/**
 * Checks the options that a caller passed.
 *
 * @param what The name of the parameter, for the error.
 * @throws TypeError that names an option that does not exist or has a wrong value. It never shows the value.
 */
export function checkOptions(what: string, given: unknown, kinds: Kinds): void {
  if (!isRecord(given)) throw wrong(what, "an object");
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(kinds, name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 5).map((name) => name.slice(0, MAX_NAME));
    throw new TypeError(`unknown option ${shown.join(", ")}; the options are ${Object.keys(kinds).join(", ")}.`);
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const value = given[name];
    if (value === undefined || Object.values(kind).some((holds) => holds(value))) continue;
    const says = Object.keys(kind).join(" or ");
    const type = value === null ? "null" : typeof value;
    throw wrong(name, type === "number" ? says : `${says}, got ${type}`);
  }
}
