import {
  checkShape,
  type DetailField,
  type DetailSchema,
  type DetailShape,
  fieldsOf,
  isSchema,
} from "../codes/index.ts";
import type { Json, JsonObject } from "../errors/detail.ts";
import { attempt } from "../untrusted/attempt.ts";
import { isRecord, peek } from "../untrusted/peek.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { listedFields } from "./listed-fields.ts";

/** Keys that are tried one by one. */
const MAX_TRIED = 16;

/** A key that no schema declares. */
const UNDECLARED = "undeclared_key_of_uhp_errors";

/**
 * Of a detail that something else wrote, the fields that its code's definition declares, and within them those that its JSON Schema
 * lists; null when there are none. The envelope may be another service's that a proxy relays, so nothing is let through that nobody
 * has declared. Never throws.
 */
export function declaredDetail(shape: DetailShape | undefined, detail: JsonObject | null): JsonObject | null {
  if (shape === undefined || detail === null) return null;
  const names = isSchema(shape) ? attempt(() => namesIn(shape, detail), nothing) : Object.keys(shape);
  const declared = Object.entries(detail).filter(([name]) => names.includes(name));
  if (declared.length === 0) return null;
  const schemas = isSchema(shape) ? jsonSchemaOf(shape)?.properties : Object.fromEntries(fieldsOf(shape).map(schemaOf));
  const listed = () => declared.map(([name, value]) => [name, listedFields(value, [peek(schemas, name)])] as const);
  return Object.fromEntries(attempt(listed, () => []));
}

/** What is listed of a field that the contract names: within an issue, the fields of an issue. */
function schemaOf({ name, kind }: DetailField): readonly [string, unknown] {
  return [name, kind === "issue_list" ? { items: { properties: { param: {}, message: {} } } } : {}];
}

const nothing = (): readonly string[] => [];

/**
 * The names that a schema declares: as its JSON Schema lists them, or else as it treats this detail. A schema that leaves out what
 * it does not know keeps the others.
 */
function namesIn(schema: DetailSchema, detail: JsonObject): readonly string[] {
  const described = jsonSchemaOf(schema);
  const properties = described?.properties;
  if (properties !== undefined) return Object.keys(properties);
  if (described?.isMap === true) return [];
  const { detail: made } = checkShape(schema, { ...detail, [UNDECLARED]: null });
  if (isRecord(made) && !Object.hasOwn(made, UNDECLARED)) return Object.keys(made);
  return Object.keys(detail)
    .slice(0, MAX_TRIED)
    .filter((name) => ![UNDECLARED, likenessOf(name)].some((other) => isTakenAs(schema, detail, name, other)));
}

/** A name of the same length and kind as another: rules for names, which a schema of a map may have, take both or none. */
function likenessOf(name: string): string {
  return name.replace(/[a-yA-Y0-8]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 1));
}

/** Whether a schema takes a field under another name too. Then that name is as good as any, and was not declared. */
function isTakenAs(schema: DetailSchema, detail: JsonObject, name: string, other: string): boolean {
  const renamed = Object.entries<Json>(detail).map(([key, value]) => [key === name ? other : key, value]);
  return checkShape(schema, Object.fromEntries(renamed)).misfit === undefined;
}
