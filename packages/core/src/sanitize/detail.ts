/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object, as `detail` is one. */
export type JsonObject = { readonly [key: string]: Json };

const MAX_DEPTH = 8;
/** Values in one detail, containers included. */
const MAX_VALUES = 500;
/** UTF-16 code units of all strings and keys in one detail. */
const MAX_TEXT = 16_000;
const MAX_STRING = 2_000;

const CIRCULAR = "[circular]";
const TRUNCATED = "[truncated]";
const UNREADABLE = "[unreadable]";

/**
 * Copies any value into plain JSON that can be written without surprises: a BigInt becomes its digits; a cycle, a getter
 * or `toJSON` that throws, and what exceeds the caps (depth 8, 500 values, 16,000 characters of text) become a fixed
 * placeholder. Functions, symbols and `undefined` are left out, as `JSON.stringify` does. Never throws.
 *
 * @returns The copy, or `undefined` when `value` is not an object (arrays are not: `detail` is an object or null).
 */
export function encodeDetail(value: unknown): JsonObject | undefined {
  const copy = new Copier().copy(value, 0);
  return typeof copy === "object" && copy !== null && !Array.isArray(copy) ? (copy as JsonObject) : undefined;
}

class Copier {
  readonly #ancestors = new Set<object>();
  #values = 0;
  #text = 0;

  copy(value: unknown, depth: number): Json | undefined {
    this.#values += 1;
    switch (typeof value) {
      case "string":
        return this.#string(value);
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? value : null;
      case "bigint":
        return this.#string(value.toString());
      case "object":
        return value === null ? null : this.#object(value, depth);
      default:
        return undefined;
    }
  }

  #string(text: string): string {
    const room = Math.min(MAX_STRING, MAX_TEXT - this.#text);
    if (text.length > room) return TRUNCATED;
    this.#text += text.length;
    return text.toWellFormed();
  }

  #object(value: object, depth: number): Json | undefined {
    if (this.#ancestors.has(value)) return CIRCULAR;
    if (depth >= MAX_DEPTH) return TRUNCATED;
    this.#ancestors.add(value);
    try {
      const toJSON: unknown = Reflect.get(value, "toJSON");
      const written: unknown = typeof toJSON === "function" ? toJSON.call(value, "") : value;
      if (written !== value) return this.copy(written, depth + 1);
      return Array.isArray(value) ? this.#array(value, depth) : this.#record(value, depth);
    } catch {
      return UNREADABLE;
    } finally {
      this.#ancestors.delete(value);
    }
  }

  #array(value: readonly unknown[], depth: number): Json[] {
    const copy: Json[] = [];
    for (let index = 0; index < value.length; index += 1) {
      if (this.#values >= MAX_VALUES) {
        copy.push(TRUNCATED);
        break;
      }
      copy.push(this.#member(value, index, depth) ?? null);
    }
    return copy;
  }

  #record(value: object, depth: number): Json {
    // Entries, not assignment: a key called "__proto__" must stay a key.
    const entries: [string, Json][] = [];
    for (const key of Object.keys(value)) {
      if (this.#values >= MAX_VALUES || this.#text + key.length > MAX_TEXT) break;
      this.#text += key.length;
      const member = this.#member(value, key, depth);
      if (member !== undefined) entries.push([key, member]);
    }
    return Object.fromEntries(entries);
  }

  #member(value: object, key: PropertyKey, depth: number): Json | undefined {
    let member: unknown;
    try {
      member = Reflect.get(value, key);
    } catch {
      this.#values += 1;
      return UNREADABLE;
    }
    return this.copy(member, depth + 1);
  }
}
