import type { Origin, ResolvedError } from "../pipeline/resolved-error.ts";
import { upstreamMarks } from "../recognize/index.ts";
import { isNativeError, peek } from "../untrusted/peek.ts";

/** Why an error is answered as it is. For whoever develops the service: it speaks of the error's own fields. */
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

function reasons(thrown: unknown, { origin, recognizer, isCustom, aborted }: ResolvedError): string[] {
  if (origin === "catalog") return ["A catalog made it."];
  if (origin === "recognized") {
    const end = aborted ? ", as the end of a client that left" : "";
    const status = namedStatus(thrown);
    return [
      isCustom
        ? `The service's own recognizer "${recognizer}" knows it (option \`recognize\`)${end}.`
        : `The recognizer "${recognizer}" knows it${end}.`,
      ...named(thrown).map((mark) => `Its ${mark}.`),
      ...(isCustom && status !== undefined ? [`Its status is ${status}.`] : []),
      ...(aborted ? ["It is answered only when the request shows that the client is still there."] : []),
    ];
  }
  return ["No recognizer knows it, so nothing of it is trusted.", ...traits(thrown), ADVICE];
}

const ADVICE =
  "If it is of a class of your own, add recognizeClass(TheClass) to the option `recognize`. Else throw an error of the catalog " +
  "with it as the cause, or add a recognizer to the option `recognize`.";

/** What of a value might have been taken for a sign, and why it was not. */
function traits(thrown: unknown): string[] {
  if ((typeof thrown !== "object" && typeof thrown !== "function") || thrown === null) {
    return [`It is no object but ${thrown === null ? "null" : `of type ${typeof thrown}`}.`];
  }
  const found: string[] = [];
  if (!isNativeError(thrown)) found.push("It is no native Error, and parsed JSON can have any fields.");
  const marks = upstreamMarks(thrown);
  if (marks.length > 0)
    found.push(`It has marks of an HTTP client (${marks.join(", ")}): its status is another service's.`);
  const marked = named(thrown);
  if (marked.length > 0) found.push(`No recognizer knows an error whose ${marked.join(" and whose ")}.`);
  const status = namedStatus(thrown);
  if (status !== undefined) found.push(`A status (${status}) alone is no sign of who made it.`);
  return found;
}

function namedStatus(thrown: unknown): number | undefined {
  return [peek(thrown, "statusCode"), peek(thrown, "status")].find((status) => typeof status === "number") as
    | number
    | undefined;
}

/** The fields that recognizers go by most. */
function named(thrown: unknown): string[] {
  return ["name", "code", "type"].flatMap((key) => {
    const value = peek(thrown, key);
    return typeof value === "string" || typeof value === "number" ? [`${key} is "${String(value).slice(0, 60)}"`] : [];
  });
}
