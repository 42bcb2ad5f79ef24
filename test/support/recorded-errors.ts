import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { RecordedError } from "../../site/playground/recorded.ts";
import { SECRET_VALUES } from "./secrets.ts";

/** What an error shows of itself: by it, a pasted error is compared with a recorded one. */
export type Traits = Pick<RecordedError, "names" | "marks" | "text">;

/** Names that say nothing about who threw the error. */
const COMMON = new Set(["", "Error", "Object", "Array"]);

/** The fields that tell errors of one name apart. */
const MARKS = ["code", "errorCode", "errno", "errcode", "type", "syscall", "status", "statusCode"];

/** Longer beginnings of messages tell no more errors apart. */
const LONGEST = 48;

export function traitsOf(thrown: unknown): Traits {
  const read = (key: string): unknown => (Object(thrown) === thrown ? Reflect.get(thrown as object, key) : undefined);
  // A stack keeps the name that the error had when it was made.
  const [ofStack] = /^[\w$]+(?=[:\n])/.exec(String(read("stack"))) ?? [];
  const ofClass: unknown = Reflect.get(Object(read("constructor")), "name");
  const names = [read("name"), ofClass, ofStack].filter((name) => typeof name === "string" && !COMMON.has(name));
  const own = MARKS.filter((key) => Object.hasOwn(Object(thrown), key)).map((key) => [key, read(key)] as const);
  const marks = own.filter((mark): mark is [string, string | number] => isStated(mark[1]));
  return {
    names: [...new Set(names as string[])],
    marks: Object.fromEntries(marks),
    text: beginningOf(read("message")),
  };
}

function isStated(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && !isSecret(value));
}

function isSecret(text: string): boolean {
  return SECRET_VALUES.some((secret) => text.includes(secret));
}

/** The beginning of a message, up to what differs from run to run. */
function beginningOf(message: unknown): string {
  const text = typeof message === "string" ? message : "";
  const secrets = SECRET_VALUES.map((secret) => text.indexOf(secret)).filter((at) => at !== -1);
  return (text.slice(0, Math.min(...secrets, text.length)).split(/\d|\n|\/|[[{]/, 1)[0] ?? "").slice(0, LONGEST);
}

const FILE = new URL("../../site/data/foreign-errors.json", import.meta.url);

/** An error that one version of a library threw. */
export type Provoked = Omit<RecordedError, "versions"> & { readonly version: string };

/** Joins the rows of several versions that differ in nothing else. */
export function recordedFrom(provoked: readonly Provoked[]): readonly RecordedError[] {
  const rows = new Map<string, Set<string>>();
  for (const { version, ...row } of provoked) {
    const key = JSON.stringify(row);
    rows.set(key, (rows.get(key) ?? new Set()).add(version));
  }
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([key, versions]) => ({ ...JSON.parse(key), versions: byNumber([...versions]) }));
}

export function byNumber(versions: readonly string[]): readonly string[] {
  return versions.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

export function readRecorded(): readonly RecordedError[] {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : [];
}

/** Writes the errors that the site shows, and with which its playground compares what is pasted. */
export function writeRecorded(rows: readonly RecordedError[]): void {
  writeFileSync(FILE, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
}
