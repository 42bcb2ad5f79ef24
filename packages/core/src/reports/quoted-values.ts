import { isAjvEntry, upstreamMarks } from "../recognize/index.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { isList, isObject, peek, peekItems, peekList, peekNames, peekString } from "../untrusted/peek.ts";
import { wrappedErrors } from "./inner-errors.ts";
import { DATABASES, type Database, FACTS_OF_RESPONSES, FORMS, type Form, isMarked, QUOTED_FIELDS } from "./quoting.ts";

const VALUE = "[value]";
const MAX_READ = 16_000;

const MAX_DEPTH = 3;

/** How many wrapped errors are checked. Errors may wrap each other in a circle, and each of them several. */
const MAX_WRAPPED = 20;

const MIN_QUOTED = 4;

/**
 * Returns the message of a thrown value without the values of requests, responses and rows that it quotes. A library's error is identified
 * by its fields. If another program uses the same fields, part of a message is lost and nothing else. The message may still contain
 * credentials.
 */
export function messageWithoutValues(thrown: unknown, message: string): string {
  const read = message.slice(0, MAX_READ);
  const isCut = read.length < message.length;
  return withoutUrlQueries(
    withoutKnownForms(messageOfKind(thrown, withoutFields(thrown, read, 0, new Map([[thrown, read]]))), isCut),
  );
}

/** Returns the status of another service's response, if an error of an HTTP client or an SDK states it. */
export function answeredStatus(thrown: unknown): number | undefined {
  const stated = FACTS_OF_RESPONSES.map(([facts, status]) => peek(peek(thrown, facts), status));
  const status = stated.find((one) => typeof one === "number");
  if (status !== undefined) return status;
  if (upstreamMarks(thrown).length === 0 || isException(thrown)) return undefined;
  const response = peek(thrown, "response");
  return [thrown, response]
    .flatMap((value) => [peek(value, "status"), peek(value, "statusCode")])
    .find((status) => typeof status === "number");
}

/** Whether an error is an exception of NestJS, by its method. These are the service's own, but have a response too. */
function isException(thrown: unknown): boolean {
  return typeof peek(thrown, "getStatus") === "function";
}

function messageOfKind(thrown: unknown, message: string): string {
  const status = answeredStatus(thrown);
  if (status !== undefined) return messageOfAnswer(status, message);
  const known = pathsOfIssues(thrown) ?? failedAssertion(thrown, message);
  if (known !== undefined) return known;
  const [database, error] = databaseOf(thrown) ?? [];
  if (database === undefined) return message;
  return messageOfDatabase(database, error, withoutSql(message), error === thrown);
}

/** Returns a message without the values of an assertion of Node, which has made the message of them. */
function failedAssertion(thrown: unknown, message: string): string | undefined {
  const operator = peekString(thrown, "operator");
  if (operator === undefined || peek(thrown, "generatedMessage") !== true) return undefined;
  // This message has the source, and no value.
  return message.startsWith("The expression evaluated to a falsy value")
    ? undefined
    : `the assertion ${operator} failed`;
}

/** A code in the usual style of libraries: capitals and underscores, or capitalized words. */
const CODE = /^(?:[A-Z]+(?:_[A-Z0-9]+)+|(?:[A-Z]+[a-z]+)+)$/;

/** Whether an error's name or code may be shown. One that another service may have chosen must look like a code. */
export function isShownCode(thrown: unknown, code: string): boolean {
  return answeredStatus(thrown) === undefined || (code.length <= 60 && CODE.test(code));
}

/** An HTTP client's own message about a response. SDKs put the response body there. */
const OWN_WORDS = /^(?:Request failed with status code|Response code|Response status code) \d{3}/;

/** The request, which some clients add to the message. */
const REQUEST = /: ([A-Z]{3,7} https?:\/\/[\S\ufeff]+)$/;

function messageOfAnswer(status: number, message: string): string {
  const words = OWN_WORDS.exec(message)?.[0];
  if (words === undefined) return `another service answered with status ${status}`;
  const request = REQUEST.exec(message.slice(words.length))?.[1];
  return request === undefined ? words : `${words}: ${request}`;
}

/** The number of issues whose paths are shown. */
const MAX_ISSUES = 5;

/** Returns a message with the paths of a validator's issues. The validator's own messages quote what the client sent. */
function pathsOfIssues(thrown: unknown): string | undefined {
  const issuesIn = (key: string) => peekList(peek(thrown, key), MAX_ISSUES);
  const issues = issuesIn("issues") ?? issuesIn("arkErrors") ?? superstructIn(thrown);
  const joi = issues ?? (peek(thrown, "_original") === undefined ? undefined : issuesIn("details"));
  const yup = joi ?? (peek(thrown, "value") === undefined ? undefined : issuesIn("inner"));
  const elysia = yup ?? (peek(thrown, "validator") === undefined ? undefined : peekEntry(thrown, "valueError"));
  const found = elysia ?? (peek(thrown, "validationContext") === undefined ? undefined : issuesIn("validation"));
  // Under Fastify they may be of any validator. ajv's own messages quote the schema alone.
  if (found !== undefined && elysia === undefined && found.every(isAjvEntry)) return undefined;
  const paths = found?.map(pathOf).filter((path) => path !== "") ?? pathsOfMongoose(thrown) ?? pathsOfTsoa(thrown);
  if (paths === undefined) return undefined;
  return paths.length === 0 ? "a value does not fit its schema" : `values do not fit their schema: ${paths.join(", ")}`;
}

/** Superstruct's error is its first issue. */
function superstructIn(thrown: unknown): readonly unknown[] | undefined {
  return typeof peek(thrown, "failures") === "function" && isList(peek(thrown, "branch")) ? [thrown] : undefined;
}

/** Mongoose has an object of errors by their paths, or a single error with the properties of what it checked. */
function pathsOfMongoose(thrown: unknown): readonly string[] | undefined {
  const path = peekString(peek(thrown, "properties"), "path");
  if (path !== undefined && path === peek(thrown, "path")) return [path.slice(0, 80)];
  const errors = peek(thrown, "errors");
  if (!isObject(errors) || isList(errors)) return undefined;
  const paths = peekNames(errors, MAX_ISSUES);
  const isOfPath = (key: string) => ["path", "errors"].some((field) => peek(peek(errors, key), field) !== undefined);
  return paths.length > 0 && paths.every(isOfPath) ? paths.map((one) => one.slice(0, 80)) : undefined;
}

/** On Koa, tsoa makes the message of the fields that it refuses, with their values. */
function pathsOfTsoa(thrown: unknown): readonly string[] | undefined {
  const fields = peek(thrown, "name") === "ValidateError" ? peek(thrown, "fields") : undefined;
  return fields === undefined ? undefined : peekNames(fields, MAX_ISSUES).map((one) => one.slice(0, 80));
}

function peekEntry(value: unknown, key: string): readonly unknown[] | undefined {
  const entry = peek(value, key);
  return entry === undefined ? undefined : [entry];
}

function pathOf(issue: unknown): string {
  const path = peekString(issue, "instancePath") ?? peek(issue, "path");
  if (typeof path === "string") return path.slice(0, 80);
  return peekItems(path, 8)
    .map((step) => (typeof step === "object" ? peek(step, "key") : step))
    .filter((step) => typeof step === "string" || typeof step === "number")
    .map((step) => String(step).slice(0, 40))
    .join(".");
}

/** Returns the database whose libraries make such errors, and the error with its marks: the given one, or one that it wraps. */
function databaseOf(thrown: unknown): readonly [Database, unknown] | undefined {
  const depths = new Map([[thrown, 0]]);
  for (const [error, depth] of depths) {
    const database = Object.values(DATABASES).find((one) => isMarked(error, one));
    if (database !== undefined) return [database, error];
    for (const inner of depth < MAX_DEPTH ? wrappedErrors(error) : []) {
      if (depths.size < MAX_WRAPPED && !depths.has(inner)) depths.set(inner, depth + 1);
    }
  }
  return undefined;
}

/** @param isOwn Whether the message is the database's, and not that of an error around it. */
function messageOfDatabase(database: Database, error: unknown, message: string, isOwn: boolean): string {
  const code = database.code?.(error);
  if (isOwn && database.isRaised?.(code, error) === true)
    return `a function of the database raised ${code ?? "an error"}`;
  if (database.isNaming?.(code) === true) return message;
  const essence = database.essence?.(message) ?? message;
  const place = database.place?.exec(essence);
  return place == null
    ? without(essence, database.value)
    : `${without(essence.slice(0, place.index), database.value)}${place[0]}`;
}

const SQL = /^\s*(?:insert|update|delete|select|with|merge|replace|call|alter|create|drop)\b/i;

/** Removes the statement with its values, which query builders put before the driver's message. */
function withoutSql(message: string): string {
  const end = SQL.test(message) ? message.lastIndexOf(" - ") : -1;
  return end < 0 ? message : message.slice(end + " - ".length);
}

/** Replaces everything from the first mark to the last. */
function without(text: string, quote: RegExp): string {
  const marks = [...text.matchAll(quote)];
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return text;
  return `${text.slice(0, first.index)}${VALUE}${last === first ? "" : text.slice(last.index + last[0].length)}`;
}

/**
 * Returns a message without the strings in the error's own fields, and without the values that inner errors quote.
 *
 * @param known The messages of inner errors that have been read, without their values.
 */
function withoutFields(thrown: unknown, message: string, depth: number, known: Map<unknown, string>): string {
  let clean = withoutOwnFields(thrown, message);
  for (const inner of depth < MAX_DEPTH ? wrappedErrors(thrown) : []) {
    const text = peekString(inner, "message");
    if (text === undefined || text.length < MIN_QUOTED || !clean.includes(text)) continue;
    if (!known.has(inner) && known.size < MAX_WRAPPED) {
      // It may wrap itself.
      known.set(inner, text);
      known.set(inner, messageOfKind(inner, withoutFields(inner, text, depth + 1, known)));
    }
    const isHarmless = () => [...known.values()].includes(text);
    clean = replaced(clean, text, known.get(inner) ?? (isHarmless() ? text : VALUE));
  }
  return clean;
}

function withoutOwnFields(thrown: unknown, message: string): string {
  let clean = message;
  for (const [key, beside] of QUOTED_FIELDS) {
    const text = beside === undefined || peek(thrown, beside) !== undefined ? decodedText(peek(thrown, key)) : "";
    // An error that only repeats its message in a field quotes nothing.
    const isRepeated = text === message && (!key.startsWith("response") || isException(thrown));
    if (text.length >= MIN_QUOTED && !isRepeated) clean = replaced(clean, text, `[${key}]`);
  }
  return clean;
}

/** Replaces each occurrence of a string. If the text would become too long, it becomes the replacement alone. */
function replaced(text: string, part: string, by: string): string {
  const pieces = text.split(part);
  return text.length + (pieces.length - 1) * (by.length - part.length) > 2 * MAX_READ ? by : pieces.join(by);
}

/** Returns a field's text. A program's output may be bytes. */
function decodedText(field: unknown): string {
  if (typeof field === "string") return field;
  if (!ArrayBuffer.isView(field)) return "";
  return tryOr(
    () =>
      new TextDecoder().decode(new Uint8Array(field.buffer, field.byteOffset, Math.min(field.byteLength, MAX_READ))),
    "",
  );
}

/** @param isCut Whether the end of the message is missing, and so perhaps the form after a value. */
function withoutKnownForms(text: string, isCut: boolean): string {
  const plain = text.replace(ESCAPED_QUOTE, "");
  const clean = Object.values(FORMS)
    .flat()
    .reduce((message, form) => withoutForm(message, form, isCut), plain);
  return clean === plain ? text : clean;
}

/** The backslashes before a quote, in a message that was written as JSON. */
const ESCAPED_QUOTE = /(?<!\\)\\+(?=["'])/g;

/** What stands for a value that is already gone. */
const GONE = /^\[\w{4,12}\]\s*$/;

function withoutForm(message: string, { before, after, skipTo = "" }: Form, isCut: boolean): string {
  const start = before.exec(message);
  const found = start === null ? -1 : message.indexOf(skipTo, start.index + start[0].length);
  if (found < 0) return message;
  const from = found + skipTo.length;
  const rest = message.slice(from);
  const end = after === undefined ? rest.length : (lastMatch(rest, after) ?? (isCut ? rest.length : undefined));
  return end === undefined || GONE.test(rest) ? message : `${message.slice(0, from)}${VALUE}${rest.slice(end)}`;
}

/** Returns the index of the last match of a form, because a value may contain the same words. */
function lastMatch(text: string, form: RegExp): number | undefined {
  return [...text.matchAll(new RegExp(form, "g"))].at(-1)?.index;
}

/** A byte order mark counts as white space, but it shows nothing: a URL goes on after it. */
const WORD = /[\S\ufeff]+/g;

/** Removes the queries of URLs and paths from a string, as for a report's path. */
function withoutUrlQueries(text: string): string {
  return text.replace(WORD, (word) => {
    const start = word.indexOf("/");
    const length = start < 0 ? -1 : word.slice(start).search(/[?#]/);
    const isQuery = length >= 0 && (word.includes("://") || word.includes("=", start + length));
    return isQuery ? `${word.slice(0, start + length)}?[query]` : word;
  });
}
