/** Increment it when older releases could no longer read the shared values. Older and newer copies then share nothing. */
const PROTOCOL = 1;

/**
 * The symbol under which all copies of the packages in a process find the same value: the ES module and the CommonJS file of one
 * installation, and other releases.
 */
export function sharedSymbol(name: string): symbol {
  return Symbol.for(`uhp-errors/${name}@${PROTOCOL}`);
}

/** Returns the value that all copies of the packages in a process share. The first copy to ask makes it. */
export function shared<Value>(name: string, make: () => Value): Value {
  const key = sharedSymbol(name);
  if (!Object.hasOwn(globalThis, key)) Object.defineProperty(globalThis, key, { value: make() });
  return Reflect.get(globalThis, key) as Value;
}
