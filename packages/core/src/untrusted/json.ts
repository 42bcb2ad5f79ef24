import { tryOr } from "./attempt.ts";

/** Returns what a string is as JSON; `undefined` if it is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  return tryOr(() => JSON.parse(text) as unknown, undefined);
}
