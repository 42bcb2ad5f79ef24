/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Returns a copy of a value as JSON writes it. @throws What `JSON.stringify` throws. */
export function plainJson(value: unknown): unknown {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns one field of an object, if it is the object's own, because an external name may be that of an inherited method. */
export function readOwn(object: JsonObject | null | undefined, name: string): Json | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether two values are the same JSON, regardless of the order of keys. The values must not be circular. */
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

/** The greatest depth that is compared; real schemas of details are not nested this deep. */
const MAX_DEPTH = 64;

export function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** The most characters of a value that a sentence shows. */
const MAX_SHOWN = 200;

export function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
