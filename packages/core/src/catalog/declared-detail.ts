import { checkShape, type DetailShape } from "../codes/detail.ts";
import type { DetailSchema } from "../codes/index.ts";
import { type DetailField, fieldsOf } from "../codes/kinds.ts";
import { isSchema } from "../codes/standard-schema.ts";
import type { Json, JsonObject } from "../errors/detail.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { isRecord, peek } from "../untrusted/peek.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { listedFields } from "./listed-fields.ts";

const MAX_TRIED = 16;
const UNDECLARED = "undeclared_key_of_uhp_errors";

/**
 * Keeps the fields of a detail that the definition of its code declares, and within them the fields that its JSON Schema lists. Returns
 * null if there are none. The envelope may come from another service, relayed by a proxy, so only declared fields are let through. Never
 * throws.
 */
export function declaredDetail(shape: DetailShape | undefined, detail: JsonObject | null): JsonObject | null {
  if (shape === undefined || detail === null) return null;
  const names = isSchema(shape) ? tryOr(() => namesIn(shape, detail), []) : Object.keys(shape);
  const declared = Object.entries(detail).filter(([name]) => names.includes(name));
  if (declared.length === 0) return null;
  const schemas = isSchema(shape) ? jsonSchemaOf(shape)?.properties : Object.fromEntries(fieldsOf(shape).map(schemaOf));
  const listed = () => declared.map(([name, value]) => [name, listedFields(value, [peek(schemas, name)])] as const);
  return Object.fromEntries(tryOr(listed, []));
}

/** Returns the JSON Schema of a field that the contract names. Only `issues` lists the fields of its items. */
function schemaOf({ name, kind }: DetailField): readonly [string, unknown] {
  return [name, kind === "issue_list" ? { items: { properties: { param: {}, message: {} } } } : {}];
}

/**
 * Returns the names that a schema declares: from its JSON Schema, or else from how it treats this detail. If the schema strips unknown
 * keys, the keys that it keeps are declared.
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

/** Returns a different name of the same length and kind. A map's rule for names accepts both or neither. */
function likenessOf(name: string): string {
  return name.replace(/[a-yA-Y0-8]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 1));
}

/** Whether a schema also accepts a field under another name. If so, the field's own name was not declared. */
function isTakenAs(schema: DetailSchema, detail: JsonObject, name: string, other: string): boolean {
  const renamed = Object.entries<Json>(detail).map(([key, value]) => [key === name ? other : key, value]);
  return checkShape(schema, Object.fromEntries(renamed)).misfit === undefined;
}
