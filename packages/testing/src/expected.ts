import type { Json } from "@uhp-errors/core";

/** A matcher of vitest or jest for one value, such as `expect.any(String)`. */
export interface AsymmetricMatcher {
  /** Whether a value fits the matcher. */
  asymmetricMatch(other: unknown): boolean;
}

/** What a value of `detail` is expected to be: JSON, in which a matcher may replace any value. */
export type ExpectedValue = Json | AsymmetricMatcher | readonly ExpectedValue[] | ExpectedFields;

/** Fields that an object has, each with what is expected of it. */
export interface ExpectedFields {
  readonly [name: string]: ExpectedValue;
}

/** Whether it is a matcher. What a service sends never is one: JSON has no functions. */
function isMatcher(value: unknown): value is AsymmetricMatcher {
  return (
    typeof value === "object" && value !== null && typeof (value as AsymmetricMatcher).asymmetricMatch === "function"
  );
}

/** Whether JSON has at least what is wanted of it, at every depth. A list must have the same length. */
export function contains(actual: unknown, wanted: unknown): boolean {
  if (isMatcher(wanted)) return wanted.asymmetricMatch(actual);
  if (typeof wanted !== "object" || wanted === null) return actual === wanted;
  if (typeof actual !== "object" || actual === null || Array.isArray(actual) !== Array.isArray(wanted)) return false;
  if (Array.isArray(wanted) && wanted.length !== (actual as unknown[]).length) return false;
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(actual, name) && contains((actual as Record<string, unknown>)[name], value),
  );
}

/** Whether a message is the one that is wanted. */
export function says(message: string, wanted: string | RegExp | AsymmetricMatcher): boolean {
  // Not test(): with the flag g, it begins where the last one ended.
  return wanted instanceof RegExp ? message.search(wanted) >= 0 : contains(message, wanted);
}

/** A value in a sentence, cut. */
export function told(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) => (isMatcher(part) ? named(part) : part)) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** A matcher as its runner names it: `Any<String>`, `ObjectContaining`. */
function named(matcher: AsymmetricMatcher): string {
  const { toAsymmetricMatcher } = matcher as { readonly toAsymmetricMatcher?: () => unknown };
  return String(typeof toAsymmetricMatcher === "function" ? toAsymmetricMatcher.call(matcher) : matcher);
}
