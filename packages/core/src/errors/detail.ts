import { ignoreRejection } from "../untrusted/attempt.ts";
import { isList, peek } from "../untrusted/peek.ts";

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object, such as `detail`. */
export type JsonObject = { readonly [key: string]: Json };

export const MAX_DEPTH = 8;
/** The maximum number of values in one detail, containers included. */
const MAX_VALUES = 500;
/** The maximum UTF-16 code units of all strings and keys in one copy. The contract that answers sends fewer. */
const MAX_COPIED = 40_000;
/** The maximum UTF-16 code units that are sent of one string. */
export const MAX_STRING = 2_000;
/** Code units after the cut that are examined together with the part before it. */
export const SEEN_BEYOND = 2_000;
export const MAX_KEY = 200;
const MAX_LIST = 100;
/** A larger BigInt has more digits than any number that a client could use. */
const MAX_BIGINT = 10n ** 100n;

/** Keys of what a field or a header was given. What a name beside it says of it decides whether it is a secret. */
export const GIVEN: ReadonlySet<string> = new Set(["value", "originalValue", "received", "input", "actual", "given"]);

const CIRCULAR = "[circular]";
export const TRUNCATED = "[truncated]";
export const UNREADABLE = "[unreadable]";

/**
 * Copies any value into plain, frozen JSON that can be written without surprises. A BigInt becomes its digits. A fixed placeholder replaces
 * a cycle, an error, binary data and other objects without fields, a getter or `toJSON` that throws, and everything over the limits (depth
 * 8, 100 elements in a list, 500 values, 4,000 characters of a string, 40,000 in all). Functions, symbols and `undefined` are left out, as
 * in `JSON.stringify`, and so are keys over 200 characters. Secrets stay: the contract that answers removes them. Never throws.
 *
 * @returns The copy, or `undefined` when `value` is not a detail: not an object, a list, or an error.
 */
export function copyDetail(value: unknown): JsonObject | undefined {
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
        return this.#placed(value > MAX_BIGINT || value < -MAX_BIGINT ? TRUNCATED : String(value));
      case "object":
        return value === null ? null : this.#object(value, depth);
      default:
        return undefined;
    }
  }

  /** Returns the string, if there is still room for it. */
  #placed(text: string): string | undefined {
    if (text.length > MAX_COPIED - this.#text) return undefined;
    this.#text += text.length;
    return text;
  }

  #string(text: string): string | undefined {
    const most = MAX_STRING + SEEN_BEYOND;
    const kept = text.length <= most ? text : `${text.slice(0, most)}${TRUNCATED}`;
    const whole = this.#placed(kept.toWellFormed());
    if (whole !== undefined) return whole;
    // A part of it could be half of a secret, which no rule would recognize. It may be the name of what follows, so nothing follows.
    const mark = this.#placed(TRUNCATED);
    this.#text = MAX_COPIED;
    return mark;
  }

  #object(value: object, depth: number): Json | undefined {
    if (this.#ancestors.has(value)) return this.#placed(CIRCULAR);
    if (depth >= MAX_DEPTH) return this.#placed(TRUNCATED);
    this.#ancestors.add(value);
    try {
      // An error may list its request, credentials included, and a view of binary data has one entry per byte.
      if (isError(value) || ArrayBuffer.isView(value)) return this.#placed(UNREADABLE);
      const toJSON: unknown = Reflect.get(value, "toJSON");
      const written: unknown = typeof toJSON === "function" ? toJSON.call(value, "") : value;
      if (written !== value) return this.copy(written, depth + 1);
      return Array.isArray(value) ? this.#array(value, depth) : this.#record(value, depth);
    } catch {
      return this.#placed(UNREADABLE);
    } finally {
      this.#ancestors.delete(value);
    }
  }

  #array(value: readonly unknown[], depth: number): Json {
    const copy: Json[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const isFull = index >= MAX_LIST || this.#values >= MAX_VALUES || MAX_COPIED - this.#text < TRUNCATED.length;
      if (isFull) {
        const rest = this.#placed(TRUNCATED);
        if (rest !== undefined) copy.push(rest);
        break;
      }
      copy.push(this.#member(value, index, depth) ?? null);
    }
    return Object.freeze(copy);
  }

  #record(value: object, depth: number): Json | undefined {
    const keys = Object.keys(value);
    // The contents of a buffer, a stream or a map are not in its fields.
    if ((keys.length === 0 && tagOf(value) !== "[object Object]") || isWrittenBuffer(value)) {
      ignoreRejection(value);
      return this.#placed(UNREADABLE);
    }
    // Made from entries, not by assignment, so that a key called "__proto__" stays a key.
    let entries: [string, Json][] = [];
    for (const key of keys) {
      if (key.length > MAX_KEY) continue;
      if (this.#values >= MAX_VALUES || this.#placed(key) === undefined) {
        // The name of what was given may be in the part that is left out.
        entries = entries.filter(([name]) => !GIVEN.has(name));
        break;
      }
      const member = this.#member(value, key, depth);
      if (member !== undefined) entries.push([key.toWellFormed(), member]);
    }
    return Object.freeze(Object.fromEntries(entries));
  }

  #member(value: object, key: PropertyKey, depth: number): Json | undefined {
    let member: unknown;
    try {
      member = Reflect.get(value, key);
    } catch {
      this.#values += 1;
      return this.#placed(UNREADABLE);
    }
    return this.copy(member, depth + 1);
  }
}

function isWrittenBuffer(value: object): boolean {
  return peek(value, "type") === "Buffer" && isList(peek(value, "data"));
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value);
}

const ERROR_TAGS: readonly string[] = ["[object Error]", "[object DOMException]"];

/** Whether a value is an error, of any realm or of a class with a custom name. */
function isError(value: object): boolean {
  return value instanceof Error || ERROR_TAGS.includes(tagOf(value));
}
