import { type Json, type JsonObject, ownOf, sameJson } from "../json/plain.ts";
import type { ChangeLevel } from "./change.ts";

/** How a keyword of JSON Schema may change. `undefined`, where it was or is not stated. */
type Judge = (before: Json | undefined, after: Json | undefined) => ChangeLevel;

const always =
  (level: ChangeLevel): Judge =>
  () =>
    level;

/** A bound that takes less is narrower; one that takes more, or is gone, is wider. */
const bound =
  (isNarrower: (before: number, after: number) => boolean): Judge =>
  (before, after) => {
    if (after === undefined) return "minor";
    return typeof before === "number" && typeof after === "number" && !isNarrower(before, after) ? "minor" : "major";
  };

const upper = bound((before, after) => after < before);
const lower = bound((before, after) => after > before);

/** A rule that a value keeps to may go; a new one, or another, may refuse what was taken. */
const rule: Judge = (_before, after) => (after === undefined ? "minor" : "major");

/** Values may be added to a list of them, never taken away. */
const values: Judge = (before, after) => {
  if (after === undefined) return "minor";
  if (!Array.isArray(before) || !Array.isArray(after)) return "major";
  return before.every((value) => after.some((other) => sameJson(value, other))) ? "minor" : "major";
};

/** Whether any further field is taken. */
const takesAll = (value: Json | undefined) =>
  value === true || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/**
 * An object that took any further field, and takes none now, is narrower. So is one that does not say any more that it takes them: a
 * library that leaves unknown fields out says nothing of them either.
 */
const furtherFields: Judge = (before, after) => (takesAll(after) || before === false ? "minor" : "major");

/** What each keyword's change weighs. An unknown keyword counts as a narrower detail. */
const JUDGES: ReadonlyMap<string, Judge> = new Map([
  ...[
    "title",
    "description",
    "examples",
    "$comment",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$id",
    "$anchor",
  ].map((name) => [name, always("patch")] as const),
  ["default", always("minor")],
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map((name) => [name, upper] as const),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map((name) => [name, lower] as const),
  ...["pattern", "format", "multipleOf", "uniqueItems", "const", "propertyNames"].map((name) => [name, rule] as const),
  ["enum", values],
  ["additionalProperties", furtherFields],
  ["unevaluatedProperties", furtherFields],
]);

/** Whether two values of a keyword mean the same: the order of a list of values or types means nothing. */
export function isSameKeyword(name: string, before: Json | undefined, after: Json | undefined): boolean {
  if ((name === "enum" || name === "type") && before !== undefined && after !== undefined) {
    const [was, is] = [before, after].map((value) => new Set([value].flat().map((one) => JSON.stringify(one))));
    return was?.size === is?.size && [...(was ?? [])].every((value) => is?.has(value));
  }
  return sameJson(before, after);
}

/** A keyword's value. A bound that every safe integer keeps says nothing, and schema libraries do not agree on stating it. */
export function statedBy(schema: JsonObject, name: string): Json | undefined {
  const value = ownOf(schema, name);
  const isBound = name === "minimum" || name === "maximum";
  return isBound && typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
}

/** What the change of a keyword weighs. */
export function levelOfKeyword(name: string, before: Json | undefined, after: Json | undefined): ChangeLevel {
  return JUDGES.get(name)?.(before, after) ?? "major";
}
