import { type Json, sameJson } from "../json/plain.ts";
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

/** An object that took any further field, and takes none now, is narrower. */
const furtherFields: Judge = (before, after) => {
  if (after === undefined || after === true) return "minor";
  return before === false ? "minor" : "major";
};

/** What each keyword's change weighs. Of one that is not here nobody can tell, so it counts as a narrower detail. */
const JUDGES: ReadonlyMap<string, Judge> = new Map([
  ...["title", "description", "examples", "$comment", "deprecated", "$id", "$anchor"].map(
    (name) => [name, always("patch")] as const,
  ),
  ["default", always("minor")],
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map((name) => [name, upper] as const),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map((name) => [name, lower] as const),
  ...["pattern", "format", "multipleOf", "uniqueItems", "const", "propertyNames"].map((name) => [name, rule] as const),
  ["enum", values],
  ["additionalProperties", furtherFields],
  ["unevaluatedProperties", furtherFields],
]);

/** What the change of a keyword weighs. */
export function levelOfKeyword(name: string, before: Json | undefined, after: Json | undefined): ChangeLevel {
  return JUDGES.get(name)?.(before, after) ?? "major";
}
