/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A copy of a value as JSON writes it. @throws What `JSON.stringify` throws. */
export function plainJson(value: unknown): unknown {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** One field of an object, if the object has it itself: names from elsewhere may be those of methods. */
export function ownOf(object: JsonObject | null | undefined, name: string): Json | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether two values that are not nested without end are the same JSON, whatever the order of keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(Reflect.get(a, name), Reflect.get(b, name)))
  );
}

/** Deeper than any schema of a detail is. */
const MAX_DEPTH = 64;

/** Whether a value is nested deeper than what is compared. */
export function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** More of a value than a sentence shows. */
const MAX_SHOWN = 200;

/** A text as a sentence shows it. */
export function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
