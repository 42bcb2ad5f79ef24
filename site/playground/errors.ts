import { isObject, parsed } from "./json.ts";

/** An error of a library, recorded in a test run, with what `explain` said about it. */
export interface ExplainedError {
  readonly library: string;
  readonly version: string;
  readonly condition: string;
  readonly answer: string;
  readonly origin: string;
  readonly recognizer: string | null;
  readonly because: readonly string[];
}

/** Says whose failure a code stands for; empty if the code itself makes that clear. */
export function meaningOf(code: string): string {
  if (code.endsWith("_internal_error"))
    return "So this is a bug in your own service, such as a wrong use of the library.";
  return /_upstream_(?:error|timeout)$/.test(code) ? "So another service failed, and not yours." : "";
}

/** A plain error with the fields that the reader typed as JSON; `undefined` if they are not an object. Never throws. */
export function madeUp(text: string): Error | undefined {
  const fields = parsed(text);
  if (!isObject(fields)) return undefined;
  const error = new Error("made up");
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(error, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return error;
}
