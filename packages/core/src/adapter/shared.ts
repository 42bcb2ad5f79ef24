/** Raise it when copies of an older release could no longer read what is shared. They then share nothing with newer ones. */
const PROTOCOL = 1;

/**
 * The symbol under which all copies of the packages in a process know the same thing: the ES module and the CommonJS file of one
 * installation, and other releases.
 */
export function sharedSymbol(name: string): symbol {
  return Symbol.for(`uhp-errors/${name}@${PROTOCOL}`);
}

/** What all copies of the packages in a process have in common: what the first of them made. */
export function shared<Value>(name: string, make: () => Value): Value {
  const key = sharedSymbol(name);
  if (!Object.hasOwn(globalThis, key)) Object.defineProperty(globalThis, key, { value: make() });
  return Reflect.get(globalThis, key) as Value;
}
