import { peek, prototypeOf } from "./peek.ts";

/** Deeper than any class of a known library is derived. */
const MAX_DEPTH = 8;

/** Whether a class of that name stands among those that `value` is made from. JSON that was parsed has none but `Object`. */
export function descendsFrom(value: unknown, name: string): boolean {
  let prototype = prototypeOf(value);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (peek(peek(prototype, "constructor"), "name") === name) return true;
    prototype = prototypeOf(prototype);
  }
  return false;
}

/** The name of the class that `value` was made from. */
export function className(value: unknown): string {
  const name = peek(peek(value, "constructor"), "name");
  return typeof name === "string" ? name : "";
}
