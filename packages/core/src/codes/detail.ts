import { quietly } from "../untrusted/attempt.ts";
import { isObject, isRecord, peek, peekItems, peekString } from "../untrusted/peek.ts";
import { type DetailFields, type DetailKind, KIND_FITS, misfitIn } from "./kinds.ts";
import { type InputOf, isSchema, type OutputOf, type StandardSchema } from "./standard-schema.ts";

/** The most segments of a path that are read; real details are not nested this deep. */
const MAX_SEGMENTS = 16;

/**
 * The kinds of detail fields: the words for each in docs and messages, and the check for a value.
 *
 * @experimental
 */
export const DETAIL_KINDS = /* @__PURE__ */ (() =>
  Object.freeze({
    string: { means: "a string", fits: KIND_FITS.string },
    /** Relative, because an absolute path would reveal where the server keeps its files. */
    relative_path: { means: "a path relative to the package root", fits: KIND_FITS.relative_path },
    string_list: { means: "a list of strings", fits: KIND_FITS.string_list },
    nonempty_string_list: { means: "a list of at least one string", fits: KIND_FITS.nonempty_string_list },
    positive_integer: { means: "a positive integer", fits: KIND_FITS.positive_integer },
    issue_list: { means: "a list of objects with param and message", fits: KIND_FITS.issue_list },
    nonnegative_number: { means: "a number that is not negative", fits: KIND_FITS.nonnegative_number },
  } satisfies Record<DetailKind, unknown>))();

/**
 * The shape of a vendor's detail: a synchronous schema of an object, from any library that implements [Standard
 * Schema](https://standardschema.dev). The type checks only the `~standard` property, because comparing whole schemas costs the compiler
 * seconds in a catalog of a hundred codes.
 */
export interface DetailSchema extends StandardSchema {}

/**
 * The shape of a code's detail: the fields of a contract code, or a vendor's schema.
 *
 * @experimental
 */
export type DetailShape = DetailFields | DetailSchema;

type KindValue<Kind extends DetailKind> = (typeof DETAIL_KINDS)[Kind]["fits"] extends (
  value: unknown,
) => value is infer Value
  ? Value
  : never;

type FieldValue<Field> = Field extends DetailKind
  ? KindValue<Field>
  : Field extends `${infer Kind extends DetailKind}?`
    ? KindValue<Kind> | undefined
    : never;

type OptionalName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends `${string}?` ? Name : never;
}[keyof Fields];

/** An open object: it may have further fields. */
export type FieldValues<Fields> = {
  [Name in Exclude<keyof Fields, OptionalName<Fields>>]: FieldValue<Fields[Name]>;
} & { [Name in OptionalName<Fields>]?: FieldValue<Fields[Name]> } & { [name: string]: unknown };

export type Flat<Values> = { [Name in keyof Values]: Values[Name] };

/**
 * The type of a detail with a given shape: `"input"` for making an error, `"output"` for reading one in a client.
 *
 * @experimental
 */
export type DetailValue<Shape, Side extends "input" | "output"> = Shape extends DetailSchema
  ? Side extends "input"
    ? InputOf<Shape>
    : OutputOf<Shape>
  : Shape extends DetailFields
    ? Flat<FieldValues<Shape>>
    : never;

/**
 * The result of a check: the detail, or where it does not fit its shape and why.
 *
 * @experimental
 */
export type CheckedShape =
  | { readonly detail: unknown; readonly misfit?: undefined }
  | { readonly detail?: undefined; readonly misfit: Misfit };

export interface Misfit {
  /** The path to the value that does not fit, joined by dots. */
  readonly at: string;
  /** The top-level field of the detail that contains it; `undefined` for the detail as a whole. */
  readonly field: string | undefined;
  readonly reason: string;
}

/**
 * Checks a detail against the shape that a definition gives: each field of a contract code by its kind, or the whole detail with a
 * vendor's schema.
 *
 * @throws What a vendor's schema throws; a TypeError if the schema returns a promise or no result; and what a getter of the detail
 * throws. Plain JSON has no getters.
 * @experimental
 */
export function checkShape(shape: DetailShape, detail: unknown): CheckedShape {
  if (isSchema(shape)) return checkSchema(shape, detail);
  const misfit = misfitIn(shape, detail);
  if (misfit !== undefined) {
    const { name } = misfit;
    return { misfit: { at: name, field: name, reason: `expected ${DETAIL_KINDS[misfit.kind].means}` } };
  }
  return isRecord(detail)
    ? { detail: inOrder(shape, detail) }
    : { misfit: { at: "", field: undefined, reason: "expected an object" } };
}

/**
 * Returns a detail with the fields that its shape names first, and without a `__proto__` key, which JSON may contain: code that copies
 * the detail would set a prototype with it. Returns the detail itself if nothing changes.
 */
function inOrder(fields: DetailFields, detail: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(detail);
  const named = Object.keys(fields).filter((name) => Object.hasOwn(detail, name));
  const ordered = [...named, ...names.filter((name) => name !== "__proto__" && !named.includes(name))];
  const isSame = ordered.length === names.length && ordered.every((name, index) => name === names[index]);
  return isSame ? detail : Object.freeze(Object.fromEntries(ordered.map((name) => [name, detail[name]])));
}

function checkSchema(schema: DetailSchema, detail: unknown): CheckedShape {
  const result = schema["~standard"].validate(detail);
  if (typeof peek(result, "then") === "function") {
    // The promise is not awaited, so a rejection must not end the process.
    quietly(() => result);
    throw new TypeError("the schema is asynchronous");
  }
  if (!isObject(result)) throw new TypeError("the schema gave no result");
  const issues = peek(result, "issues");
  if (!issues) return { detail: peek(result, "value") };
  const [issue] = peekItems(issues, 1);
  const path = pathOf(issue);
  return { misfit: { at: path.join("."), field: path[0], reason: peekString(issue, "message") ?? "" } };
}

/** Returns the path of an issue as strings. Its segments are keys, or objects with a `key`. */
function pathOf(issue: unknown): readonly string[] {
  const segments = peekItems(peek(issue, "path"), MAX_SEGMENTS);
  return segments.map((segment) => String(typeof segment === "object" ? peek(segment, "key") : segment));
}
