import { isRecord, peek } from "@uhp-errors/core/untrusted";
import { MAX_NAME } from "./bounds.ts";

/** What an option may hold. An option that is `undefined` counts as left out. */
export interface Kind {
  /** Its name in the error, such as "a function". */
  readonly says: string;
  readonly holds: (value: unknown) => boolean;
}

/** Options by name, each with what it may hold. */
export type Kinds = Readonly<Record<string, Kind>>;

/** For options that something else checks. */
export const ANY: Kind = { says: "anything", holds: () => true };

export const TEXT: Kind = /* @__PURE__ */ ofType("string", "a text");
export const FUNCTION: Kind = /* @__PURE__ */ ofType("function");

/** An option that is on or off. */
export const BOOLEAN: Kind = /* @__PURE__ */ ofType("boolean");

function ofType(type: "string" | "function" | "boolean", says: string = `a ${type}`): Kind {
  return { says, holds: (value) => typeof value === type };
}

/** This value alone. */
export function only(one: null | false): Kind {
  return { says: `${one}`, holds: (value) => value === one };
}

/** A number of at least `least`. `Infinity` counts, NaN does not. */
export function atLeast(least: number): Kind {
  return { says: `a number of at least ${least}`, holds: (value) => typeof value === "number" && value >= least };
}

/** An object that has these methods. `says` tells where to get one. */
export function having(says: string, ...methods: readonly string[]): Kind {
  return { says, holds: (value) => methods.every((name) => typeof peek(value, name) === "function") };
}

/** A value of either kind. */
export function either(one: Kind, other: Kind): Kind {
  return { says: `${one.says} or ${other.says}`, holds: (value) => one.holds(value) || other.holds(value) };
}

/** The error for what is not as it must be. */
export function wrong(name: string, expected: string): TypeError {
  return new TypeError(`${name}: expected ${expected}`);
}

/**
 * Checks given options.
 *
 * @param what The parameter, for the error.
 * @throws TypeError that names an option that does not exist or has a wrong value. It never shows the value.
 */
export function checkOptions(what: string, given: unknown, kinds: Kinds): void {
  if (!isRecord(given)) throw wrong(what, "an object");
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(kinds, name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 5).map((name) => name.slice(0, MAX_NAME));
    throw new TypeError(`unknown option ${shown.join(", ")}; the options are ${Object.keys(kinds).join(", ")}.`);
  }
  for (const [name, { says, holds }] of Object.entries(kinds)) {
    const value = given[name];
    if (value === undefined || holds(value)) continue;
    const type = value === null ? "null" : typeof value;
    throw wrong(name, type === "number" ? says : `${says}, got ${type}`);
  }
}
