/** Returns its argument, so that a class that extends it adds its private fields to that object. */
function itself(subject: object): object {
  return subject;
}

const Itself = itself as unknown as new (subject: object) => object;

/** Remembers values for foreign objects. The values are not visible on the objects and keep none of them alive. */
export interface PrivateStore<Subject extends object, Value> {
  get(subject: Subject): Value | undefined;
  /** Remembers a value, once per object: `get` ignores a second one. Change the first value instead. */
  setOnce(subject: Subject, value: Value): void;
}

/**
 * Makes a store for one kind of value. The values are in private fields, because a `WeakMap` with an entry for each request costs more at
 * every garbage collection than everything else that a request needs.
 */
export function privateStore<Subject extends object, Value>(): PrivateStore<Subject, Value> {
  class Stored extends Itself {
    readonly #value: Value;

    constructor(subject: Subject, value: Value) {
      super(subject);
      this.#value = value;
    }

    static get(subject: Subject): Value | undefined {
      return #value in subject ? (subject as unknown as Stored).#value : others.get(subject);
    }
  }
  // In some runtimes, objects that cannot be extended cannot get private fields either.
  const others = new WeakMap<Subject, Value>();
  return {
    get: Stored.get,
    setOnce(subject, value) {
      try {
        new Stored(subject, value);
      } catch {
        others.set(subject, value);
      }
    },
  };
}
