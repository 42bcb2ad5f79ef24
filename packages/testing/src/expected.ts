import type { Json } from "@uhp-errors/core/internal";

/** A matcher of vitest or jest for one value, such as `expect.any(String)`. */
export interface AsymmetricMatcher {
  /** Whether a value fits the matcher. */
  asymmetricMatch(other: unknown): boolean;
}

/** What a value of `detail` is expected to be: JSON, in which a matcher may replace any value. */
export type ExpectedValue = Json | AsymmetricMatcher | readonly ExpectedValue[] | ExpectedFields;

/** The expected fields of an object. It may have others. */
export interface ExpectedFields {
  readonly [name: string]: ExpectedValue;
}

/** Whether a value is a matcher. Nothing that a service sends is one, because JSON has no functions. */
function isMatcher(value: unknown): value is AsymmetricMatcher {
  return (
    typeof value === "object" && value !== null && typeof (value as AsymmetricMatcher).asymmetricMatch === "function"
  );
}

/** Whether a JSON value has at least what is expected, at every depth. A list must have the same length. */
export function contains(actual: unknown, wanted: unknown): boolean {
  if (isMatcher(wanted)) return wanted.asymmetricMatch(actual);
  if (typeof wanted !== "object" || wanted === null) return actual === wanted;
  if (typeof actual !== "object" || actual === null || Array.isArray(actual) !== Array.isArray(wanted)) return false;
  if (Array.isArray(wanted) && wanted.length !== (actual as unknown[]).length) return false;
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(actual, name) && contains((actual as Record<string, unknown>)[name], value),
  );
}

/** Whether a message is as expected. */
export function says(message: string, wanted: string | RegExp | AsymmetricMatcher): boolean {
  // Not `test()`: with the flag `g`, it would continue where the last match ended.
  return wanted instanceof RegExp ? message.search(wanted) >= 0 : contains(message, wanted);
}

/** Writes a value for a sentence, shortened. */
export function describeValue(value: unknown): string {
  return shortened(
    JSON.stringify(value, (_name, part: unknown) => (isMatcher(part) ? named(part) : part)) ?? String(value),
  );
}

/** Returns the beginning of a sentence, if it is long. */
export function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Returns a matcher's name as its runner shows it: `Any<String>`, `ObjectContaining`. */
function named(matcher: AsymmetricMatcher): string {
  const { toAsymmetricMatcher } = matcher as { readonly toAsymmetricMatcher?: () => unknown };
  return String(typeof toAsymmetricMatcher === "function" ? toAsymmetricMatcher.call(matcher) : matcher);
}
