import type { AdoptionSummary } from "@uhp-errors/core/adoption";
import { isRecord } from "@uhp-errors/core/internal";
import { printable } from "../reports/escape.ts";
import { FATES, OUTCOMES } from "./wording.ts";

/** What a value must be: of one of these types, one of these strings, a list, or an object with at least these fields. */
type Shape = string | ReadonlySet<unknown> | readonly [Shape] | { readonly [name: string]: Shape };

const NUMBER = "number";
const STRING = "string";

type Change = AdoptionSummary["routes"][number]["changes"][number];

const SOURCES = new Set<Change["source"]>(["thrown", "written", "refused"]);

const CHANGE = {
  count: NUMBER,
  source: SOURCES,
  thrown: "string|null",
  isUnknown: "boolean",
  before: { status: NUMBER, mediaType: "string|null", text: STRING },
  after: { status: NUMBER, code: STRING, message: STRING },
  sentence: new Set(Object.keys(FATES)),
} satisfies Shape;

const SUMMARY = {
  failures: NUMBER,
  sameStatus: NUMBER,
  sentences: { kept: NUMBER, partly: NUMBER, lost: NUMBER, none: NUMBER },
  routes: [{ method: STRING, route: STRING, isPattern: "boolean", count: NUMBER, changes: [CHANGE], notKept: NUMBER }],
  otherProtocols: [{ replaced: STRING, line: STRING, routes: [STRING] }],
  unknownClasses: [{ name: STRING, line: STRING, count: NUMBER, statuses: [NUMBER], codes: [STRING] }],
  mistakes: [{ text: STRING, count: NUMBER }],
  otherReports: [{ outcome: new Set(Object.keys(OUTCOMES)), count: NUMBER }],
  exposesMessages: "boolean",
  notKept: { failures: NUMBER, findings: NUMBER },
} satisfies { readonly [Name in keyof AdoptionSummary]: Shape };

/** Reads the JSON of an adoption report. All its strings become safe to print. @throws TypeError for any other value */
export function summaryIn(value: unknown): AdoptionSummary {
  if (!fits(value, SUMMARY)) throw new TypeError("expected what `JSON.stringify(adoption.json())` wrote");
  return JSON.parse(JSON.stringify(value), (_name, part) => (typeof part === "string" ? printable(part) : part));
}

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === "string") return shape.split("|").includes(value === null ? "null" : typeof value);
  if (shape instanceof Set) return shape.has(value);
  if (isList(shape)) return Array.isArray(value) && value.every((one) => fits(one, shape[0]));
  return isRecord(value) && Object.entries(shape).every(([name, part]) => fits(value[name], part));
}

function isList(shape: object): shape is readonly [Shape] {
  return Array.isArray(shape);
}
