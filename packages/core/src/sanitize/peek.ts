/**
 * Reads one property of anything that was thrown. A getter or a proxy that throws reads as `undefined`, as does every
 * property of a primitive. Never throws.
 */
export function peek(value: unknown, key: PropertyKey): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  try {
    return Reflect.get(value, key);
  } catch {
    return undefined;
  }
}

/** Like {@link peek}, for a property that is only of use as a string. */
export function peekString(value: unknown, key: PropertyKey): string | undefined {
  const read = peek(value, key);
  return typeof read === "string" ? read : undefined;
}

/** The elements of an array that may be hostile (a proxy, or one with throwing getters), at most `limit` of them. */
export function peekList(value: unknown, limit: number): unknown[] | undefined {
  try {
    if (!Array.isArray(value)) return undefined;
    const length = Math.min(Number(peek(value, "length")) || 0, limit);
    return Array.from({ length }, (_, index) => peek(value, index));
  } catch {
    return undefined;
  }
}

/**
 * Whether `value` inherits from this realm's `Error`, as what a class of the old style makes does without being a real
 * error. JSON that was parsed never does.
 */
export function inheritsError(value: unknown): boolean {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

/**
 * Whether `value` is a real error of any realm. JSON that was parsed and thrown never is, whatever its fields say, and
 * neither is a proxy.
 */
export function isNativeError(value: unknown): boolean {
  try {
    return Object.prototype.toString.call(value) === "[object Error]";
  } catch {
    return false;
  }
}
