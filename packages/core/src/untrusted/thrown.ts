import { classesOf } from "./classes.ts";
import { inheritsError, isList, isNativeError, peek } from "./peek.ts";

/**
 * A thrown value, read once. Each field is read at most once, so a getter cannot return one value to a check and another to the code that
 * relies on that check.
 */
export interface ThrownValue {
  /** The value itself. Use `peek` to read below its fields. */
  readonly value: unknown;
  /** Whether it is a real error of any realm. Parsed JSON never is. */
  readonly isNativeError: boolean;
  /** Whether it inherits from this realm's `Error`, as instances of old-style classes do. */
  readonly inheritsError: boolean;
  readonly isList: boolean;
  /** The names of its classes, nearest first; `""` for a class without a name. */
  readonly classes: readonly string[];
  readonly name: unknown;
  readonly code: unknown;
  readonly status: unknown;
  readonly statusCode: unknown;
  /** The message; `""` if it is missing or not a string. */
  readonly message: string;
  /** Returns any field, reading it on first use; `undefined` if it cannot be read. Never throws. */
  readonly field: (key: PropertyKey) => unknown;
}

/** Makes a function that reads a thrown value's fields. Neither it nor that function ever throws. */
function fieldReaderOf(value: unknown): ThrownValue["field"] {
  const known = new Map<PropertyKey, unknown>();
  return (key) => {
    if (!known.has(key)) known.set(key, peek(value, key));
    return known.get(key);
  };
}

/** Reads any thrown value, as safely as `peek` does. Never throws. */
export function readThrown(value: unknown): ThrownValue {
  const field = fieldReaderOf(value);
  const message = field("message");
  return Object.freeze({
    value,
    isNativeError: isNativeError(value),
    inheritsError: inheritsError(value),
    isList: isList(value),
    classes: classesOf(value),
    name: field("name"),
    code: field("code"),
    status: field("status"),
    statusCode: field("statusCode"),
    message: typeof message === "string" ? message : "",
    field,
  });
}
