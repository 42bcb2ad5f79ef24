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
