import {
  GIVEN,
  type Json,
  type JsonObject,
  MAX_DEPTH,
  MAX_KEY,
  MAX_STRING,
  SEEN_BEYOND,
  TRUNCATED,
  UNREADABLE,
} from "../errors/detail.ts";
import { PLACEHOLDERS } from "../sanitizer/engine/redact.ts";
import type { Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { wholeUpTo } from "../sanitizer/engine/sentence.ts";
import { isObject, peek, peekList, peekString } from "../untrusted/peek.ts";

/** The maximum UTF-16 code units of all strings and keys that are sent, placeholders included. */
const MAX_TEXT = 16_000;

/**
 * Code units that the sanitizer examines in one detail: each key, and each string with its key. The work grows with this number, not with
 * what is kept. The limit is large enough for all harmless strings that may be kept.
 */
const MAX_EXAMINED = 40_000;

/** Shorter numbers are counts. */
const SHORTEST_PIN = 4;

/**
 * Removes from a detail what a client must not see: credentials and stack frames inside strings, values whose key makes them secrets, and
 * keys that contain a credential. Cuts strings after 2,000 characters, and all of them together after 16,000. Returns the same object if
 * there is nothing to remove. Never throws, even if the sanitizer does.
 *
 * @param detail A copy by `copyDetail`.
 */
export function safeDetail(detail: JsonObject, sanitizer: Sanitizer): JsonObject {
  return new Cleaner(sanitizer).clean(detail) as JsonObject;
}

class Cleaner {
  readonly #sanitizer: Sanitizer;
  /** For each name that was asked about, whether it makes any word a secret. */
  readonly #secrets = new Map<string, boolean>();
  #text = 0;
  #examined = 0;

  constructor(sanitizer: Sanitizer) {
    this.#sanitizer = sanitizer;
  }

  /**
   * @param key What the value is called: its key; for a list item, the list's key.
   * @param inList Whether a list holds the value.
   */
  clean(value: Json, key = "", inList = false): Json | undefined {
    if (typeof value === "string") return this.#string(value, key);
    if (typeof value === "number") return this.#number(value, key);
    if (!isObject(value)) return value;
    return Array.isArray(value) ? this.#array(value, key, inList) : this.#record(value as JsonObject, key);
  }

  /** Returns a placeholder for a number whose key makes it a secret, such as a PIN. */
  #number(value: number, key: string): Json | undefined {
    const digits = String(value).replace("-", "");
    const pair = `${key}:${digits}`;
    if (key === "" || digits.length < SHORTEST_PIN) return value;
    if (this.#examined + pair.length > MAX_EXAMINED) return this.#placed(TRUNCATED);
    return this.#safe(pair) === pair ? value : this.#placed(PLACEHOLDERS.credential);
  }

  /** Returns the string, if there is still room for it. */
  #placed(text: string): string | undefined {
    if (text.length > MAX_TEXT - this.#text) return undefined;
    this.#text += text.length;
    return text;
  }

  #string(text: string, key: string): string | undefined {
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
    const pair = `${before}${text}${isFlag ? "" : '"'}`;
    if (this.#examined + pair.length > MAX_EXAMINED) return undefined;
    const cleanPair = this.#safe(pair);
    if (cleanPair === UNREADABLE) return cleanPair;
    // A removed part may begin before the value or end after it, or end where a quote in the value seems to close it.
    const isWhole =
      cleanPair.length > before.length && cleanPair.startsWith(before) && (isFlag || cleanPair.endsWith('"'));
    const safe = isWhole ? cleanPair.slice(before.length, isFlag ? undefined : -1) : PLACEHOLDERS.credential;
    return safe.startsWith(PLACEHOLDERS.credential) && (isFlag || /["'`]/.test(text)) ? PLACEHOLDERS.credential : safe;
  }

  /** A custom sanitizer may throw. A string that it could not make safe is not sent. */
  #safe(text: string): string {
    this.#examined += text.length;
    try {
      const safe: unknown = this.#sanitizer.detailText(text);
      return typeof safe === "string" && (safe !== "" || text === "") ? safe : UNREADABLE;
    } catch {
      return UNREADABLE;
    }
  }

  #array(value: readonly Json[], key: string, inList: boolean): Json | undefined {
    const inSecret = this.#isSecret(key);
    if (inSecret && isInPieces(value)) return this.#placed(PLACEHOLDERS.credential);
    const hasNames = (inList && value.length === 2) || /headers$/i.test(key);
    const items: Json[] = [];
    for (const [index, item] of value.entries()) {
      if (MAX_TEXT - this.#text < TRUNCATED.length) break;
      const name = inSecret ? undefined : nameBefore(value, index, hasNames);
      items.push(this.clean(item, name ?? key, true) ?? null);
    }
    return isChanged(value, items) ? Object.freeze(items) : value;
  }

  #record(value: JsonObject, parent: string): Json | undefined {
    const inSecret = this.#isSecret(parent);
    if (inSecret && isPiece(peek(value, "0"))) return this.#placed(UNREADABLE);
    const members = Object.entries(value);
    const entries: [string, Json][] = [];
    for (const [key, member] of members) {
      if (this.#placed(key) === undefined) break;
      if (this.#safe(key) !== key) continue;
      const called = inSecret && !DESCRIBES.test(key) ? parent : nameOf(key, value, parent);
      const safe = this.clean(member, called);
      if (safe !== undefined) entries.push([key, safe]);
    }
    const isSame = !isChanged(
      members.map(([, member]) => member),
      entries.map(([, member]) => member),
    );
    return isSame ? value : Object.freeze(Object.fromEntries(entries));
  }

  /** Whether a name makes any word a secret, so that all below it is one. */
  #isSecret(name: string): boolean {
    if (name === "") return false;
    let isSecret = this.#secrets.get(name);
    if (isSecret === undefined) {
      const pair = `"${name}":"${ANY_WORD}"`;
      isSecret = this.#safe(pair) !== pair;
      this.#secrets.set(name, isSecret);
    }
    return isSecret;
  }
}

function isChanged(before: readonly Json[], after: readonly Json[]): boolean {
  return before.length !== after.length || after.some((member, index) => member !== before[index]);
}

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
  const before = peekString(list, index - 1);
  if (before === undefined || before.length > MAX_KEY) return undefined;
  return before.startsWith("-") || (hasNames && index % 2 === 1) ? before.toWellFormed() : undefined;
}

/** Whether a list has the bytes, the digits or the characters of a secret, of which none is a secret by itself. */
function isInPieces(list: readonly unknown[]): boolean {
  // If a limit cut the list, the rest was more of the same.
  const isCut = list.at(-1) === TRUNCATED;
  const items = isCut ? list.slice(0, -1) : list;
  return (isCut || items.length >= SHORTEST_PIN) && items.every(isPiece);
}

function isPiece(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length <= 2);
}
