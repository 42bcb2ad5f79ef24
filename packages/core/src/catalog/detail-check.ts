import { type CheckedShape, checkShape, type DetailShape } from "../codes/detail.ts";
import type { CodeDefinition, DetailFields, DetailSchema } from "../codes/index.ts";
import { fieldsOf } from "../codes/kinds.ts";
import { isSchema } from "../codes/standard-schema.ts";
import { copyDetail, type Json, type JsonObject } from "../errors/detail.ts";
import { isObject, peek } from "../untrusted/peek.ts";
import { jsonSchemaOf } from "./json-schema.ts";

/** The part of a detail that fits its code, and why the rest does not. */
export interface CheckedDetail {
  /** The whole detail as plain JSON, before a schema made something else of it; null if there is none. */
  readonly given: JsonObject | null;
  /** The detail without the fields that do not fit; null if the remaining fields are not a valid detail of the code. */
  readonly detail: JsonObject | null;
  readonly misuse: string | undefined;
}

/**
 * Converts a detail to plain JSON and checks the result against its code's shape, so the checked value is the one that is sent. A missing
 * detail is fine if the shape requires no key. Never throws.
 */
export function checkDetail(code: string, definition: Pick<CodeDefinition, "detail">, detail: unknown): CheckedDetail {
  return checkFields("detail", code, definition.detail, detail);
}

/** A context as it is kept, and as its author gave it. */
export interface CheckedContext {
  readonly givenContext: JsonObject | undefined;
  readonly context: JsonObject | undefined;
  readonly misuse: string | undefined;
}

const NO_CONTEXT: CheckedContext = Object.freeze({ givenContext: undefined, context: undefined, misuse: undefined });

/**
 * Checks an error's context as a detail is checked, so that nothing is printed of it that its schema drops. A missing context is always
 * fine, because a relayed or recognized error has none. Never throws.
 */
export function checkContext(code: string, definition: CodeDefinition | undefined, context: unknown): CheckedContext {
  if (context === undefined || context === null) return NO_CONTEXT;
  // The definition may come from a release without contexts, and Object.prototype may be polluted.
  const shape = peek(definition, "context") as DetailSchema | undefined;
  const { given, detail, misuse } = checkFields("context", code, shape, context);
  return { givenContext: given ?? undefined, context: detail ?? undefined, misuse };
}

function checkFields(
  what: "detail" | "context",
  code: string,
  shape: DetailShape | undefined,
  value: unknown,
): CheckedDetail {
  const missing = value === undefined || value === null;
  const plain = missing ? {} : copyDetail(value);
  if (plain === undefined) return refused(`${what} of "${code}" must be an object, no list and no error, or null`);
  try {
    const checked = checkedBy(shape, plain);
    if (checked.misfit !== undefined) {
      const { at, reason } = checked.misfit;
      const why = quotes(reason, plain) ? "" : `: ${reason}`;
      // Copies of the error have its `misuse`, and a path or a reason may quote what only operators may see.
      const where = what === "context" ? "" : ` at "${at}"${why}`;
      const misuse = `${what} of "${code}" does not fit its schema${where}`;
      return { given: plain, detail: fittingFields(shape, plain, checked), misuse };
    }
    if (missing) return { given: null, detail: null, misuse: undefined };
    const made = isSame(plain, checked.detail) ? plain : copyDetail(checked.detail);
    if (made === undefined) return refused(`the ${what} schema of "${code}" makes no object of it`);
    if (made !== plain && !isStable(shape, made)) {
      return refused(
        `the ${what} schema of "${code}" does not accept what it makes; whoever reads the error checks it again`,
      );
    }
    return { given: plain, detail: made, misuse: undefined };
  } catch {
    return refused(`the ${what} schema of "${code}" gave no result; it must be synchronous and accept JSON`);
  }
}

/** Shorter strings are part of many sentences. */
const SHORTEST_QUOTED = 4;

/** Whether the reason that a schema gives quotes a value, which may be a secret. */
function quotes(reason: string, value: Json): boolean {
  if (isObject(value)) return Object.values(value).some((member) => quotes(reason, member as Json));
  const text = String(value);
  return typeof value !== "boolean" && text.length >= SHORTEST_QUOTED && value !== null && reason.includes(text);
}

const MAX_LEFT_OUT = 16;

/** Returns a detail without the fields at fault; null if a required field is missing or the misfit names no field. */
function fittingFields(shape: DetailShape | undefined, plain: JsonObject, first: CheckedShape): JsonObject | null {
  let rest = plain;
  let checked = first;
  for (let left = MAX_LEFT_OUT; left > 0 && checked.misfit !== undefined; left -= 1) {
    const { field } = checked.misfit;
    if (field === undefined || !Object.hasOwn(rest, field)) return null;
    rest = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== field));
    checked = checkedBy(shape, rest);
  }
  if (checked.misfit !== undefined || Object.keys(rest).length === 0) return null;
  const made = copyDetail(checked.detail);
  return made === undefined || !isStable(shape, made) ? null : made;
}

/** Checks a detail against a shape. A schema gets a copy, because some libraries change their input. */
function checkedBy(shape: DetailShape | undefined, plain: JsonObject): CheckedShape {
  if (shape === undefined) return { detail: plain };
  return checkShape(shape, isSchema(shape) ? thawed(plain) : plain);
}

function thawed(json: Json): unknown {
  if (!isObject(json)) return json;
  if (Array.isArray(json)) return json.map(thawed);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, thawed(value as Json)]));
}

/** Whether a schema accepts its own output unchanged. Clients and other copies of the package check that output again. */
function isStable(shape: DetailShape | undefined, made: JsonObject): boolean {
  const again = checkedBy(shape, made).detail;
  return isSame(made, copyDetail(again));
}

/** Whether a schema returned its input unchanged, with the keys in the same order. */
function isSame(json: Json, value: unknown): boolean {
  if (!isObject(json)) return json === value;
  if (!isObject(value) || Array.isArray(json) !== Array.isArray(value)) return false;
  const keys = Reflect.ownKeys(value);
  const names = Object.keys(json);
  // The key of a list after its items is "length".
  if (keys.length - Number(Array.isArray(value)) !== names.length) return false;
  return names.every(
    (name, index) => keys[index] === name && isSame((json as JsonObject)[name] as Json, Reflect.get(value, name)),
  );
}

function refused(misuse: string): CheckedDetail {
  return { given: null, detail: null, misuse };
}

/**
 * Whether two shapes name the same fields. The fields of schemas are compared by name, type, and whether they are required: a shared
 * package may be installed twice, with two releases of a library that render finer points differently. A schema that cannot be
 * rendered as JSON Schema matches every other schema of its library.
 */
export function sameFields(a: DetailShape | undefined, b: DetailShape | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (!isSchema(a) || !isSchema(b)) return !isSchema(a) && !isSchema(b) && tableFields(a) === tableFields(b);
  const [one, other] = [schemaFields(a), schemaFields(b)];
  if (one !== undefined && other !== undefined) return one === other;
  return a["~standard"].vendor === b["~standard"].vendor;
}

function tableFields(fields: DetailFields): string {
  return sortedFields(fieldsOf(fields).map(({ name, kind, optional }) => [name, kind, optional]));
}

function schemaFields(schema: DetailSchema): string | undefined {
  const described = jsonSchemaOf(schema);
  if (described === undefined) return undefined;
  const { properties, required } = described;
  return sortedFields(
    Object.entries(properties ?? {}).map(([name, property]) => {
      const type = peek(property, "type");
      return [name, type === "integer" ? "number" : type, required.includes(name)];
    }),
  );
}

function sortedFields(fields: readonly (readonly unknown[])[]): string {
  return fields
    .map((field) => field.join())
    .sort()
    .join();
}
