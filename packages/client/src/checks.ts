/** What an option may hold. An option that is `undefined` counts as left out. */
export interface Kind {
  /** Its name in the error, such as "a function". */
  readonly says: string;
  holds(value: unknown): boolean;
}

/** Options by name, each with what it may hold. */
export type Kinds = Readonly<Record<string, Kind>>;

/** For options that something else checks. */
export const ANY: Kind = { says: "anything", holds: () => true };

/** An option that is on or off. */
export const BOOLEAN: Kind = /* @__PURE__ */ ofType("boolean");
export const FUNCTION: Kind = /* @__PURE__ */ ofType("function");
export const TEXT: Kind = { says: "a text", holds: (value) => typeof value === "string" };

/** A number of at least `least`. `Infinity` counts, NaN does not. */
export function atLeast(least: number): Kind {
  return { says: `a number of at least ${least}`, holds: (value) => typeof value === "number" && value >= least };
}

/** An object that has these methods. `says` tells where to get one. */
export function having(says: string, ...methods: readonly string[]): Kind {
  return {
    says,
    holds: (value) =>
      typeof value === "object" &&
      value !== null &&
      methods.every((name) => typeof Reflect.get(value, name) === "function"),
  };
}

/** A value of either kind. */
export function either(one: Kind, other: Kind): Kind {
  return { says: `${one.says} or ${other.says}`, holds: (value) => one.holds(value) || other.holds(value) };
}

function ofType(type: "boolean" | "function"): Kind {
  return { says: `a ${type}`, holds: (value) => typeof value === type };
}

/** How many characters of a name an error shows. */
const MAX_NAME = 40;

/**
 * Checks given options.
 *
 * @param what The parameter, for the error.
 * @throws TypeError that names an option that does not exist or has a wrong value. It never shows the value.
 */
export function checkOptions(what: string, given: unknown, kinds: Kinds): void {
  if (typeof given !== "object" || given === null) throw new TypeError(`${what}: expected an object`);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(kinds, name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 5).map((name) => name.slice(0, MAX_NAME));
    throw new TypeError(`unknown option ${shown.join(", ")}; the options are ${Object.keys(kinds).join(", ")}.`);
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined || kind.holds(value)) continue;
    const got = typeof value === "number" ? "" : `, got ${value === null ? "null" : typeof value}`;
    throw new TypeError(`${name}: expected ${kind.says}${got}`);
  }
}
