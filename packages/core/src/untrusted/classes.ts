import { peek, peekString, prototypeOf } from "./peek.ts";

/** Deeper than any class of a known library is derived. */
const MAX_DEPTH = 8;

/**
 * The names of the classes that `value` is made from, the nearest first; `""` for one that has no name. JSON that was parsed
 * has none but `Object`. Never throws.
 */
export function classesOf(value: unknown): readonly string[] {
  const names: string[] = [];
  let prototype = prototypeOf(value);
  while (prototype !== null && names.length < MAX_DEPTH) {
    names.push(peekString(peek(prototype, "constructor"), "name") ?? "");
    prototype = prototypeOf(prototype);
  }
  return names;
}
