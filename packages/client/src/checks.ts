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

/** How many characters of a name an error shows and compares. */
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
  if (unknown.length > 0) throw new TypeError(unknownText(unknown, Object.keys(kinds)));
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined || kind.holds(value)) continue;
    const got = typeof value === "number" ? "" : `, got ${value === null ? "null" : typeof value}`;
    throw new TypeError(`${name}: expected ${kind.says}${got}`);
  }
}

function unknownText(unknown: readonly string[], known: readonly string[]): string {
  const shown = unknown.slice(0, 5).map((name) => name.slice(0, MAX_NAME));
  const meant = shown.map((name) => closest(name, known)).filter((name) => name !== undefined);
  const question = meant.length === 0 ? "" : ` Did you mean ${meant.join(", ")}?`;
  return `unknown option ${shown.join(", ")}; the options are ${known.join(", ")}.${question}`;
}

/** The name that was probably meant: at most a third of the letters are wrong, missing or too many. */
function closest(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((other) => distance(name.toLowerCase(), other.toLowerCase()));
  const least = Math.min(...distances);
  return least <= Math.max(2, Math.floor(name.length / 3)) ? known[distances.indexOf(least)] : undefined;
}

/** How many letters must be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (one[at - 1] === other[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
