import type { DetailSchema } from "../codes/index.ts";
import { attempt, tryOr } from "../untrusted/attempt.ts";
import { isRecord, peek, peekItems } from "../untrusted/peek.ts";

/** The parts of a JSON Schema that this library reads. */
export interface JsonSchema {
  readonly type: unknown;
  /** The fields of an object by name; undefined if the schema lists them in another way, such as in a union. */
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly required: readonly unknown[];
  /** Whether the schema describes a map, which has rules for names but no list of names. */
  readonly isMap: boolean;
}

/** The most `required` entries that are read; real details have fewer. */
const MAX_FIELDS = 500;

/**
 * Returns the input of a schema as JSON Schema, if the schema implements Standard JSON Schema (https://standardschema.dev/json-schema).
 *
 * @throws What the schema throws, such as for a date, which JSON does not have.
 */
export function describedBy(schema: DetailSchema): JsonSchema | undefined {
  const converter = peek(peek(schema, "~standard"), "jsonSchema");
  const convert = peek(converter, "input");
  if (typeof convert !== "function") return undefined;
  const read = (target: string) => readOf(convert.call(converter, { target }));
  // Standard JSON Schema requires a library to support at least one of these.
  return attempt(
    () => read("draft-2020-12"),
    () => read("draft-07"),
  );
}

function readOf(described: unknown): JsonSchema {
  const properties = peek(described, "properties");
  return {
    type: peek(described, "type"),
    properties: isRecord(properties) ? properties : undefined,
    required: peekItems(peek(described, "required"), MAX_FIELDS),
    isMap: peek(described, "propertyNames") !== undefined || isRecord(peek(described, "additionalProperties")),
  };
}

/** A schema is described only once, because that costs as much as many checks. */
const DESCRIBED = /* @__PURE__ */ new WeakMap<DetailSchema, JsonSchema | undefined>();

/** Like {@link describedBy}, but returns `undefined` if that throws. Never throws. */
export function jsonSchemaOf(schema: DetailSchema): JsonSchema | undefined {
  if (!DESCRIBED.has(schema)) {
    const described = tryOr(() => describedBy(schema), undefined);
    DESCRIBED.set(schema, described);
  }
  return DESCRIBED.get(schema);
}
