import { PLACEHOLDERS } from "../sanitizer/engine/redact.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { wholeUpTo } from "../sanitizer/engine/sentence.ts";
import { ignoreRejection } from "../untrusted/attempt.ts";
import { isList, peek, peekList, peekString } from "../untrusted/peek.ts";

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object, such as `detail`. */
export type JsonObject = { readonly [key: string]: Json };

const MAX_DEPTH = 8;
/** The maximum number of values in one detail, containers included. */
const MAX_VALUES = 500;
/** The maximum UTF-16 code units of all strings and keys in one detail, placeholders included. */
const MAX_TEXT = 16_000;
const MAX_STRING = 2_000;
/** Code units after the cut that are examined together with the part before it. */
const SEEN_BEYOND = 2_000;
/**
 * Code units that the sanitizer examines in one detail: each key, and each string with its key. The work grows with this number, not with
 * what is kept. The limit is large enough for all harmless strings that may be kept. Later keys are still examined if they may be kept.
 */
const MAX_LOOKED = 40_000;

const MAX_KEY = 200;
/** The maximum number of elements in one list. */
const MAX_LIST = 100;
/** A larger BigInt has more digits than any number that a client could use. */
const MAX_BIGINT = 10n ** 100n;

/** Shorter numbers are counts. */
const SHORTEST_PIN = 4;

const CIRCULAR = "[circular]";
const TRUNCATED = "[truncated]";
const UNREADABLE = "[unreadable]";

/**
 * Copies any value into plain, frozen JSON that can be written without surprises. A BigInt becomes its digits. A fixed placeholder replaces
 * a cycle, an error, binary data and other objects without fields, a getter or `toJSON` that throws, and everything over the limits (depth
 * 8, 100 elements in a list, 500 values, 16,000 characters kept, 40,000 examined). It also replaces credentials and stack frames inside
 * strings. Functions, symbols and `undefined` are left out, as in `JSON.stringify`, and so are keys that contain a credential or are longer
 * than 200 characters. Never throws.
 *
 * @returns The copy, or `undefined` when `value` is not a detail: not an object, a list, or an error.
 */
export function encodeDetail(value: unknown, sanitizer: Sanitizer = DEFAULT_SANITIZER): JsonObject | undefined {
  const copy = new Copier(sanitizer).copy(value, 0);
  return typeof copy === "object" && copy !== null && !Array.isArray(copy) ? (copy as JsonObject) : undefined;
}

class Copier {
  readonly #sanitizer: Sanitizer;
  readonly #ancestors = new Set<object>();
  /** For each name that was asked about, whether it makes any word a secret. */
  #secrets: Map<string, boolean> | undefined;
  #values = 0;
  #text = 0;
  #looked = 0;

  constructor(sanitizer: Sanitizer) {
    this.#sanitizer = sanitizer;
  }

  /**
   * @param key What the value is called.
   * @param inList Whether a list holds the value.
   */
  copy(value: unknown, depth: number, key = "", inList = false): Json | undefined {
    this.#values += 1;
    switch (typeof value) {
      case "string":
        return this.#string(value, key);
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? (this.#ofNumber(String(value), key) ?? value) : null;
      case "bigint":
        if (value > MAX_BIGINT || value < -MAX_BIGINT) return this.#placed(TRUNCATED);
        return this.#ofNumber(String(value), key) ?? this.#string(String(value));
      case "object":
        return value === null ? null : this.#object(value, depth, key, inList);
      default:
        return undefined;
    }
  }

  /** Returns a placeholder for a number whose key makes it a secret, such as a PIN. */
  #ofNumber(text: string, key: string): string | undefined {
    const digits = text.replace("-", "");
    const given = `${key}:${digits}`;
    if (key === "" || digits.length < SHORTEST_PIN) return undefined;
    if (this.#looked + given.length > MAX_LOOKED) return this.#placed(TRUNCATED);
    return this.#safe(given) === given ? undefined : this.#placed(PLACEHOLDERS.credential);
  }

  /** Returns the string, if there is still room for it. */
  #placed(text: string): string | undefined {
    if (text.length > MAX_TEXT - this.#text) return undefined;
    this.#text += text.length;
    return text;
  }

  #string(text: string, key = ""): string | undefined {
    const room = MAX_TEXT - this.#text;
    const most = Math.min(MAX_STRING, room);
    // If the cut goes through a value, the sanitizer must see the whole value. Otherwise half of it could be sent.
    const safe = this.#keyed(text.slice(0, most + SEEN_BEYOND).toWellFormed(), key);
    if (safe === undefined) return this.#placed(TRUNCATED);
    if (safe.length <= most && text.length <= most + SEEN_BEYOND) return this.#placed(safe);
    const length = Math.max(0, Math.min(MAX_STRING, room - TRUNCATED.length));
    return this.#placed(`${safe.slice(0, wholeUpTo(safe, length))}${TRUNCATED}`);
  }

  /**
   * Makes a string safe with its key, which says what the string is: in `cursor` a random value is not a secret, in `password` any word is.
   * `undefined` if the limit for examined strings was reached.
   */
  #keyed(text: string, key: string): string | undefined {
    if (text === "") return text;
    const isFlag = key.startsWith("-");
    const before = isFlag ? `${key} ` : `"${key}":"`;
    const given = `${before}${text}${isFlag ? "" : '"'}`;
    if (this.#looked + given.length > MAX_LOOKED) return undefined;
    const told = this.#safe(given);
    if (told === UNREADABLE) return told;
    // A removed part may begin before the value or end after it, or end where a quote in the value seems to close it.
    const isWhole = told.length > before.length && told.startsWith(before) && (isFlag || told.endsWith('"'));
    const safe = isWhole ? told.slice(before.length, isFlag ? undefined : -1) : PLACEHOLDERS.credential;
    return safe.startsWith(PLACEHOLDERS.credential) && (isFlag || /["'`]/.test(text)) ? PLACEHOLDERS.credential : safe;
  }

  /** A custom sanitizer may throw. A string that it could not make safe is not sent. */
  #safe(text: string): string {
    this.#looked += text.length;
    try {
      const safe: unknown = this.#sanitizer.detailText(text);
      return typeof safe === "string" && (safe !== "" || text === "") ? safe : UNREADABLE;
    } catch {
      return UNREADABLE;
    }
  }

  #object(value: object, depth: number, key: string, inList: boolean): Json | undefined {
    if (this.#ancestors.has(value)) return this.#placed(CIRCULAR);
    if (depth >= MAX_DEPTH) return this.#placed(TRUNCATED);
    this.#ancestors.add(value);
    try {
      // An error may list its request, credentials included, and a view of binary data has one entry per byte.
      if (isError(value) || ArrayBuffer.isView(value)) return this.#placed(UNREADABLE);
      const toJSON: unknown = Reflect.get(value, "toJSON");
      const written: unknown = typeof toJSON === "function" ? toJSON.call(value, "") : value;
      if (written !== value) return this.copy(written, depth + 1, key, inList);
      return Array.isArray(value) ? this.#array(value, depth, key, inList) : this.#record(value, depth, key);
    } catch {
      return this.#placed(UNREADABLE);
    } finally {
      this.#ancestors.delete(value);
    }
  }

  #array(value: readonly unknown[], depth: number, key: string, inList: boolean): Json | undefined {
    const inSecret = this.#isSecret(key);
    if (inSecret && isInPieces(value)) return this.#placed(PLACEHOLDERS.credential);
    const hasNames = (inList && value.length === 2) || /headers$/i.test(key);
    const copy: Json[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const isFull = index >= MAX_LIST || this.#values >= MAX_VALUES || MAX_TEXT - this.#text < TRUNCATED.length;
      if (isFull) {
        const rest = this.#placed(TRUNCATED);
        if (rest !== undefined) copy.push(rest);
        break;
      }
      const name = inSecret ? undefined : nameBefore(value, index, hasNames);
      copy.push(this.#member(value, index, depth, name ?? key) ?? null);
    }
    return Object.freeze(copy);
  }

  #record(value: object, depth: number, parent: string): Json | undefined {
    const keys = Object.keys(value);
    const inSecret = this.#isSecret(parent);
    // The contents of a buffer, a stream or a map are not in its fields.
    if ((keys.length === 0 && tagOf(value) !== "[object Object]") || isWrittenBytes(value, inSecret)) {
      ignoreRejection(value);
      return this.#placed(UNREADABLE);
    }
    // Made from entries, not by assignment, so that a key called "__proto__" stays a key.
    const entries: [string, Json][] = [];
    for (const key of keys) {
      if (this.#values >= MAX_VALUES || this.#placed(key) === undefined) break;
      const name = this.#safeKey(key);
      if (name === undefined) continue;
      const called = inSecret && !DESCRIBES.test(name) ? parent : nameOf(name, value, parent);
      const member = this.#member(value, key, depth, called);
      if (member !== undefined) entries.push([name, member]);
    }
    return Object.freeze(Object.fromEntries(entries));
  }

  /** Returns a key without halves of characters; `undefined` if it is too long or contains a credential. */
  #safeKey(key: string): string | undefined {
    const name = key.length > MAX_KEY ? undefined : key.toWellFormed();
    return name !== undefined && this.#safe(name) === name ? name : undefined;
  }

  /** Whether a name makes any word a secret, so that all below it is one. */
  #isSecret(name: string): boolean {
    if (name === "") return false;
    this.#secrets ??= new Map();
    let isSecret = this.#secrets.get(name);
    if (isSecret === undefined) {
      const given = `"${name}":"${ANY_WORD}"`;
      isSecret = this.#safe(given) !== given;
      this.#secrets.set(name, isSecret);
    }
    return isSecret;
  }

  /** `name` says what the value is: its key; for a list item, the list's key. */
  #member(value: object, key: PropertyKey, depth: number, name?: string): Json | undefined {
    let member: unknown;
    try {
      member = Reflect.get(value, key);
    } catch {
      this.#values += 1;
      return this.#placed(UNREADABLE);
    }
    return this.copy(member, depth + 1, name, Array.isArray(value));
  }
}

/** Keys of what a field or a header was given. */
const GIVEN: ReadonlySet<string> = new Set(["value", "originalValue", "received", "input", "actual", "given"]);

/** Keys of the name of that field, which stand beside it. */
const BESIDE = ["name", "key", "field", "property", "param", "path", "instancePath", "pointer", "column", "header"];

/** A value that is a secret only by its name. */
const ANY_WORD = "hunter2";

/** Ends of keys that describe a secret, and do not hold it, as in `{ password: { code: "too_short" } }`. */
const DESCRIBES =
  /(?:code|type|kind|rule|message|reason|errors?|expected|required|status|format|min|max|imum|length|count|size|age|ttl|version|at|expires(?:_?in)?|name|user|id|scopes?|scheme|realm|role|issuer|provider|ur[il])$/i;

/** Returns the name that describes a field: its key. For the key `value`, a name beside it, or the key of the object that holds it. */
function nameOf(key: string, holder: object, parent: string): string {
  if (!GIVEN.has(key)) return key.replace(/\s+/g, "_");
  for (const beside of BESIDE) {
    const name = peekString(holder, beside) ?? lastName(peek(holder, beside));
    if (name !== undefined && name.length <= MAX_KEY) return name.toWellFormed();
  }
  return key === "value" ? parent || key : key;
}

/** Returns the last name of a path. Its steps are names, indexes, or objects with a key. */
function lastName(path: unknown): string | undefined {
  const steps = peekList(path, MAX_DEPTH)?.map((step) => peek(step, "key") ?? step);
  return steps?.findLast((step) => typeof step === "string");
}

/** Returns the string before an item of a list, if it says what the item is: a flag, or a name in a list of names and values. */
function nameBefore(list: readonly unknown[], index: number, hasNames: boolean): string | undefined {
  const before = index === 0 ? undefined : peekString(list, index - 1);
  if (before === undefined || before.length > MAX_KEY) return undefined;
  return before.startsWith("-") || (hasNames && index % 2 === 1) ? before.toWellFormed() : undefined;
}

/** Whether an object is a buffer as `toJSON` writes it, or lists the bytes or the characters of a secret. */
function isWrittenBytes(value: object, inSecret: boolean): boolean {
  if (peek(value, "type") === "Buffer" && isList(peek(value, "data"))) return true;
  return inSecret && isPiece(peek(value, "0"));
}

/** Whether a list has the bytes, the digits or the characters of a secret, of which none is a secret by itself. */
function isInPieces(list: readonly unknown[]): boolean {
  return list.length >= SHORTEST_PIN && (peekList(list, MAX_LIST) ?? []).every(isPiece);
}

function isPiece(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length <= 2);
}

/** Returns the tag that identifies a built-in object. */
function tagOf(value: object): string {
  return Object.prototype.toString.call(value);
}

const ERROR_TAGS: readonly string[] = ["[object Error]", "[object DOMException]"];

/** Whether a value is an error, of any realm or of a class with a custom name. */
function isError(value: object): boolean {
  return value instanceof Error || ERROR_TAGS.includes(tagOf(value));
}
