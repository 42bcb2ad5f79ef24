import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/index.ts";
import { attempt } from "../untrusted/attempt.ts";
import { classesOf } from "../untrusted/classes.ts";
import { isObject, peek, peekList, peekString } from "../untrusted/peek.ts";
import { ownFrame, stackFrames } from "./own-frame.ts";
import { isShownCode, messageWithoutValues } from "./quoted-values.ts";
import { visible, visibleLines } from "./visible.ts";

/**
 * What is printed of a thrown value or of one of its causes. No text has a credential that a rule of the sanitizer knows, nor a value
 * of a request, a response or a row that the error is known to quote. All texts are bounded and harmless to print.
 */
export interface ThrownFacts {
  /** The name of the error, of its class, or of its type. */
  readonly name: string;
  /** Its own code, such as `"ECONNREFUSED"`. */
  readonly code: string | undefined;
  readonly message: string;
  /** Where it was made, in the service's own code where that can be told. */
  readonly at: string | undefined;
}

/** Causes that are printed at most. */
const MAX_CAUSES = 5;

/** UTF-16 code units that are kept of each text. */
const LIMITS = { name: 80, code: 80, message: 1_000, frame: 300, stack: 4_000 };

/** UTF-16 code units that are looked at, for each that is kept. */
const LOOKED = 4;

/** Takes the credentials out of a text and bounds it. */
type Clean = (text: string, limit: number) => string;

/** Facts of a thrown value, and of its causes, the nearest first. Never throws, whatever the value is. */
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
 * The stack of a thrown value: its name and message as they are printed, and the frames. `undefined` when it has none. Never throws.
 */
export function stackOf(thrown: unknown, { name, message }: ThrownFacts, sanitizer: Sanitizer): string | undefined {
  const stack = peekString(thrown, "stack");
  if (stack === undefined) return undefined;
  const frames = stackFrames(stack, rawMessage(thrown), LIMITS.stack).map((frame) => `\n    at ${frame}`);
  return visibleLines(`${headed(name, message)}${cleaner(sanitizer)(frames.join(""), LIMITS.stack)}`, LIMITS.stack);
}

/** An error as one line: its name, its code and its message. */
export function textOf({ name, code, message }: ThrownFacts): string {
  return headed(code === undefined ? name : `${name} [${code}]`, message);
}

function headed(name: string, message: string): string {
  return message === "" ? name : `${name}: ${message}`;
}

/** A text without credentials, on one line. */
export function cleanLine(text: string, limit: number, sanitizer: Sanitizer): string {
  return visible(cleaner(sanitizer)(text, limit), limit);
}

function cleaner(sanitizer: Sanitizer): Clean {
  return (text, limit) => {
    const looked = upToSpace(text, limit * LOOKED);
    const clean = logText(sanitizer, looked);
    return looked.length < text.length ? `${clean}…` : clean;
  };
}

/** A text without credentials. A sanitizer that is not `createSanitizer`'s may lack the function, throw, or return what is no text. */
function logText(sanitizer: Sanitizer, text: string): string {
  const clean: unknown = attempt(
    () => (sanitizer.logText ?? DEFAULT_SANITIZER.logText)(text),
    () => "",
  );
  return typeof clean === "string" ? clean : "";
}

/** The beginning of a text, cut between two words where it has several: no rule may know half of a credential. */
function upToSpace(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length);
  const space = beginning.search(/\s\S*$/);
  return space < 0 ? beginning : beginning.slice(0, space);
}

/** What an error names as its cause. Of an `AggregateError`, which is thrown when all of several attempts fail, it is the first one. */
function causeOf(value: unknown): unknown {
  return peek(value, "cause") ?? peekList(peek(value, "errors"), 1)?.[0];
}

function rawMessage(value: unknown): string {
  return peekString(value, "message") ?? "";
}

function factsOfOne(value: unknown, clean: Clean): ThrownFacts {
  const line = (text: string, limit: number) => visible(clean(text, limit), limit);
  if (!isObject(value)) {
    const text = messageWithoutValues(value, primitiveText(value).slice(0, MAX_READ));
    return { name: typeOf(value), code: undefined, message: line(text, LIMITS.message), at: undefined };
  }
  const message = rawMessage(value);
  const frame = ownFrame(peekString(value, "stack") ?? "", message);
  const code = ownCode(value);
  return {
    name: line(ownName(value), LIMITS.name),
    code: code === undefined ? undefined : line(code, LIMITS.code),
    message: line(messageWithoutValues(value, message.slice(0, MAX_READ)), LIMITS.message),
    at: frame === undefined ? undefined : line(frame, LIMITS.frame),
  };
}

/** UTF-16 code units of a message that are read. */
const MAX_READ = 16_000;

function ownName(value: object): string {
  const name = peekString(value, "name");
  const [className = ""] = classesOf(value);
  const isOwn = name !== undefined && name !== "" && isShownCode(value, name);
  return (isOwn ? name : className) || typeof value;
}

function ownCode(value: object): string | undefined {
  const code = peek(value, "code");
  if (typeof code === "number") return String(code);
  return typeof code === "string" && isShownCode(value, code) ? code : undefined;
}

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** The longest whole number that is written out: the time that it takes grows faster than the number. */
const LONG = 2n ** 64n;

function primitiveText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "bigint" && (value > LONG || value < -LONG) ? "a very large number" : String(value);
}
