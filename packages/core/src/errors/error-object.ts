import { ERROR_TYPES, type ErrorType } from "../codes/index.ts";
import { isRecord } from "../untrusted/peek.ts";
import type { JsonObject } from "./detail.ts";

/** The five fields of `error` in an envelope. */
export interface ErrorObject {
  /** Broad class of the error, for clients that do not know the code. */
  readonly type: ErrorType;
  /** The specific reason: a code of the contract, or a code with a vendor's prefix. */
  readonly code: string;
  /** One sentence that may be shown to a user. */
  readonly message: string;
  /** Dotted path to the field at fault (`input.0.content`), or null. */
  readonly param: string | null;
  /** The data that a program needs to act on the code, as the code's definition requires; or null. */
  readonly detail: JsonObject | null;
}

/** The fields in the order in which they are written, each with the check for a value that was read. This is their only list. */
const FIELDS: { readonly [Field in keyof ErrorObject]: (value: unknown) => boolean } = {
  type: (value) => typeof value === "string" && Object.hasOwn(ERROR_TYPES, value),
  code: isText,
  message: isText,
  param: (value) => value === null || typeof value === "string",
  detail: (value) => value === null || isRecord(value),
};

const NAMES = /* @__PURE__ */ Object.keys(FIELDS) as readonly (keyof ErrorObject)[];

export function makeErrorObject(
  type: ErrorType,
  code: string,
  message: string,
  param: string | null = null,
  detail: JsonObject | null = null,
): ErrorObject {
  return { type, code, message, param, detail };
}

/**
 * Reads an error object: exactly its own fields, each of the right kind. `undefined` if the value is not one. Rethrows a getter's
 * exception.
 */
export function readErrorObject(value: unknown): ErrorObject | undefined {
  if (!isRecord(value) || Object.keys(value).length !== NAMES.length) return undefined;
  const fields = NAMES.map((name) => [name, Object.hasOwn(value, name) ? value[name] : undefined] as const);
  if (!fields.every(([name, field]) => FIELDS[name](field))) return undefined;
  const error = Object.fromEntries(fields) as unknown as ErrorObject;
  return error.detail === null ? error : { ...error, detail: plainCopy(error.detail) };
}

/** Copies the own fields, but not a `__proto__` that JSON may have as a key: code that copies it would set a prototype. */
function plainCopy(detail: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(detail).filter(([name]) => name !== "__proto__"));
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
