import type { ResolvedError } from "../pipeline/resolved-error.ts";
import { reasons } from "../reports/reasons.ts";
import type { Origin } from "../reports/report.ts";

/** Why an error is answered as it is. For developers of the service, since it names the error's own fields. */
export interface Explanation {
  /** Where the error came from: a catalog, something that a recognizer knows, or neither. */
  readonly origin: Origin;
  /** The name of the recognizer that knew the error. */
  readonly recognizer: string | undefined;
  /** The code that it is answered with, before an older client's version is looked at. */
  readonly code: string;
  readonly status: number;
  /** Sentences, the decisive one first. */
  readonly because: readonly string[];
}

/** Explains in sentences how an error was resolved. */
export function explanationOf(thrown: unknown, resolved: ResolvedError): Explanation {
  const { origin, recognizer, code, status, misuse } = resolved;
  const because = misuse === undefined ? reasons(thrown, resolved) : [`${misuse}.`];
  return { origin, recognizer, code, status, because };
}
