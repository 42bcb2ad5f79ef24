/** The maximum length of an `Allow` value, more than any server needs: all methods that Node knows take some 300 characters. */
const MAX_LENGTH = 500;

const METHOD = /^[A-Z][A-Z-]{0,31}$/;

/** Returns the value of `Allow` for some methods: sorted and without duplicates, so that every framework sends the same bytes. */
export function allowValue(methods: readonly string[]): string {
  return [...new Set(methods)].sort().join(", ");
}

/** Returns the value of `Allow` for one that another service wrote; `undefined` if it is no list of methods. */
export function allowedMethods(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return undefined;
  const methods = value.split(",").map((method) => method.trim());
  return methods.every((method) => METHOD.test(method)) ? allowValue(methods) : undefined;
}
