import { isRecord } from "@uhp-errors/core/internal";
import { type Json, type JsonObject, readOwn, sameJson, shorten } from "../json/plain.ts";
import type { ChangeLevel, DetailChange } from "./change.ts";
import { isSameKeyword, levelOfKeyword, readKeyword } from "./keywords.ts";

const MEANINGS: Readonly<Record<ChangeLevel, string>> = {
  major: "what fitted may not fit any more, or nobody can tell",
  minor: "what fitted still fits",
  patch: "only a text is another",
};

/**
 * Returns the differences between two JSON Schemas of a detail. An added field breaks nothing unless every error must have it. In that
 * case, code that makes errors without the field breaks, and so do responses of services that have the old catalog.
 */
export function detailChanges(before: JsonObject, after: JsonObject, at = "detail"): DetailChange[] {
  const [was, is] = [withList(before), withList(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .filter((name) => !isSameKeyword(name, readKeyword(was, name), readKeyword(is, name)))
    .flatMap((name) => keywordChanges(name, was, is, at));
}

/** Writes `const` as an `enum` of one value, so that a second value counts as an addition and not as a different rule. */
function withList(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, "const") || Object.hasOwn(schema, "enum")) return schema;
  const { const: value = null, ...rest } = schema;
  return { ...rest, enum: [value] };
}

function keywordChanges(name: string, before: JsonObject, after: JsonObject, at: string): readonly DetailChange[] {
  const [was, is] = [readKeyword(before, name), readKeyword(after, name)];
  // A detail that named no fields was still an object.
  if (name === "type" && at === "detail" && (was === undefined || is === undefined)) return [];
  if (name === "properties") return fieldChanges(before, after, at);
  if (name === "required") return requiredChanges(before, after, at);
  const place = `${at}.${name}`;
  if ((name === "items" || name === "additionalProperties") && isRecord(was) && isRecord(is)) {
    return detailChanges(was as JsonObject, is as JsonObject, place);
  }
  const level = levelOfKeyword(name, was, is);
  const said = `${place} was ${describeValue(was)} and is ${describeValue(is)}: ${MEANINGS[level]}`;
  return [makeChange(level, place, was, is, said)];
}

function describeValue(value: Json | undefined): string {
  return value === undefined ? "not stated" : shorten(JSON.stringify(value));
}

/** Returns the fields of a schema by name. A map, because a field may have any name. */
function fieldsIn(schema: JsonObject): ReadonlyMap<string, Json> {
  const properties = readOwn(schema, "properties");
  return new Map(isRecord(properties) ? Object.entries(properties as JsonObject) : []);
}

function requiredIn(schema: JsonObject): ReadonlySet<unknown> {
  const required = readOwn(schema, "required");
  return new Set(Array.isArray(required) ? required : []);
}

function fieldChanges(before: JsonObject, after: JsonObject, at: string): DetailChange[] {
  const [was, is] = [fieldsIn(before), fieldsIn(after)];
  const old = [...was].flatMap(([name, field]) => changesOfField(name, field, is.get(name), at, after));
  const added = [...is].flatMap(([name, field]) => (was.has(name) ? [] : [newField(name, field, before, after, at)]));
  return [...old, ...added];
}

function changesOfField(
  name: string,
  field: Json,
  now: Json | undefined,
  at: string,
  after: JsonObject,
): readonly DetailChange[] {
  const place = `${at}.${name}`;
  if (now === undefined) {
    return [makeChange("major", place, field, undefined, `the field ${name} is gone: what reads it breaks`)];
  }
  if (isRecord(field) && isRecord(now)) {
    const changes = detailChanges(field as JsonObject, now as JsonObject, place);
    // A field that is required needs its default, so that errors may be made without it.
    if (!requiredIn(after).has(name) || hasDefault(now)) return changes;
    return changes.map((change) => (change.what === `${place}.default` ? withoutDefault(change) : change));
  }
  return sameJson(field, now)
    ? []
    : [makeChange("major", place, field, now, `${place} differs, and nobody can tell how`)];
}

function withoutDefault(change: DetailChange): DetailChange {
  const sentence = `${change.what} is gone, so that every error must have the field: what makes errors without it breaks`;
  return { ...change, level: "major", sentence };
}

function newField(name: string, field: Json, before: JsonObject, after: JsonObject, at: string): DetailChange {
  const place = `${at}.${name}`;
  if (requiredIn(after).has(name) && !hasDefault(field)) {
    const said = `the field ${name} is new and every error must have it: what makes errors without it breaks`;
    return makeChange("major", place, undefined, field, said);
  }
  const further = readOwn(before, "additionalProperties");
  if (further === false) {
    const said = `the field ${name} is new where no further field was taken: what checks the old shape breaks`;
    return makeChange("major", place, undefined, field, said);
  }
  if (isRecord(further) && Object.keys(further).length > 0 && !sameJson(further, field)) {
    const said = `the field ${name} had to be as any further field was, and has a rule of its own: what checks the old shape breaks`;
    return makeChange("major", place, further as JsonObject, field, said);
  }
  return makeChange("minor", place, undefined, field, `the field ${name} is new`);
}

/** Returns the changes of `required` for fields that are in both schemas or in neither. New and removed fields are reported separately. */
function requiredChanges(before: JsonObject, after: JsonObject, at: string): DetailChange[] {
  const [was, is] = [requiredIn(before), requiredIn(after)];
  const [fieldsBefore, fieldsAfter] = [fieldsIn(before), fieldsIn(after)];
  return [...new Set([...was, ...is].map(String))]
    .filter((name) => was.has(name) !== is.has(name) && fieldsBefore.has(name) === fieldsAfter.has(name))
    .map((name) => {
      const place = `${at}.${name}`;
      if (was.has(name)) {
        const said = `the field ${name} may be missing now: what reads it breaks`;
        return makeChange("major", place, "required", "optional", said);
      }
      if (hasDefault(fieldsAfter.get(name))) {
        const said = `the field ${name} is always there now, since it has a default`;
        return makeChange("minor", place, "optional", "required", said);
      }
      const said = `every error must have the field ${name} now: what makes errors without it breaks`;
      return makeChange("major", place, "optional", "required", said);
    });
}

function hasDefault(field: Json | undefined): boolean {
  return isRecord(field) && Object.hasOwn(field, "default");
}

function makeChange(
  level: ChangeLevel,
  what: string,
  before: Json | undefined,
  after: Json | undefined,
  sentence: string,
): DetailChange {
  return { level, what, before: before ?? null, after: after ?? null, sentence };
}
