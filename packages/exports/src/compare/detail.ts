import { isRecord } from "@uhp-errors/core/untrusted";
import { type Json, type JsonObject, ownOf, sameJson, shortened } from "../json/plain.ts";
import type { ChangeLevel, DetailChange } from "./change.ts";
import { levelOfKeyword } from "./keywords.ts";

const MEANINGS: Readonly<Record<ChangeLevel, string>> = {
  major: "what fitted may not fit any more, or nobody can tell",
  minor: "what fitted still fits",
  patch: "only a text is another",
};

/**
 * What differs between two JSON Schemas of a detail. A field that is added is no reason to break, unless every error must have it
 * from now on: then those break that make errors without it, and so do the answers of services that have the old catalog.
 */
export function detailChanges(before: JsonObject, after: JsonObject, at = "detail"): DetailChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !sameJson(statedBy(before, name), statedBy(after, name)))
    .flatMap((name) => keywordChanges(name, before, after, at));
}

function keywordChanges(name: string, before: JsonObject, after: JsonObject, at: string): readonly DetailChange[] {
  const [was, is] = [statedBy(before, name), statedBy(after, name)];
  // A detail that named no fields was an object without any.
  if (name === "type" && at === "detail" && (was === undefined || is === undefined)) return [];
  if (name === "properties") return fieldChanges(before, after, at);
  if (name === "required") return requiredChanges(before, after, at);
  if (name === "items" && isRecord(was) && isRecord(is)) {
    return detailChanges(was as JsonObject, is as JsonObject, `${at}.items`);
  }
  if (name === "additionalProperties" && isRecord(was) && isRecord(is)) {
    return detailChanges(was as JsonObject, is as JsonObject, `${at}.additionalProperties`);
  }
  if (SETS.has(name) && isSameSet(was, is)) return [];
  const level = levelOfKeyword(name, was, is);
  const place = `${at}.${name}`;
  const said = `${place} was ${stated(was)} and is ${stated(is)}: ${MEANINGS[level]}`;
  return [changeOf(level, place, was, is, said)];
}

/** A keyword's value. A bound that every safe integer keeps says nothing, and schema libraries do not agree on stating it. */
function statedBy(schema: JsonObject, name: string): Json | undefined {
  const value = ownOf(schema, name);
  const isBound = name === "minimum" || name === "maximum";
  return isBound && typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
}

/** Keywords whose values may stand in any order. */
const SETS: ReadonlySet<string> = new Set(["type", "enum"]);

function isSameSet(was: Json | undefined, is: Json | undefined): boolean {
  const sorted = (value: Json | undefined) =>
    [value ?? []]
      .flat()
      .map((one) => JSON.stringify(one))
      .sort();
  return sameJson(sorted(was), sorted(is));
}

function stated(value: Json | undefined): string {
  return value === undefined ? "not stated" : shortened(JSON.stringify(value));
}

/** Fields by name. A map, because a field may be called anything. */
function fieldsIn(schema: JsonObject): ReadonlyMap<string, Json> {
  const properties = ownOf(schema, "properties");
  return new Map(isRecord(properties) ? Object.entries(properties as JsonObject) : []);
}

function requiredIn(schema: JsonObject): ReadonlySet<unknown> {
  const required = ownOf(schema, "required");
  return new Set(Array.isArray(required) ? required : []);
}

function fieldChanges(before: JsonObject, after: JsonObject, at: string): DetailChange[] {
  const [was, is] = [fieldsIn(before), fieldsIn(after)];
  const old = [...was].flatMap(([name, field]) => changesOfField(name, field, is.get(name), at));
  const added = [...is].flatMap(([name, field]) => (was.has(name) ? [] : [newField(name, field, before, after, at)]));
  return [...old, ...added];
}

function changesOfField(name: string, field: Json, now: Json | undefined, at: string): readonly DetailChange[] {
  const place = `${at}.${name}`;
  if (now === undefined) {
    return [changeOf("major", place, field, undefined, `the field ${name} is gone: what reads it breaks`)];
  }
  if (isRecord(field) && isRecord(now)) {
    return detailChanges(field as JsonObject, now as JsonObject, place);
  }
  return sameJson(field, now)
    ? []
    : [changeOf("major", place, field, now, `${place} differs, and nobody can tell how`)];
}

function newField(name: string, field: Json, before: JsonObject, after: JsonObject, at: string): DetailChange {
  const place = `${at}.${name}`;
  if (requiredIn(after).has(name) && !hasDefault(field)) {
    const said = `the field ${name} is new and every error must have it: what makes errors without it breaks`;
    return changeOf("major", place, undefined, field, said);
  }
  if (ownOf(before, "additionalProperties") === false) {
    const said = `the field ${name} is new where no further field was taken: what checks the old shape breaks`;
    return changeOf("major", place, undefined, field, said);
  }
  return changeOf("minor", place, undefined, field, `the field ${name} is new`);
}

/** Of fields that were there and still are, or that never were described; a new one and a gone one are told with the fields. */
function requiredChanges(before: JsonObject, after: JsonObject, at: string): DetailChange[] {
  const [was, is] = [requiredIn(before), requiredIn(after)];
  const [fieldsBefore, fieldsAfter] = [fieldsIn(before), fieldsIn(after)];
  return [...new Set([...was, ...is].map(String))]
    .filter((name) => was.has(name) !== is.has(name) && fieldsBefore.has(name) === fieldsAfter.has(name))
    .map((name) => {
      const place = `${at}.${name}`;
      if (was.has(name)) {
        const said = `the field ${name} may be missing now: what reads it breaks`;
        return changeOf("major", place, "required", "optional", said);
      }
      if (hasDefault(fieldsAfter.get(name))) {
        const said = `the field ${name} is always there now, since it has a default`;
        return changeOf("minor", place, "optional", "required", said);
      }
      const said = `every error must have the field ${name} now: what makes errors without it breaks`;
      return changeOf("major", place, "optional", "required", said);
    });
}

/** A field with a default is filled in where an error is made without it. */
function hasDefault(field: Json | undefined): boolean {
  return isRecord(field) && Object.hasOwn(field, "default");
}

function changeOf(
  level: ChangeLevel,
  what: string,
  before: Json | undefined,
  after: Json | undefined,
  sentence: string,
): DetailChange {
  return { level, what, before: before ?? null, after: after ?? null, sentence };
}
