import { type Json, type JsonObject, readOwn, sameJson } from "../json/plain.ts";
import type { ChangeLevel } from "./change.ts";

/** Rates the change of a JSON Schema keyword. A value is `undefined` if the schema does not state the keyword. */
type Judge = (before: Json | undefined, after: Json | undefined) => ChangeLevel;

const always =
  (level: ChangeLevel): Judge =>
  () =>
    level;

/** A bound that allows less is narrower. One that allows more, or was removed, is wider. */
const bound =
  (isNarrower: (before: number, after: number) => boolean): Judge =>
  (before, after) => {
    if (after === undefined) return "minor";
    return typeof before === "number" && typeof after === "number" && !isNarrower(before, after) ? "minor" : "major";
  };

const upper = bound((before, after) => after < before);
const lower = bound((before, after) => after > before);

/** A rule for values may be removed. A new or different rule may reject values that were valid. */
const rule: Judge = (_before, after) => (after === undefined ? "minor" : "major");

/** Values may be added to a list of allowed values, but never removed. */
const values: Judge = (before, after) => {
  if (after === undefined) return "minor";
  if (!Array.isArray(before) || !Array.isArray(after)) return "major";
  return before.every((value) => after.some((other) => sameJson(value, other))) ? "minor" : "major";
};

const takesAll = (value: Json | undefined) =>
  value === true || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/**
 * An object that allowed any further field, and now allows none, is narrower. So is one that no longer states that it allows them: a
 * library that strips unknown fields does not state anything either.
 */
const furtherFields: Judge = (before, after) => (takesAll(after) || before === false ? "minor" : "major");

/** The judge of each keyword. A change of an unknown keyword counts as a narrower detail. */
const JUDGES: ReadonlyMap<string, Judge> = new Map([
  ..."title description examples $comment example deprecated readOnly writeOnly $id $anchor"
    .split(" ")
    .map((name) => [name, always("patch")] as const),
  ["default", always("minor")],
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map((name) => [name, upper] as const),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map((name) => [name, lower] as const),
  ...["pattern", "format", "multipleOf", "uniqueItems", "const", "propertyNames"].map((name) => [name, rule] as const),
  ["enum", values],
  ["additionalProperties", furtherFields],
  ["unevaluatedProperties", furtherFields],
]);

/** Whether two values of a keyword mean the same. The order of a list of values or types does not matter. */
export function isSameKeyword(name: string, before: Json | undefined, after: Json | undefined): boolean {
  if (name === "enum" || name === "type") {
    const [was, is] = [textsOf(before), textsOf(after)];
    return was.size === is.size && [...was].every((text) => is.has(text));
  }
  return sameJson(before, after);
}

function textsOf(values: Json | undefined): ReadonlySet<string | undefined> {
  return new Set([values].flat().map((value) => JSON.stringify(value)));
}

/** Returns the value of a keyword. Ignores a bound that every safe integer satisfies, because only some schema libraries state it. */
export function readKeyword(schema: JsonObject, name: string): Json | undefined {
  const value = readOwn(schema, name);
  const isBound = name === "minimum" || name === "maximum";
  return isBound && typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
}

export function levelOfKeyword(name: string, before: Json | undefined, after: Json | undefined): ChangeLevel {
  return JUDGES.get(name)?.(before, after) ?? "major";
}
