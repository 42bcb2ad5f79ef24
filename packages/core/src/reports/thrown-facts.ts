import type { Sanitizer } from "../sanitizer/index.ts";
import { attempt } from "../untrusted/attempt.ts";
import { classesOf } from "../untrusted/classes.ts";
import { isObject, peek, peekList, peekString } from "../untrusted/peek.ts";
import { ownFrame, stackFrames } from "./own-frame.ts";
import { isShownCode, messageWithoutValues } from "./quoted-values.ts";
import { visible, visibleLines } from "./visible.ts";

/**
 * The printed facts of a thrown value or of one of its causes. No string contains a credential that a rule of the sanitizer recognizes, or
 * a value of a request, a response or a row that the error is known to quote. All strings have a limited length and are safe to print.
 */
export interface ThrownFacts {
  /** The error's name, or the name of its class or type. */
  readonly name: string;
  /** Its own code, such as `"ECONNREFUSED"`. */
  readonly code: string | undefined;
  readonly message: string;
  /** Where it was made, in the service's own code if that is known. */
  readonly at: string | undefined;
}

/** The most causes that are printed. */
const MAX_CAUSES = 5;

/** UTF-16 code units that are kept of each string. */
const LIMITS = { name: 80, code: 80, message: 1_000, frame: 300, stack: 4_000 };

/** UTF-16 code units that are examined for each one that is kept. */
const LOOKED = 4;

/** UTF-16 code units that are always examined: a credential with invisible characters in it is several times as long as it looks. */
const MIN_LOOKED = 1_000;

/** Removes the credentials from a string and limits its length. */
type Clean = (text: string, limit: number) => string;

/** Returns the facts of a thrown value and of its causes, nearest first. Never throws, whatever the value is. */
export function factsOf(thrown: unknown, sanitizer: Sanitizer): readonly [ThrownFacts, ...ThrownFacts[]] {
  const clean = cleaner(sanitizer);
  const facts: [ThrownFacts, ...ThrownFacts[]] = [factsOfOne(thrown, clean)];
  const seen = new Set<unknown>([thrown]);
  let cause = causeOf(thrown);
  while (cause !== undefined && !seen.has(cause) && facts.length <= MAX_CAUSES) {
    seen.add(cause);
    facts.push(factsOfOne(cause, clean));
    cause = causeOf(cause);
  }
  return facts;
}

/**
 * Returns the stack of a thrown value: its name and message as they are printed, and the frames. `undefined` if it has no stack. Never
 * throws.
 */
export function stackOf(thrown: unknown, { name, message }: ThrownFacts, sanitizer: Sanitizer): string | undefined {
  const stack = peekString(thrown, "stack");
  if (stack === undefined) return undefined;
  const frames = stackFrames(stack, rawMessage(thrown), LIMITS.stack).map((frame) => `\n    at ${frame}`);
  return visibleLines(`${headed(name, message)}${cleaner(sanitizer)(frames.join(""), LIMITS.stack)}`, LIMITS.stack);
}

/** Formats an error as one line: its name, its code and its message. */
export function textOf({ name, code, message }: ThrownFacts): string {
  return headed(code === undefined ? name : `${name} [${code}]`, message);
}

function headed(name: string, message: string): string {
  return message === "" ? name : `${name}: ${message}`;
}

/** Returns a string without credentials, on one line. */
export function cleanLine(text: string, limit: number, sanitizer: Sanitizer): string {
  return visible(cleaner(sanitizer)(text, limit), limit);
}

function cleaner(sanitizer: Sanitizer): Clean {
  return (text, limit) => {
    const looked = upToSpace(text, Math.max(limit * LOOKED, MIN_LOOKED));
    const clean = logText(sanitizer, looked);
    return looked.length < text.length ? `${clean}…` : clean;
  };
}

/** Removes the credentials from a string. A sanitizer not made by `createSanitizer` may throw, or return a value that is not a string. */
function logText(sanitizer: Sanitizer, text: string): string {
  const clean: unknown = attempt(
    () => sanitizer.logText(text),
    () => "",
  );
  return typeof clean === "string" ? clean : "";
}

/** Returns the beginning of a string, cut between two words if it has several. No rule may recognize half of a credential. */
function upToSpace(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length);
  const space = beginning.search(/\s\S*$/);
  return space < 0 ? beginning : beginning.slice(0, space);
}

/**
 * Returns the cause of an error. For an `AggregateError`, which is thrown when all of several attempts fail, this is the first of its
 * errors.
 */
function causeOf(value: unknown): unknown {
  return peek(value, "cause") ?? peekList(peek(value, "errors"), 1)?.[0];
}

function rawMessage(value: unknown): string {
  return peekString(value, "message") ?? "";
}

function factsOfOne(value: unknown, clean: Clean): ThrownFacts {
  const line = (text: string, limit: number) => visible(clean(text, limit), limit);
  if (!isObject(value)) {
    const text = messageWithoutValues(value, primitiveText(value));
    return { name: typeOf(value), code: undefined, message: line(text, LIMITS.message), at: undefined };
  }
  const message = rawMessage(value);
  const frame = ownFrame(peekString(value, "stack") ?? "", message);
  const code = ownCode(value);
  return {
    name: line(ownName(value), LIMITS.name),
    code: code === undefined ? undefined : line(code, LIMITS.code),
    message: line(messageWithoutValues(value, message), LIMITS.message),
    at: frame === undefined ? undefined : line(frame, LIMITS.frame),
  };
}

function ownName(value: object): string {
  const name = peekString(value, "name");
  const [className = ""] = classesOf(value);
  const isOwn = name !== undefined && name !== "" && isShownCode(value, name);
  return (isOwn ? name : className) || typeof value;
}

function ownCode(value: object): string | undefined {
  const code = peek(value, "code") ?? peek(value, "errorCode");
  if (typeof code === "number") return String(code);
  return typeof code === "string" && isShownCode(value, code) ? code : undefined;
}

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** The largest integer that is written out, because the time to write one grows faster than its length. */
const LONG = 2n ** 64n;

function primitiveText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "bigint" && (value > LONG || value < -LONG) ? "a very large number" : String(value);
}
