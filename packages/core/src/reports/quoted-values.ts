import { isAjvEntry, upstreamMarks } from "../recognize/index.ts";
import { peek, peekList, peekString } from "../untrusted/peek.ts";

/** Replaces a quoted value in a message. */
const VALUE = "[value]";

/** Fields in which an error keeps another program's output, which its message may quote. */
const QUOTED_FIELDS = ["response", "responseText", "responseBody", "body", "stdout", "stderr"];

/** Fields in which a library keeps the error that it wraps. */
const INNER_FIELDS = ["cause", "parent", "original", "driverError"];

/** UTF-16 code units of a message that are read. */
const MAX_READ = 16_000;

/** How many levels of wrapped errors are checked. */
const MAX_DEPTH = 3;

/** Shorter strings are not searched for in a message. */
const MIN_QUOTED = 4;

/**
 * Returns the message of a thrown value without the values of requests, responses and rows that it quotes. A library's error is identified
 * by its fields. If another program uses the same fields, part of a message is lost and nothing else. The message may still contain
 * credentials.
 */
export function messageWithoutValues(thrown: unknown, message: string): string {
  const read = message.slice(0, MAX_READ);
  const isCut = read.length < message.length;
  return withoutUrlQueries(withoutKnownForms(messageOfKind(thrown, withoutFields(thrown, read, 0)), isCut));
}

/** Returns the status of another service's response, if an error of an HTTP client or an SDK states it. */
export function answeredStatus(thrown: unknown): number | undefined {
  const inMetadata = peek(peek(thrown, "$metadata"), "httpStatusCode");
  if (typeof inMetadata === "number") return inMetadata;
  // NestJS exceptions have this method. They are the service's own, but have a response too.
  if (upstreamMarks(thrown).length === 0 || typeof peek(thrown, "getStatus") === "function") return undefined;
  const response = peek(thrown, "response");
  return [thrown, response]
    .flatMap((value) => [peek(value, "status"), peek(value, "statusCode")])
    .find((status) => typeof status === "number");
}

function messageOfKind(thrown: unknown, message: string): string {
  const status = answeredStatus(thrown);
  if (status !== undefined) return messageOfAnswer(status, message);
  const paths = pathsOfIssues(thrown);
  if (paths !== undefined) return paths;
  const database = databaseOf(thrown, 0);
  return database === undefined ? message : database(withoutSql(message));
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
  const isList = (key: string) => peekList(peek(thrown, key), MAX_ISSUES);
  const issues = isList("issues") ?? (peek(thrown, "_original") === undefined ? undefined : isList("details"));
  const yup = issues ?? (peek(thrown, "value") === undefined ? undefined : isList("inner"));
  const elysia = yup ?? (peek(thrown, "validator") === undefined ? undefined : peekEntry(thrown, "valueError"));
  const found = elysia ?? (peek(thrown, "validationContext") === undefined ? undefined : isList("validation"));
  // Under Fastify they may be of any validator. ajv's own messages quote the schema alone.
  if (found === undefined || (elysia === undefined && found.every(isAjvEntry))) return undefined;
  const paths = found.map(pathOf).filter((path) => path !== "");
  return paths.length === 0 ? "a value does not fit its schema" : `values do not fit their schema: ${paths.join(", ")}`;
}

function peekEntry(value: unknown, key: string): readonly unknown[] | undefined {
  const entry = peek(value, key);
  return entry === undefined ? undefined : [entry];
}

function pathOf(issue: unknown): string {
  const path = peekString(issue, "instancePath") ?? peek(issue, "path");
  if (typeof path === "string") return path.slice(0, 80);
  return (peekList(path, 8) ?? [])
    .map((step) => (typeof step === "object" ? peek(step, "key") : step))
    .filter((step) => typeof step === "string" || typeof step === "number")
    .map((step) => String(step).slice(0, 40))
    .join(".");
}

type Shown = (message: string) => string;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Returns a function that removes values from a database's message; `undefined` if no database sent it. */
function databaseOf(thrown: unknown, depth: number): Shown | undefined {
  const code = peek(thrown, "code");
  const name = peekString(thrown, "name") ?? "";
  if (typeof peek(thrown, "sqlMessage") === "string" || typeof peek(thrown, "sqlState") === "string") {
    return (message) => mysqlMessage(peek(thrown, "errno"), message);
  }
  if (typeof code === "string" && SQLSTATE.test(code) && typeof peek(thrown, "severity") === "string") {
    return (message) => postgresMessage(code, message);
  }
  const isSqlite = typeof code === "string" && (code.startsWith("SQLITE_") || code === "ERR_SQLITE_ERROR");
  if (isSqlite) return (message) => without(message, QUOTE);
  if (name.startsWith("Mongo") && typeof code === "number") return (message) => without(message, QUOTE_OR_BRACE);
  if (name.startsWith("PrismaClient")) return prismaMessage;
  const inner = depth < MAX_DEPTH ? innerErrors(thrown) : [];
  return inner.map((error) => databaseOf(error, depth + 1)).find((shown) => shown !== undefined);
}

/** Classes of SQLSTATE whose messages name tables, columns and constraints, but no values. */
const NAMING = new Set(["08", "0A", "23", "25", "26", "34", "3D", "3F", "40", "42", "53", "54", "55", "57", "58"]);

/** The SQLSTATE of a syntax error, which quotes the word where the error was found. */
const SYNTAX_ERROR = "42601";

function postgresMessage(state: string, message: string): string {
  // RAISE: the message comes from a function in the database.
  if (state.startsWith("P0")) return `a function of the database raised ${state}`;
  return NAMING.has(state.slice(0, 2)) && state !== SYNTAX_ERROR ? message : without(message, /"/g);
}

/** MySQL error numbers whose messages quote only names of columns, keys and tables. */
const MYSQL_NAMING = new Set([
  1046, 1048, 1049, 1050, 1051, 1054, 1091, 1136, 1146, 1205, 1213, 1216, 1217, 1264, 1265, 1364, 1406, 1451, 1452,
  3819, 4025,
]);

/** The end of a message that names the key or the column. */
const NAMED_PLACE = / for (?:key|column) '[\w.$-]{1,130}'(?: at row \d{1,10})?$/;

function mysqlMessage(number: unknown, message: string): string {
  // SIGNAL: the message comes from a procedure in the database.
  if (number === 1644) return "a procedure of the database raised 1644";
  if (typeof number === "number" && MYSQL_NAMING.has(number)) return message;
  const place = NAMED_PLACE.exec(message);
  if (place === null) return without(message, QUOTE);
  return `${without(message.slice(0, place.index), QUOTE)}${place[0]}`;
}

/** Returns the failed call and the last line. The lines between them show the call's arguments. */
function prismaMessage(message: string): string {
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const last = without(lines.at(-1) ?? "", QUOTE);
  return lines.length > 1 && lines[0]?.startsWith("Invalid `") ? `${lines[0]} ${last}` : last;
}

const SQL = /^\s*(?:insert|update|delete|select|with|merge|replace|call|alter|create|drop)\b/i;

/** Removes the statement with its values, which query builders put before the driver's message. */
function withoutSql(message: string): string {
  const end = SQL.test(message) ? message.lastIndexOf(" - ") : -1;
  return end < 0 ? message : message.slice(end + " - ".length);
}

/** A quotation mark. An apostrophe within a word does not count. */
const QUOTE = /"|(?<![A-Za-z])'|'(?![A-Za-z])/g;

/** The same marks and the braces around a document. */
const QUOTE_OR_BRACE = /["{}]|(?<![A-Za-z])'|'(?![A-Za-z])/g;

/** Replaces everything from the first mark to the last. */
function without(text: string, quote: RegExp): string {
  const marks = [...text.matchAll(quote)];
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return text;
  return `${text.slice(0, first.index)}${VALUE}${last === first ? "" : text.slice(last.index + 1)}`;
}

/** Returns a message without the strings in the error's own fields, and without the values that inner errors quote. */
function withoutFields(thrown: unknown, message: string, depth: number): string {
  let shown = message;
  for (const key of QUOTED_FIELDS) {
    const text = peekString(thrown, key);
    if (text !== undefined && text.length >= MIN_QUOTED) shown = shown.replaceAll(text, `[${key}]`);
  }
  if (depth >= MAX_DEPTH) return shown;
  for (const inner of innerErrors(thrown)) {
    const text = peekString(inner, "message");
    if (text === undefined || text.length < MIN_QUOTED || !shown.includes(text)) continue;
    const clean = messageOfKind(inner, withoutFields(inner, text, depth + 1));
    shown = shown.replaceAll(text, () => clean);
  }
  return shown;
}

function innerErrors(thrown: unknown): readonly unknown[] {
  return INNER_FIELDS.map((key) => peek(thrown, key)).filter((inner) => typeof inner === "object" && inner !== null);
}

/**
 * Forms of messages from runtimes and libraries that quote a value, anywhere in a string: the form before the value and the form after it.
 * They are needed because an error that was wrapped has lost its fields.
 */
const FORMS: readonly (readonly [before: RegExp, after: RegExp | undefined])[] = [
  // V8's JSON.parse.
  [/, (?:\.{3})?(?=")/, /(?<=")(?:\.{3})? is not valid JSON/],
  // The same message from JavaScriptCore.
  [/JSON Parse error: \w{1,20} \w{1,20} (?=")/, undefined],
  // A header, from fetch.
  [/Headers\.\w{1,12}: (?=")/, /(?<=") is an invalid header \w{1,10}/],
  [/(?:Failed to parse URL from|Invalid URL:?) (?=\S)/, undefined],
  [/URL that includes credentials: /, undefined],
  // Node's argument checks.
  [/ Received type \w{1,20} (?=\()/, undefined],
  [/ Received (?=['"{[])/, undefined],
  // Databases and query builders.
  [/ dup key: /, undefined],
  [/Duplicate entry (?=')/, / for key '[\w.$-]{1,130}'/],
  [/invalid input (?:syntax for type|value for enum) [\w ."]{1,80}?: (?=")/, undefined],
  [/Failed query: /, undefined],
  [/, with args beginning with: /, undefined],
  [/Cast to \w{1,40} failed for value /, / \(type \w{1,40}\)| at path "/],
];

/** @param isCut Whether the end of the message is missing, and so perhaps the form after a value. */
function withoutKnownForms(text: string, isCut: boolean): string {
  return FORMS.reduce((shown, [before, after]) => {
    const start = before.exec(shown);
    if (start === null) return shown;
    const from = start.index + start[0].length;
    const rest = shown.slice(from);
    const end = after === undefined ? rest.length : (lastMatch(rest, after) ?? (isCut ? rest.length : undefined));
    return end === undefined ? shown : `${shown.slice(0, from)}${VALUE}${rest.slice(end)}`;
  }, text);
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
