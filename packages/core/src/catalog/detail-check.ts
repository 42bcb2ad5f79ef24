import * as z from "zod";
import {
  type CodeDefinition,
  checkShape,
  type DetailSchema,
  type DetailShape,
  fieldsOf,
  isSchema,
} from "../codes/index.ts";
import { encodeDetail, type JsonObject } from "../errors/detail.ts";

/** A detail that fits its code, or why it does not. */
export type CheckedDetail =
  | { readonly detail: JsonObject | null; readonly misuse: undefined }
  | { readonly detail: null; readonly misuse: string };

/** Details that were found to fit, with the shape they fit: they are frozen, so once is enough. */
const FITTING = new WeakMap<object, DetailShape | undefined>();

/**
 * Makes plain JSON of a detail and checks it against its code's shape: what is checked is what will be sent. A missing
 * detail is fine where the shape demands no key. Never throws.
 */
export function checkDetail(code: string, definition: Pick<CodeDefinition, "detail">, detail: unknown): CheckedDetail {
  if (
    typeof detail === "object" &&
    detail !== null &&
    FITTING.has(detail) &&
    FITTING.get(detail) === definition.detail
  ) {
    return fitting(detail as JsonObject);
  }
  const missing = detail === undefined || detail === null;
  const plain = missing ? {} : encodeDetail(detail);
  if (plain === undefined) return refused(`detail of "${code}" must be an object, no list and no error, or null`);
  try {
    const checked = definition.detail === undefined ? { detail: plain } : checkShape(definition.detail, plain);
    if (checked.misfit !== undefined) {
      const { at, reason } = checked.misfit;
      return refused(`detail of "${code}" does not fit its schema at "${at}": ${reason}`);
    }
    if (missing) return fitting(null);
    const encoded = checked.detail === plain ? plain : (encodeDetail(checked.detail) ?? plain);
    FITTING.set(encoded, definition.detail);
    return fitting(encoded);
  } catch {
    return refused(`the detail schema of "${code}" threw; it must be synchronous and accept JSON`);
  }
}

function fitting(detail: JsonObject | null): CheckedDetail {
  return { detail, misuse: undefined };
}

function refused(misuse: string): CheckedDetail {
  return { detail: null, misuse };
}

/**
 * Whether two shapes name the same fields. Those of schemas are compared by name, kind and whether they are required: a
 * shared package may be installed twice, on two releases of zod that render finer points differently.
 */
export function sameFields(a: DetailShape | undefined, b: DetailShape | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && described(a) === described(b));
}

function described(shape: DetailShape): string {
  return (
    isSchema(shape)
      ? schemaFields(shape)
      : fieldsOf(shape).map(({ name, kind, optional }) => [name, kind, !optional].join())
  )
    .sort()
    .join(";");
}

function schemaFields(schema: DetailSchema): string[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, property]) => {
    const type = typeof property === "object" ? property.type : undefined;
    return [name, type === "integer" ? "number" : type, required.includes(name)].join();
  });
}

/**
 * A vendor's schema as JSON Schema, whichever copy of zod made it.
 *
 * @throws What zod throws of a value that is no schema, or a schema of values that JSON does not have.
 */
export function jsonSchemaOf(schema: DetailSchema) {
  return z.toJSONSchema(schema as unknown as z.ZodType);
}
