import { quietly } from "../untrusted/attempt.ts";
import { isObject, isRecord, peek, peekList, peekString } from "../untrusted/peek.ts";
import { type DetailFields, type DetailKind, KIND_FITS, misfitIn } from "./kinds.ts";
import { type InputOf, isSchema, type OutputOf, type StandardSchema } from "./standard-schema.ts";

/** Deeper than any detail is. */
const MAX_SEGMENTS = 16;

/** What a field of a detail can be: what docs and complaints call it, and what fits it. */
export const DETAIL_KINDS = /* @__PURE__ */ (() =>
  Object.freeze({
    string: { means: "a string", fits: KIND_FITS.string },
    /** An absolute path would tell where the server keeps its files. */
    relative_path: { means: "a path relative to the package root", fits: KIND_FITS.relative_path },
    string_list: { means: "a list of strings", fits: KIND_FITS.string_list },
    nonempty_string_list: { means: "a list of at least one string", fits: KIND_FITS.nonempty_string_list },
    positive_integer: { means: "a positive integer", fits: KIND_FITS.positive_integer },
    issue_list: { means: "a list of objects with param and message", fits: KIND_FITS.issue_list },
    nonnegative_number: { means: "a number that is not negative", fits: KIND_FITS.nonnegative_number },
  } satisfies Record<DetailKind, unknown>))();

/**
 * The shape of a vendor's detail: a schema of an object, made by any library that keeps to [Standard
 * Schema](https://standardschema.dev), and synchronous. Only the standard's mark is looked at, because comparing whole schemas
 * costs the compiler seconds in a catalog of a hundred codes.
 */
export interface DetailSchema extends StandardSchema {}

/** What a definition says of its code's detail: the fields of a contract code, or a vendor's schema. */
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

/** An open object: further fields may be there. */
type FieldValues<Fields> = {
  [Name in Exclude<keyof Fields, OptionalName<Fields>>]: FieldValue<Fields[Name]>;
} & { [Name in OptionalName<Fields>]?: FieldValue<Fields[Name]> } & { [name: string]: unknown };

type Flat<Values> = { [Name in keyof Values]: Values[Name] };

/** The type of a detail of a shape: `"input"` as an error is made with it, `"output"` as a client reads it. */
export type DetailValue<Shape, Side extends "input" | "output"> = Shape extends DetailSchema
  ? Side extends "input"
    ? InputOf<Shape>
    : OutputOf<Shape>
  : Shape extends DetailFields
    ? Flat<FieldValues<Shape>>
    : never;

/** A detail that was checked against its shape, or where it does not fit and why. */
export type CheckedShape =
  | { readonly detail: unknown; readonly misfit?: undefined }
  | { readonly detail?: undefined; readonly misfit: Misfit };

interface Misfit {
  /** The path to it, joined by dots. */
  readonly at: string;
  /** The field of the detail that has it; `undefined` for the detail as a whole. */
  readonly field: string | undefined;
  readonly reason: string;
}

/**
 * Checks a detail against the shape that a definition gives: one look at each field of a contract code, and whatever a
 * vendor's schema does.
 *
 * @throws What a vendor's schema throws, a TypeError where it gives a promise or no result, and what a getter of the detail
 * throws. Plain JSON has none.
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
 * A detail with the fields that its shape names first, and without a `__proto__` that JSON may have as a key: whoever copies
 * the detail would set a prototype by it. The detail itself when it is so already.
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
    // It is not awaited, so a rejection must not end the process.
    quietly(() => result);
    throw new TypeError("the schema is asynchronous");
  }
  if (!isObject(result)) throw new TypeError("the schema gave no result");
  const issues = peek(result, "issues");
  if (!issues) return { detail: peek(result, "value") };
  const [issue] = peekList(issues, 1) ?? [];
  const path = pathOf(issue);
  return { misfit: { at: path.join("."), field: path[0], reason: peekString(issue, "message") ?? "" } };
}

/** Segments of a path are keys, or objects that have one. */
function pathOf(issue: unknown): readonly string[] {
  const segments = peekList(peek(issue, "path"), MAX_SEGMENTS) ?? [];
  return segments.map((segment) => String(typeof segment === "object" ? peek(segment, "key") : segment));
}
