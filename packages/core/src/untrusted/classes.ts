import { peek, peekString } from "./peek.ts";

/** Deeper than the class hierarchy of any known library. */
const MAX_DEPTH = 8;

/**
 * Returns the names of the classes of `value`, nearest first; `""` for a class without a name. Parsed JSON has only `Object`. Never throws.
 */
export function classesOf(value: unknown): readonly string[] {
  const names: string[] = [];
  try {
    let prototype = Reflect.getPrototypeOf(value as object);
    while (prototype !== null && names.length < MAX_DEPTH) {
      names.push(peekString(peek(prototype, "constructor"), "name") ?? "");
      prototype = Reflect.getPrototypeOf(prototype);
    }
  } catch {
    // A primitive has no classes, and a chain ends at a proxy that throws.
  }
  return names;
}
