/** Characters of a longer `Allow` than any server has a use for: all methods that Node knows make some 300. */
const MAX_LENGTH = 500;

const METHOD = /^[A-Z][A-Z-]{0,31}$/;

/** The value of `Allow` for some methods: by the alphabet and each once, so that every framework sends the same bytes. */
export function allowValue(methods: readonly string[]): string {
  return [...new Set(methods)].sort().join(", ");
}

/** The same for a value that something else made; `undefined` when that is no list of methods. */
export function allowedMethods(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return undefined;
  const methods = value.split(",").map((method) => method.trim());
  return methods.every((method) => METHOD.test(method)) ? allowValue(methods) : undefined;
}
