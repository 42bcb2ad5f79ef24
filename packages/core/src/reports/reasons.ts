import { upstreamMarks } from "../recognize/index.ts";
import { classesOf } from "../untrusted/classes.ts";
import { isNativeError, peek } from "../untrusted/peek.ts";
import { isShownCode } from "./quoted-values.ts";
import type { ErrorOrigin } from "./report.ts";

/** The facts about a resolved error that explain its response. */
export interface Grounds {
  readonly origin: ErrorOrigin;
  readonly recognizer: string | undefined;
  /** Whether that recognizer is one of the service's own. */
  readonly isCustom: boolean;
  /** Whether the recognizer says that the client left. */
  readonly aborted: boolean;
}

export const MAX_EXCERPT = 60;

/**
 * Makes what is shown of a field: its beginning. What is printed must be clean before it is cut, because half of a credential looks like
 * none.
 */
type Excerpt = (text: string) => string;

const beginningOf: Excerpt = (text) => text.slice(0, MAX_EXCERPT);

/** Returns sentences that explain the response to an error, the decisive one first. */
export function reasons(
  thrown: unknown,
  { origin, recognizer, isCustom, aborted }: Grounds,
  excerpt: Excerpt = beginningOf,
): string[] {
  if (origin === "catalog") return ["A catalog made it."];
  if (origin === "recognized") {
    const end = aborted ? ", as the end of a client that left" : "";
    const status = namedStatus(thrown);
    return [
      isCustom
        ? `The service's own recognizer "${recognizer}" knows it (option \`recognize\`)${end}.`
        : `The recognizer "${recognizer}" knows it${end}.`,
      ...marksOf(thrown, excerpt).map((mark) => `Its ${mark}.`),
      ...(isCustom && status !== undefined ? [`Its status is ${status}.`] : []),
      ...(aborted ? ["It is answered only when the request shows that the client is still there."] : []),
    ];
  }
  return ["No recognizer knows it, so nothing of it is trusted.", ...traits(thrown, excerpt), adviceFor(thrown)];
}

/** Classes of which the platform throws errors for mistakes in a program. */
const MISTAKES: ReadonlySet<unknown> = new Set(["TypeError", "ReferenceError", "RangeError", "SyntaxError"]);

export function adviceFor(thrown: unknown): string {
  if (thrown === undefined || thrown === null) return ADVICE_FOR_NOTHING;
  return MISTAKES.has(classesOf(thrown)[0]) ? ADVICE_FOR_MISTAKES : ADVICE;
}

const ADVICE_FOR_MISTAKES =
  "It looks like a mistake in the program: begin with the stack. If it is thrown on purpose, throw an error of the catalog with it " +
  "as the cause.";

const ADVICE_FOR_NOTHING =
  "Throw an error of the catalog, or an Error. Look for `throw undefined`, a `reject()` without a reason, and a rejection that is passed on " +
  "without its reason.";

const ADVICE =
  "If it is of a class of your own, add recognizeClass(TheClass) to the option `recognize`. Else throw an error of the catalog " +
  "with it as the cause, or add a recognizer to the option `recognize`.";

/** Returns the traits of a value that might have identified it, and why they did not. */
function traits(thrown: unknown, excerpt: Excerpt): string[] {
  if ((typeof thrown !== "object" && typeof thrown !== "function") || thrown === null) {
    return [`It is no object but ${thrown === null ? "null" : `of type ${typeof thrown}`}.`];
  }
  const found: string[] = [];
  if (!isNativeError(thrown)) found.push("It is no native Error, and parsed JSON can have any fields.");
  const marks = upstreamMarks(thrown);
  if (marks.length > 0)
    found.push(`It has marks of an HTTP client (${marks.join(", ")}): its status is another service's.`);
  const marked = marksOf(thrown, excerpt);
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

/** Describes the fields that recognizers check most. */
function marksOf(thrown: unknown, excerpt: Excerpt): string[] {
  return ["name", "code", "errorCode", "type"].flatMap((key) => {
    const value = peek(thrown, key);
    const isShown = typeof value === "number" || (typeof value === "string" && isShownCode(thrown, value));
    return isShown ? [`${key} is "${excerpt(String(value))}"`] : [];
  });
}
