/** Returns the object that it is given: a class that extends it puts its private fields on that object. */
function given(subject: object): object {
  return subject;
}

const Given = given as unknown as new (subject: object) => object;

/** What is remembered of foreign objects. It is not visible on them, and keeps none of them alive. */
export interface Notes<Subject extends object, Value> {
  get(subject: Subject): Value | undefined;
  /** Remembers a value, once for each object: `get` does not see a second one. Change what was put instead. */
  put(subject: Subject, value: Value): void;
}

/**
 * Makes room for notes of one kind. They are private fields, since a `WeakMap` with an entry for each request costs more at every collection
 * of garbage than all else that a request needs.
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
  // Some runtimes give objects that cannot be extended no private fields either.
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
