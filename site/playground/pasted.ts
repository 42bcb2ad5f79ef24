import { isObject, type JsonObject, parsed } from "./json.ts";
import { type Printed, readPrinted, readValue, rebuilt } from "./printed.ts";

/** What was pasted, if it is an error of a program for Node. */
export interface PastedError extends Printed {
  /** Printed by Node with its fields, as JSON, in a line of a log, or only a stack. */
  readonly form: "printed" | "json" | "log" | "stack";
  /** Whether it states its name: JSON leaves out a name that a class has. */
  readonly isNamed: boolean;
  /** The error, or the list or the object that was thrown instead of one, with all that was pasted. */
  readonly value: object;
}

/** An error of a program in another language. */
export interface OtherLanguage {
  readonly form: "language";
  readonly language: string;
}

/** How other languages print an error. */
const LANGUAGES: readonly (readonly [language: string, prints: RegExp])[] = [
  ["Python", /^Traceback \(most recent call last\):|^[ \t]*File "[^"\n]+", line \d+/m],
  ["Java", /^[ \t]*at [\w$.]+\.[\w$<>]+\((?:\w+\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)/m],
  ["Go", /^goroutine \d+ \[|^panic: /m],
  ["Ruby", /\.rb:\d+:in [`']/],
  ["PHP", /\.php(?::\d|\(\d)|^PHP [\w ]+:|\bin \S+\.php on line \d/m],
  ["C#", /\.cs:line \d/],
  ["Rust", /^thread '.*panicked at /m],
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: it begins each color of a terminal
const COLORS = /\u001B\[[\d;]*m/g;

/** Longer texts are cut, so that a whole log cannot stop the page. */
const MAX_LENGTH = 200_000;

/** Finds out what was pasted; `undefined` if no error can be found in it. Never throws. */
export function readPasted(text: string): PastedError | OtherLanguage | undefined {
  const clean = text.slice(0, MAX_LENGTH).replaceAll(COLORS, "").replaceAll("\r\n", "\n").trim();
  const json = parsed(clean) ?? lineOfLog(clean);
  if (json !== undefined) return ofJson(json);
  const language = LANGUAGES.find(([, prints]) => prints.test(clean))?.[0];
  if (language !== undefined) return { form: "language", language };
  const thrown = /^(?:<ref \*\d+> )?(?:[A-Z]\w*(?:\(\d+\))? )?[[{]\s/.test(clean) ? readValue(clean) : undefined;
  if (typeof thrown === "object" && thrown !== null) return ofValue(thrown, "printed");
  const printed = readPrinted(clean);
  if (printed === undefined) return undefined;
  const form = Object.keys(printed.fields).length > 0 || clean.startsWith("[") ? "printed" : "stack";
  return { ...printed, form, isNamed: true, value: rebuilt(printed) };
}

/** A list or an object that was thrown as it is. */
function ofValue(value: object, form: PastedError["form"]): PastedError {
  return { form, name: "", message: "", fields: isObject(value) ? value : {}, isNamed: false, value };
}

/** The last line with an error in it. */
function lineOfLog(text: string): JsonObject | undefined {
  const lines = text.split("\n").flatMap((line) => {
    const value = line.startsWith("{") ? parsed(line) : undefined;
    return isObject(value) ? [value] : [];
  });
  return lines.findLast((line) => loggedIn(line) !== undefined) ?? lines[0];
}

/** The fields in which loggers write an error. */
const OF_LOGS = ["err", "error", "exception"];

function loggedIn(line: JsonObject): JsonObject | undefined {
  const isLine = ["level", "msg", "time", "timestamp", "severity"].some((key) => key in line);
  return isLine ? OF_LOGS.map((key) => line[key]).find((value) => isObject(value)) : undefined;
}

function ofJson(json: unknown): PastedError | undefined {
  if (Array.isArray(json)) return ofValue(json, "json");
  if (!isObject(json)) return undefined;
  const logged = loggedIn(json);
  const { name, message, stack, ...fields } = logged ?? json;
  const printed = typeof stack === "string" ? readPrinted(stack) : undefined;
  const { type, ...others } = fields;
  // pino writes the name of the class as `type`.
  const isType = logged !== undefined && typeof type === "string";
  const named = [name, isType ? type : undefined, printed?.name].find((one) => typeof one === "string");
  const read: Printed = {
    name: named ?? "Error",
    message: typeof message === "string" ? message : (printed?.message ?? ""),
    fields: { ...printed?.fields, ...(isType ? others : fields) },
  };
  return { ...read, form: logged === undefined ? "json" : "log", isNamed: named !== undefined, value: rebuilt(read) };
}
