import type { ResolvedError } from "../pipeline/resolved-error.ts";
import { reasons } from "../reports/reasons.ts";
import type { ErrorOrigin } from "../reports/report.ts";

/** Why an error gets the response that it gets. For developers of the service, because it names the error's own fields. */
export interface Explanation {
  /** Where the error came from: a catalog, a source that a recognizer knows, or neither. */
  readonly origin: ErrorOrigin;
  /** The name of the recognizer that recognized the error. */
  readonly recognizer: string | undefined;
  /** The code of the response, before it is adapted to an older client's version. */
  readonly code: string;
  readonly status: number;
  /** The reasons as sentences, the decisive one first. */
  readonly because: readonly string[];
}

/** Explains in sentences how an error was resolved. */
export function explanationOf(thrown: unknown, resolved: ResolvedError): Explanation {
  const { origin, recognizer, code, status, misuse } = resolved;
  const because = misuse === undefined ? reasons(thrown, resolved) : [`${misuse}.`];
  return { origin, recognizer, code, status, because };
}
