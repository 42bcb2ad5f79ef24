/**
 * Puts a value on a foreign object, in place of one that the object may inherit. It is not enumerable, can be replaced and
 * removed, and does not depend on a polluted `Object.prototype`.
 *
 * @throws TypeError if the object takes no such property.
 */
export function defineOwn(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { __proto__: null, configurable: true, writable: true, value } as object);
}
