import { checkContext } from "../catalog/detail-check.ts";
import { safeDetail } from "../cleaning/safe-detail.ts";
import { isContractError } from "../errors/contract-error.ts";
import { copyDetail, type Json, type JsonObject } from "../errors/detail.ts";
import { contextIn } from "../errors/error-context.ts";
import { madeOf } from "../errors/made.ts";
import type { Sanitizer } from "../sanitizer/index.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { classesOf } from "../untrusted/classes.ts";
import { isList, isObject, peek, peekList, peekNames, peekString, prototypeOf } from "../untrusted/peek.ts";
import { causesOf, MAX_CAUSES } from "./inner-errors.ts";
import { ownFrame, stackFrames } from "./own-frame.ts";
import { answeredStatus, isShownCode, messageWithoutValues } from "./quoted-values.ts";
import { visibleLine, visibleLines } from "./visible.ts";

/**
 * The printed facts of a thrown value or of one of its causes. No string contains a credential that a rule of the sanitizer recognizes, or
 * a value of a request, a response or a row that the error is known to quote. All strings have a limited length and are safe to print.
 */
export interface ThrownFacts {
  /** The error's name, or the name of its class or type. */
  readonly name: string;
  /** Its own code, such as `"ECONNREFUSED"`. */
  readonly code: string | undefined;
  /** Its message; for an object that the service gave an error as its cause, the fields as JSON. */
  readonly message: string;
  /** Where it was made, in the service's own code if that is known. */
  readonly at: string | undefined;
  /** The `context` of an error of a catalog: its strings have a limited length, and at most 16,000 characters in all. */
  readonly context: JsonObject | undefined;
}

/** UTF-16 code units that are kept of each string. */
const LIMITS = { name: 80, code: 80, message: 1_000, frame: 300, stack: 4_000 };

const MAX_FIELDS = 50;

/** UTF-16 code units that are examined for each one that is kept. */
const EXAMINED = 4;

/** UTF-16 code units that are always examined: a credential with invisible characters in it is several times as long as it looks. */
const MIN_EXAMINED = 1_000;

/** Removes the credentials from a string and limits its length. */
type Clean = (text: string, limit: number) => string;

/**
 * Returns the facts of a thrown value and of its causes, nearest first: its own causes, then theirs. Never throws, whatever the value is.
 */
export function factsOf(thrown: unknown, sanitizer: Sanitizer): readonly [ThrownFacts, ...ThrownFacts[]] {
  const facts: [ThrownFacts, ...ThrownFacts[]] = [factsOfOne(thrown, sanitizer)];
  const seen = new Set<unknown>([thrown]);
  const holders: unknown[] = [thrown];
  for (let holder = holders.shift(); holder !== undefined; holder = holders.shift()) {
    for (const cause of causesOf(holder)) {
      if (seen.has(cause) || facts.length > MAX_CAUSES) continue;
      seen.add(cause);
      holders.push(cause);
      facts.push(factsOfOne(cause, sanitizer, fieldsOf(cause, holder, sanitizer)));
    }
  }
  return facts;
}

/**
 * Returns the fields of an object that the service itself gave an error as its cause, as JSON; `undefined` for any other. Libraries give
 * the errors of their own classes what they got from elsewhere, and an object with a message is somebody's error.
 */
function fieldsOf(cause: unknown, holder: unknown, sanitizer: Sanitizer): string | undefined {
  if (cause !== peek(holder, "cause") || !isPlain(cause) || peek(cause, "message") !== undefined) return undefined;
  if (isResult(cause)) return undefined;
  const isOwn =
    isContractError(holder) || (classesOf(holder)[0] === "Error" && peekNames(holder, MAX_FIELDS).length === 0);
  if (!isOwn) return undefined;
  const named = peekNames(cause, MAX_FIELDS).map((name) => [name, peek(cause, name)] as const);
  const fields = copyDetail(Object.fromEntries(named));
  const withoutValues = (_key: string, field: unknown) =>
    typeof field === "string" ? messageWithoutValues(undefined, field) : field;
  return fields === undefined ? undefined : JSON.stringify(safeDetail(fields, sanitizer), withoutValues);
}

/**
 * Whether an object is what a library has returned, with values that a log must not show: a failure of Standard Schema, or a response of an
 * HTTP client. Its message says what is known.
 */
function isResult(value: unknown): boolean {
  if (typeof peek(peekList(peek(value, "issues"), 1)?.[0], "message") === "string") return true;
  return answeredStatus(value) !== undefined && isObject(peek(value, "headers"));
}

function isPlain(value: unknown): boolean {
  const prototype = prototypeOf(value);
  return typeof value === "object" && !isList(value) && (prototype === null || prototypeOf(prototype) === null);
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

export function lineOf({ name, code, message }: ThrownFacts): string {
  return headed(code === undefined ? name : `${name} [${code}]`, message);
}

function headed(name: string, message: string): string {
  return message === "" ? name : `${name}: ${message}`;
}

/** Returns a string without credentials, on one line. */
export function cleanLine(text: string, limit: number, sanitizer: Sanitizer): string {
  return visibleLine(cleaner(sanitizer)(text, limit), limit);
}

function cleaner(sanitizer: Sanitizer): Clean {
  return (text, limit) => {
    const beginning = upToSpace(text, Math.max(limit * EXAMINED, MIN_EXAMINED));
    const clean = logText(sanitizer, beginning);
    return beginning.length < text.length ? `${clean}…` : clean;
  };
}

/** Removes the credentials from a string. A sanitizer not made by `createSanitizer` may throw, or return a value that is not a string. */
function logText(sanitizer: Sanitizer, text: string): string {
  const clean: unknown = tryOr(() => sanitizer.logText(text), "");
  return typeof clean === "string" ? clean : "";
}

/** Returns the beginning of a string, cut between two words if it has several. No rule may recognize half of a credential. */
function upToSpace(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length);
  const space = beginning.search(/\s\S*$/);
  return space < 0 ? beginning : beginning.slice(0, space);
}

function rawMessage(value: unknown): string {
  return peekString(value, "message") ?? "";
}

/** @param fields What is shown in place of the message. */
function factsOfOne(value: unknown, sanitizer: Sanitizer, fields?: string): ThrownFacts {
  const clean = cleaner(sanitizer);
  const line = (text: string, limit: number) => visibleLine(clean(text, limit), limit);
  if (!isObject(value)) {
    const text = messageWithoutValues(value, primitiveText(value));
    return {
      name: typeOf(value),
      code: undefined,
      message: line(text, LIMITS.message),
      at: undefined,
      context: undefined,
    };
  }
  const message = rawMessage(value);
  const frame = ownFrame(String(peekString(value, "stack")), message);
  const code = ownCode(value);
  return {
    name: line(ownName(value), LIMITS.name),
    code: code === undefined ? undefined : line(code, LIMITS.code),
    message: line(fields ?? messageWithoutValues(value, message), LIMITS.message),
    at: frame === undefined ? undefined : line(frame, LIMITS.frame),
    context: contextOf(value, sanitizer),
  };
}

/** Cleans as for a log: paths, hosts and frames stay. */
function contextOf(value: object, sanitizer: Sanitizer): JsonObject | undefined {
  const context = copyDetail(contextIn(value));
  if (context === undefined) return undefined;
  const forLogs = { ...sanitizer, detailText: (text: string) => sanitizer.logText(text) };
  const made = madeOf(value);
  const given = made?.givenContext;
  const clean = given && safeDetail(given, forLogs);
  // A schema may cut or encode a secret, and no rule recognizes the rest.
  const checked =
    made === undefined || clean === given ? context : checkContext(made.code, made.definition, clean).context;
  return checked && (printable(safeDetail(checked, forLogs)) as JsonObject);
}

function printable(json: Json): Json {
  if (typeof json === "string") return visibleLine(messageWithoutValues(undefined, json), LIMITS.message);
  if (Array.isArray(json)) return json.map(printable);
  if (!isObject(json)) return json;
  const name = (key: string) => visibleLine(messageWithoutValues(undefined, key), LIMITS.name);
  return Object.fromEntries(Object.entries(json).map(([key, field]) => [name(key), printable(field)]));
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
