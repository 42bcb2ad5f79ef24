/** Deeper than any class hierarchy, because a chain of proxies may be endless. */
const MAX_DEPTH = 32;

/**
 * Reads one property of any thrown value: its own, or one of its class. Properties that every object inherits do not count, because a
 * polluted `Object.prototype` would affect all errors. A getter or a proxy that throws reads as `undefined`, as does every property of a
 * primitive. Never throws.
 */
export function peek(value: unknown, key: PropertyKey): unknown {
  if (!isObject(value)) return undefined;
  try {
    const read: unknown = Reflect.get(value, key);
    return read === undefined || Object.hasOwn(value, key) || isOfClass(value, key) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a property comes from a prototype other than the last one of its chain, which is `Object.prototype` of any realm. */
function isOfClass(value: object, key: PropertyKey): boolean {
  let prototype = Reflect.getPrototypeOf(value);
  for (let depth = 0; depth < MAX_DEPTH && prototype !== null; depth += 1) {
    const next = Reflect.getPrototypeOf(prototype);
    if (next === null) return false;
    if (Object.hasOwn(prototype, key)) return true;
    prototype = next;
  }
  return false;
}

/** Copies an object literal from a caller. A missing field stays absent, even if `Object.prototype` has been polluted. */
export function ownFields<Fields extends object>(fields: Fields): Fields {
  return Object.assign(Object.create(null), fields);
}

/** Whether a value has a field of its own. Never throws. */
export function hasOwn(value: unknown, key: PropertyKey): boolean {
  try {
    return Object.hasOwn(value as object, key);
  } catch {
    return false;
  }
}

/** Returns a value's prototype; `null` for a primitive, at the end of a chain, and for a proxy that throws. Never throws. */
export function prototypeOf(value: unknown): object | null {
  try {
    return Reflect.getPrototypeOf(value as object);
  } catch {
    return null;
  }
}

/** Whether a value is an object and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has an identity: an object or a function. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Reads a property as {@link peek} does, if it is a string. */
export function peekString(value: unknown, key: PropertyKey): string | undefined {
  const read = peek(value, key);
  return typeof read === "string" ? read : undefined;
}

/** Returns at most `limit` elements of an array that may be hostile; none of anything else. */
export function peekItems(value: unknown, limit: number): unknown[] {
  return peekList(value, limit) ?? [];
}

/** Returns at most `limit` elements of an array that may be hostile (a proxy, or one with throwing getters). */
export function peekList(value: unknown, limit: number): unknown[] | undefined {
  if (!isList(value)) return undefined;
  try {
    const length = Math.min(Number(peek(value, "length")) || 0, limit);
    return Array.from({ length }, (_, index) => peek(value, index));
  } catch {
    return undefined;
  }
}

/** Returns the names of an object's own fields, as in `Object.keys`, but looks at no more than `limit` of them. Never throws. */
export function peekNames(value: unknown, limit: number): string[] {
  try {
    return Reflect.ownKeys(value as object)
      .slice(0, limit)
      .filter((key) => typeof key === "string" && Object.prototype.propertyIsEnumerable.call(value, key)) as string[];
  } catch {
    return [];
  }
}

/** Whether `value` is an array of any realm. Never throws, although `Array.isArray` does for a revoked proxy. */
export function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Whether `value` inherits from this realm's `Error`. Instances of old-style classes do, without being real errors. Parsed JSON never does.
 */
export function inheritsError(value: unknown): boolean {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

/** Whether `value` is a real error of any realm. Thrown parsed JSON never is, whatever its fields say, and neither is a proxy. */
export function isNativeError(value: unknown): boolean {
  try {
    return Object.prototype.toString.call(value) === "[object Error]";
  } catch {
    return false;
  }
}
