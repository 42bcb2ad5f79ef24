import { isObject, parsed } from "./json.ts";

/** An error that a library threw in a run of the tests, with what `explain` said of it. */
export interface ExplainedError {
  readonly library: string;
  readonly version: string;
  readonly condition: string;
  readonly answer: string;
  readonly origin: string;
  readonly recognizer: string | null;
  readonly because: readonly string[];
}

/** Whose failure a code of the error tab says it is; empty for a code that says it by itself. */
export function meaningOf(code: string): string {
  if (code.endsWith("_internal_error"))
    return "So it is a bug of your own service, such as a wrong use of the library.";
  return /_upstream_(?:error|timeout)$/.test(code) ? "So another service failed, and yours is right." : "";
}

/** A plain error with the fields that someone typed as JSON; `undefined` when it is no object. Never throws. */
export function madeUp(text: string): Error | undefined {
  const fields = parsed(text);
  if (!isObject(fields)) return undefined;
  const error = new Error("made up");
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(error, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return error;
}
