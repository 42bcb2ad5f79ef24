/** Returns its argument, so that a class that extends it adds its private fields to that object. */
function given(subject: object): object {
  return subject;
}

const Given = given as unknown as new (subject: object) => object;

/** Remembers values for foreign objects. The values are not visible on the objects and keep none of them alive. */
export interface Notes<Subject extends object, Value> {
  get(subject: Subject): Value | undefined;
  /** Remembers a value, once per object: `get` ignores a second one. Change the first value instead. */
  put(subject: Subject, value: Value): void;
}

/**
 * Makes notes of one kind. They are private fields, because a `WeakMap` with an entry for each request costs more at every garbage
 * collection than everything else that a request needs.
 */
export function notes<Subject extends object, Value>(): Notes<Subject, Value> {
  class Note extends Given {
    readonly #value: Value;

    constructor(subject: Subject, value: Value) {
      super(subject);
      this.#value = value;
    }

    static of(subject: Subject): Value | undefined {
      return #value in subject ? (subject as unknown as Note).#value : undefined;
    }
  }
  // In some runtimes, objects that cannot be extended cannot get private fields either.
  const others = new WeakMap<Subject, Value>();
  return {
    get: (subject) => Note.of(subject) ?? others.get(subject),
    put(subject, value) {
      try {
        new Note(subject, value);
      } catch {
        others.set(subject, value);
      }
    },
  };
}
