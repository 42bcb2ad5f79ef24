import type { DetailSchema } from "../codes/index.ts";
import { attempt } from "../untrusted/attempt.ts";
import { isRecord, peek, peekList } from "../untrusted/peek.ts";

/** What this library reads of a JSON Schema. */
export interface JsonSchema {
  readonly type: unknown;
  /** The fields of an object by name; undefined where a schema lists them in another way, as a union does. */
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly required: readonly unknown[];
  /** Whether it is one of a map, which says of its names what they look like and not which there are. */
  readonly isMap: boolean;
}

/** Every library is asked to know one of these. */
const TARGETS = ["draft-2020-12", "draft-07"];

/** More than a detail has. */
const MAX_FIELDS = 500;

/**
 * What a schema takes, as JSON Schema, if it can tell: by the trait Standard JSON Schema (https://standardschema.dev/json-schema).
 *
 * @throws What the schema throws, such as for a date: JSON has none.
 */
export function describedBy(schema: DetailSchema): JsonSchema | undefined {
  const converter = peek(peek(schema, "~standard"), "jsonSchema");
  const convert = peek(converter, "input");
  if (typeof convert !== "function") return undefined;
  let refusal: unknown;
  for (const target of TARGETS) {
    try {
      return readOf(convert.call(converter, { target }));
    } catch (thrown) {
      refusal = thrown;
    }
  }
  throw refusal;
}

function readOf(described: unknown): JsonSchema {
  const properties = peek(described, "properties");
  return {
    type: peek(described, "type"),
    properties: isRecord(properties) ? properties : undefined,
    required: peekList(peek(described, "required"), MAX_FIELDS) ?? [],
    isMap: peek(described, "propertyNames") !== undefined || isRecord(peek(described, "additionalProperties")),
  };
}

/** A schema is described once, since that costs as much as many checks. */
const DESCRIBED = /* @__PURE__ */ new WeakMap<DetailSchema, JsonSchema | undefined>();

/** Like {@link describedBy}; `undefined` also when that throws. Never throws. */
export function jsonSchemaOf(schema: DetailSchema): JsonSchema | undefined {
  if (!DESCRIBED.has(schema)) {
    const described = attempt(
      () => describedBy(schema),
      () => undefined,
    );
    DESCRIBED.set(schema, described);
  }
  return DESCRIBED.get(schema);
}
