import { isRecord } from "@uhp-errors/core/internal";
import { type Json, type JsonObject, readOwn } from "../json/plain.ts";

/** The OpenAPI version of a document. 3.0 expresses null in its own way, and knows fewer keywords. */
export type Dialect = "3.0" | "3.1";

/** The schema of a detail, and the components that it refers to by name. */
export interface DetailSchema {
  readonly schema: JsonObject;
  readonly components: readonly (readonly [name: string, schema: JsonObject])[];
}

/** Keywords whose value is a schema, a list of schemas, or schemas by name. Other values may hold anything, such as an example. */
const OF_SCHEMA = new Set(
  "items additionalProperties not contains propertyNames if then else unevaluatedItems unevaluatedProperties".split(
    " ",
  ),
);
const OF_LIST = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const OF_NAMES = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Keywords that mean nothing within another document, or whose parts become components. */
const LEFT_OUT = new Set(["$defs", "definitions", "$schema", "$id", "$anchor", "$comment", "id"]);

const KEEPS_DEFINITIONS = new Set(["$defs", "definitions"]);

/** Keywords by which a schema refers to schemas that have no name in another document. */
const UNTRACEABLE = new Set(["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"]);

class Untraceable extends Error {}

/**
 * Writes the JSON Schema of a detail as a schema of an OpenAPI document. Schemas that others refer to become components, because
 * generators follow references only to components. Returns `undefined` for a schema whose references cannot be followed.
 *
 * @param name The beginning of the components' names.
 */
export function detailInOpenApi(detail: JsonObject, name: string, dialect: Dialect): DetailSchema | undefined {
  const names = new Map<string, string>();
  const nameComponent = (reference: string) => {
    const component = names.get(reference) ?? freeName(reference, name, [...names.values()]);
    names.set(reference, component);
    return `#/components/schemas/${component}`;
  };
  try {
    const schema = schemaIn(dialect, detail, nameComponent);
    const components: [string, JsonObject][] = [];
    // The list grows while it is read, because the target of a reference may refer to others.
    for (const [reference, component] of names) {
      const isWhole = reference === "#";
      components.push([component, isWhole ? schema : schemaIn(dialect, findTarget(detail, reference), nameComponent)]);
    }
    return { schema: names.has("#") ? { $ref: nameComponent("#") } : schema, components };
  } catch (thrown) {
    if (thrown instanceof Untraceable) return undefined;
    throw thrown;
  }
}

/**
 * Returns a name for the target of a reference. In lower case it differs from the others, because generators write a file for each name, and
 * some disks take names that differ only by case for the same.
 */
function freeName(reference: string, begin: string, others: readonly string[]): string {
  const taken = new Set(others.map((name) => name.toLowerCase()));
  const steps = readSteps(reference).filter((step) => !KEEPS_DEFINITIONS.has(step));
  const base = [begin, ...steps.map((step) => step.replace(/[^A-Za-z0-9._-]/g, "_"))].join("_");
  let free = base;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${base}_${number}`;
  return free;
}

function readSteps(reference: string): readonly string[] {
  if (!/^#(?:\/|$)/.test(reference)) throw new Untraceable();
  const [, ...steps] = reference.split("/");
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function findTarget(detail: JsonObject, reference: string): Json {
  return readSteps(reference).reduce<Json>((place, step) => {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, step)) throw new Untraceable();
    return (place as JsonObject)[step] as Json;
  }, detail);
}

function schemaIn(dialect: Dialect, given: Json, nameComponent: (reference: string) => string): JsonObject {
  if (!isRecord(given)) return given === false ? { not: {} } : {};
  const entries = Object.entries(given as JsonObject).filter(([keyword]) => !LEFT_OUT.has(keyword));
  const converted = entries.map(([keyword, value]): [string, Json] => {
    if (UNTRACEABLE.has(keyword)) throw new Untraceable();
    if (keyword === "$ref") return [keyword, nameComponent(String(value))];
    const inner = (one: Json): Json => (typeof one === "boolean" ? one : schemaIn(dialect, one, nameComponent));
    const field = (one: Json): Json => (dialect === "3.0" ? notBoolean(inner(one)) : inner(one));
    // Draft 7 writes the items of a tuple so.
    if (keyword === "items" && Array.isArray(value)) return ["prefixItems", value.map(field)];
    if (OF_SCHEMA.has(keyword)) return [keyword, inner(value)];
    if (OF_LIST.has(keyword) && Array.isArray(value)) return [keyword, value.map(field)];
    if (OF_NAMES.has(keyword) && isRecord(value)) {
      const named = Object.entries(value as JsonObject).map(([name, one]) => [name, field(one)]);
      return [keyword, Object.fromEntries(named)];
    }
    return [keyword, value];
  });
  const schema = withOpenObject(Object.fromEntries(converted));
  return dialect === "3.0" ? inOpenApi30(schema) : schema;
}

const NAMES_FIELDS = ["properties", "additionalProperties", "patternProperties", "$ref", "allOf", "anyOf", "oneOf"];

/** Says of an object without known fields that it may have any. Some generators take it for an object that has none. */
function withOpenObject(schema: JsonObject): JsonObject {
  const isBare = schema["type"] === "object" && NAMES_FIELDS.every((keyword) => readOwn(schema, keyword) === undefined);
  return isBare ? { ...schema, additionalProperties: true } : schema;
}

/** The keywords of OpenAPI 3.0 that are written as in JSON Schema. Validators refuse others. */
const KEYWORDS_30 = new Set(
  (
    "$ref title description type format enum default multipleOf maximum minimum maxLength minLength pattern " +
    "maxItems minItems uniqueItems maxProperties minProperties required properties additionalProperties items allOf " +
    "anyOf oneOf not readOnly writeOnly deprecated"
  ).split(" "),
);

/** Writes a schema with the keywords of OpenAPI 3.0. A constraint that has no such keyword is left out, so that the schema accepts more. */
function inOpenApi30(schema: JsonObject): JsonObject {
  const reference = readOwn(schema, "$ref");
  if (reference !== undefined) return { $ref: reference };
  const kept = Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => KEYWORDS_30.has(keyword))
      .map(([keyword, value]) => [keyword, keyword === "items" ? notBoolean(value) : value])
      .filter(([keyword, value]) => keyword !== "required" || (Array.isArray(value) && value.length > 0)),
  );
  return [writeEnum30, writeType30, writeNull30, writeItems30, writeFields30, writeBounds30].reduce<JsonObject>(
    (made, step) => step(made, schema),
    kept,
  );
}

function notBoolean(value: Json): Json {
  return typeof value === "boolean" ? (value ? {} : { not: {} }) : value;
}

function writeEnum30(made: JsonObject, schema: JsonObject): JsonObject {
  const [value, examples] = [readOwn(schema, "const"), readOwn(schema, "examples")];
  return {
    ...made,
    ...(value === undefined ? {} : { enum: [value] }),
    ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] as Json } : {}),
  };
}

/** Writes a list of types as one type and `nullable`, or as a choice. */
function writeType30(made: JsonObject): JsonObject {
  const { type, ...rest } = made;
  const types = [type ?? []].flat().filter((one) => one !== "null");
  const isNullable = type !== undefined && types.length < [type].flat().length;
  const [only] = types;
  const listed = readOwn(rest, "enum");
  return {
    ...(types.length === 1 && only !== undefined ? { type: only } : {}),
    ...(types.length > 1 ? { anyOf: types.map((one) => ({ type: one })) } : {}),
    ...rest,
    ...(isNullable || (Array.isArray(listed) && listed.includes(null)) ? { nullable: true } : {}),
    ...(isNullable && types.length === 0 ? { enum: [null] } : {}),
  };
}

/** Writes a choice between something and null as that thing and `nullable`. */
function writeNull30(made: JsonObject): JsonObject {
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = readOwn(made, keyword);
    if (!Array.isArray(options)) continue;
    const others = (options as readonly JsonObject[]).filter((one) => !isNull(one));
    const [only, ...more] = others;
    if (only === undefined || others.length === options.length) continue;
    const { [keyword]: _, ...rest } = made;
    if (more.length > 0) return { ...rest, [keyword]: others, nullable: true };
    if (readOwn(only, "$ref") !== undefined) return { ...rest, allOf: [only], nullable: true };
    return { ...only, ...rest, nullable: true };
  }
  return made;
}

function isNull(schema: JsonObject): boolean {
  const listed = readOwn(schema, "enum");
  return Array.isArray(listed) && listed.length === 1 && listed[0] === null;
}

function writeItems30(made: JsonObject, schema: JsonObject): JsonObject {
  const first = readOwn(schema, "prefixItems");
  if (Array.isArray(first)) return { ...made, items: first.length > 0 ? { anyOf: first } : {} };
  return made["type"] === "array" && made["items"] === undefined ? { ...made, items: {} } : made;
}

/** Opens an object whose fields are described by patterns of their names. */
function writeFields30(made: JsonObject, schema: JsonObject): JsonObject {
  return readOwn(schema, "patternProperties") === undefined ? made : { ...made, additionalProperties: true };
}

function writeBounds30(made: JsonObject, schema: JsonObject): JsonObject {
  const bounds = (["Minimum", "Maximum"] as const).flatMap((bound): [string, Json][] => {
    const inclusive = bound.toLowerCase();
    const [outer, own] = [readOwn(schema, `exclusive${bound}`), readOwn(schema, inclusive)];
    if (typeof outer !== "number") return [];
    const isLooser = typeof own === "number" && (bound === "Minimum" ? own > outer : own < outer);
    return isLooser
      ? []
      : [
          [inclusive, outer],
          [`exclusive${bound}`, true],
        ];
  });
  return { ...made, ...Object.fromEntries(bounds) };
}
