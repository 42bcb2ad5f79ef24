import type { OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http";

/** A header field, as it was set or as it was passed to `writeHead`. */
export type Field = readonly [name: string, value: OutgoingHttpHeader | undefined];

/** A head that was written, but has not been sent. Its fields are read once, when one is first asked for. */
export class WrittenHead {
  /** The arguments of the `writeHead` that wrote it. */
  readonly args: readonly unknown[];
  /**
   * What was set on the response before that, by lower-case name; `undefined` if Node has kept the fields of the head apart from those, so
   * that nothing is to be restored.
   */
  readonly before: OutgoingHttpHeaders | undefined;
  #byName: Map<string, Field[]> | undefined;

  constructor(args: readonly unknown[], before: OutgoingHttpHeaders | undefined) {
    this.args = args;
    this.before = before;
  }

  /** Whether its writer passed header fields to `writeHead`. */
  get hasFields(): boolean {
    return fieldsIn(this.args) !== undefined;
  }

  /** Returns a field, by its lower-case name. Several lines of one name are joined. */
  field(name: string): string | undefined {
    const fields = this.#read().get(name);
    return fields === undefined ? undefined : fields.map(([, value]) => String(value)).join(", ");
  }

  /** Returns the fields that are not under one of the given lower-case names. */
  fieldsBeside(names: readonly string[]): readonly Field[] {
    const others: Field[] = [];
    for (const [name, fields] of this.#read()) if (!names.includes(name)) others.push(...fields);
    return others;
  }

  /** Returns the lower-case names of all fields. */
  names(): Iterable<string> {
    return this.#read().keys();
  }

  #read(): ReadonlyMap<string, readonly Field[]> {
    if (this.#byName !== undefined) return this.#byName;
    const byName = new Map<string, Field[]>();
    for (const field of fieldPairs(fieldsIn(this.args))) {
      const name = field[0].toLowerCase();
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [field]);
      else known.push(field);
    }
    this.#byName = byName;
    return byName;
  }
}

/** Returns the header fields among the arguments of a `writeHead`. */
export function fieldsIn(args: readonly unknown[]): unknown {
  const [, reason, headers] = args;
  return typeof reason === "string" ? headers : (headers ?? reason);
}

/** Returns the same arguments with other header fields. */
export function withFields(args: readonly unknown[], fields: unknown): unknown[] {
  return typeof args[1] === "string" ? [args[0], args[1], fields] : [args[0], fields];
}

/** Turns a flat list (name, value, name, value) into pairs. */
export function pairsOf(flat: readonly unknown[]): Field[] {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => [
    String(flat[index * 2]),
    flat[index * 2 + 1] as OutgoingHttpHeader | undefined,
  ]);
}

/**
 * Returns header fields as pairs. Takes all three forms that `writeHead` takes: an object, a list of pairs, and a flat
 * list of names and values.
 */
function fieldPairs(fields: unknown): readonly Field[] {
  if (typeof fields !== "object" || fields === null) return [];
  if (!Array.isArray(fields)) return Object.entries(fields);
  if (!fields.every(Array.isArray)) return pairsOf(fields);
  return fields.map(([name, value]) => [String(name), value]);
}

/** Returns header fields without those of the given lower-case names, in the form in which they came. */
export function withoutNames(fields: object, names: readonly string[]): object {
  if (!Array.isArray(fields)) {
    // Usually none of them is there. In that case, no copy is made.
    for (const name in fields) {
      if (names.includes(name.toLowerCase())) {
        return Object.fromEntries(Object.entries(fields).filter(([one]) => !names.includes(one.toLowerCase())));
      }
    }
    return fields;
  }
  const isOther = (name: unknown) => !names.includes(String(name).toLowerCase());
  if (Array.isArray(fields[0])) return fields.filter(([name]) => isOther(name));
  return fields.filter((_part, index) => isOther(fields[index - (index % 2)]));
}
