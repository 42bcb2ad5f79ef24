import { classesOf } from "../untrusted/classes.ts";
import { inheritsError, isNativeError, peek } from "../untrusted/peek.ts";

/** What an error states about itself if no recognizer knows its class. */
export interface UnknownError {
  /** The service's own class that is nearest to `Error`. The name may contain anything. */
  readonly className: string;
  readonly status: number | undefined;
  /** Its own code, if it looks like one. */
  readonly code: string | undefined;
}

const MAX_NAME = 300;

/** Returns the name of a thrown value's class, or else its type. The name may contain anything. Never throws. */
export function classNameOf(thrown: unknown): string {
  const [className = ""] = classesOf(thrown);
  return (className || (thrown === null ? "null" : typeof thrown)).slice(0, MAX_NAME);
}

/**
 * Returns what the contract needs to recognize the class of an error; `undefined` if the error has no class of its own, or none of the
 * fields that decide the response. Never throws.
 */
export function readUnknownError(thrown: unknown): UnknownError | undefined {
  if (!isNativeError(thrown) && !inheritsError(thrown)) return undefined;
  const classes = classesOf(thrown);
  const end = classes.findIndex(isOfPlatform);
  // `recognizeClass` also knows subclasses, so the class nearest to `Error` is enough.
  const className = classes.slice(0, end < 0 ? undefined : end).findLast((name) => name !== "");
  const status = [peek(thrown, "status"), peek(thrown, "statusCode")].find(isStatus);
  const code = codeOf(peek(thrown, "code"));
  if (className === undefined || (status === undefined && code === undefined)) return undefined;
  return { className: className.slice(0, MAX_NAME), status, code };
}

/**
 * Whether a class of the platform has this name. `recognizeClass` refuses those. A service's own globals are enumerable, unlike the
 * platform's.
 */
function isOfPlatform(name: string): boolean {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.enumerable === false;
}

function isStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599;
}

/** A code as programs write it, not a sentence. */
const CODE = /^[A-Za-z][\w.-]{0,39}$/;

function codeOf(value: unknown): string | undefined {
  return typeof value === "string" && CODE.test(value) ? value : undefined;
}

/** A name that can appear in code without quotes. */
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Returns the line for the option `recognize` that makes the contract recognize a class. */
export function recognizeLine(className: string, codes: readonly string[]): string {
  const named = IDENTIFIER.test(className) ? className : "TheClass";
  if (codes.length === 0) return `recognizeClass(${named})`;
  const keys = codes.map((code) => (IDENTIFIER.test(code) ? code : JSON.stringify(code)));
  return `recognizeClass(${named}, { byCode: { ${keys.map((key) => `${key}: "…"`).join(", ")} } })`;
}
