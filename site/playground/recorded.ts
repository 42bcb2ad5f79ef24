import type { PastedError } from "./pasted.ts";

/** An error that a library threw in a test run, and what the library answered. */
export interface RecordedError {
  readonly library: string;
  readonly versions: readonly string[];
  /** What went wrong. */
  readonly condition: string;
  /** The status and the code of the response; both are null if the error says that the client left. */
  readonly status: number | null;
  readonly code: string | null;
  /** The names of the error and its class, without those that any error has. */
  readonly names: readonly string[];
  /** The fields that tell it from others of its name. */
  readonly marks: Readonly<Record<string, string | number>>;
  /** The beginning of its message. */
  readonly text: string;
  /** What Express 5, Koa 3 and Fastify 5 send of it by themselves. */
  readonly alone: string;
}

/** Shorter beginnings of messages say nothing. */
const MIN_TEXT = 4;

/** The recorded errors that look like what was pasted. */
export function recordedLike(pasted: PastedError, recorded: readonly RecordedError[]): readonly RecordedError[] {
  const fitting = recorded.filter((row) => hasName(pasted, row) && hasMarks(pasted, row));
  const same = fitting.filter(({ text }) => text.length >= MIN_TEXT && pasted.message.startsWith(text));
  const longest = Math.max(0, ...same.map(({ text }) => text.length));
  if (longest > 0) return same.filter(({ text }) => text.length === longest);
  return fitting.filter((row) => isTold(pasted, row));
}

function hasName({ name, isNamed, fields }: PastedError, { names, marks }: RecordedError): boolean {
  if (!isNamed) return typeof fields["code"] === "string" && fields["code"] === marks["code"];
  return names.length === 0 ? name === "Error" : names.includes(name);
}

/** Fields that a recorded error lacks must be lacking here too, if they would say which error it is. */
const TELLING = ["code", "errorCode", "errno", "type"];

function hasMarks({ form, fields }: PastedError, { marks }: RecordedError): boolean {
  return [...new Set([...Object.keys(marks), ...TELLING])].every((key) => {
    const given = fields[key] ?? undefined;
    if (given === undefined) return form === "stack" || marks[key] === undefined;
    return String(given) === String(marks[key]);
  });
}

/** Names of the platform, which say nothing about who threw an error. */
const COMMON: ReadonlySet<string> = new Set([
  "Error",
  "TypeError",
  "RangeError",
  "SyntaxError",
  "AggregateError",
  "DOMException",
]);

/** Whether its name, or its code, says which library threw it. */
function isTold({ name, message, fields }: PastedError, { names, marks, text }: RecordedError): boolean {
  const isOwnName = names.includes(name) && !COMMON.has(name);
  return (
    (text.length < MIN_TEXT || message === "") &&
    (isOwnName || (marks["code"] !== undefined && marks["code"] === fields["code"]))
  );
}
