import { classesOf } from "../../untrusted/classes.ts";
import { peek, peekString } from "../../untrusted/peek.ts";
import type { FieldReader } from "../../untrusted/thrown.ts";
import type { BuiltInRecognizer, Marks } from "./recognizer.ts";

/** More classes than most errors are derived from. What has more is looked at the long way. */
const MAX_DEPTH = 8;

/** The prototypes of the language's errors: in them, nothing but their class and name can be a mark. */
const OF_LANGUAGE = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];

/**
 * Returns a function that tells quickly of most errors that none of `recognizers` is to be asked about them: of those that are
 * derived from the language's errors, and have no field, name, code, class or text that is a mark. It looks for the fields
 * that are marks in an error and in its classes, and reads three fields at most. What it does not tell of may still have no mark. Never throws.
 */
export function unmarkedAmong(
  recognizers: readonly BuiltInRecognizer[],
): (thrown: unknown, field: FieldReader) => boolean {
  const all = <Mark>(of: (marks: Marks) => readonly Mark[] | undefined) =>
    recognizers.flatMap(({ marks }) => of(marks) ?? []);
  const names = new Set<unknown>(all(({ names }) => names));
  const codes = new Set<unknown>(all(({ codes }) => codes));
  const codePrefixes = byFirstUnit(all(({ codePrefixes }) => codePrefixes));
  const messages = byFirstUnit(all(({ messages }) => messages));
  const classes = new Set(all(({ classes }) => classes));
  const fields = [...new Set(all(({ fields }) => fields))];
  const isMarked = ({ name, prototype }: ErrorConstructor) =>
    names.has(name) ||
    classesOf(prototype)
      .concat(name)
      .some((one) => classes.has(one));
  const plain = new Set<object>(OF_LANGUAGE.filter((of) => !isMarked(of)).map(({ prototype }) => prototype));

  /** Whether an object is derived from an error of the language, with no mark in it or on the way there. */
  const isPlain = (thrown: object) => {
    let object = thrown;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const prototype = Reflect.getPrototypeOf(object);
      if (prototype === null || prototype === Object.prototype || hasOne(object, fields)) return false;
      if (plain.has(prototype)) return true;
      if (classes.has(peekString(peek(prototype, "constructor"), "name") ?? "")) return false;
      object = prototype;
    }
    return false;
  };

  return (thrown, field) => {
    if (typeof thrown !== "object" || thrown === null) return false;
    try {
      if (!isPlain(thrown)) return false;
    } catch {
      // A proxy that throws.
      return false;
    }
    const code = field("code");
    return (
      !names.has(field("name")) &&
      !codes.has(code) &&
      !begins(code, codePrefixes) &&
      !begins(field("message"), messages)
    );
  };
}

/** Each is asked for by its name, since to list the keys of a long list or of a large error has no bound. */
function hasOne(object: object, fields: readonly PropertyKey[]): boolean {
  // By index: an iterator makes an object for each name.
  for (let index = 0; index < fields.length; index += 1) {
    if (Object.hasOwn(object, fields[index] as PropertyKey)) return true;
  }
  return false;
}

/** Beginnings of texts by their first code unit, so that few of them are compared with a text. */
type Beginnings = ReadonlyMap<number, readonly string[]>;

function byFirstUnit(beginnings: readonly string[]): Beginnings {
  const units = new Set(beginnings.map((beginning) => beginning.charCodeAt(0)));
  return new Map([...units].map((unit) => [unit, beginnings.filter((beginning) => beginning.charCodeAt(0) === unit)]));
}

function begins(text: unknown, beginnings: Beginnings): boolean {
  if (typeof text !== "string") return false;
  const likely = beginnings.get(text.charCodeAt(0));
  return likely?.some((beginning) => text.startsWith(beginning)) === true;
}
