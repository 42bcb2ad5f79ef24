/** A map with room for a fixed number of keys. Once it is full, it only counts what comes for a new key. */
export class BoundedMap<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();
  #notKept = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the value of a key, and makes it for a new key; `undefined` if there is no room for it. */
  at(key: string, make: () => Value): Value | undefined {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    if (this.#values.size >= this.#limit) {
      this.#notKept += 1;
      return undefined;
    }
    const made = make();
    this.#values.set(key, made);
    return made;
  }

  get notKept(): number {
    return this.#notKept;
  }

  values(): readonly Value[] {
    return [...this.#values.values()];
  }
}
