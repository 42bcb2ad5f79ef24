import { readdirSync, readFileSync } from "node:fs";
import { type Entry, type Hold, KINDS, type Labelled } from "./entry.ts";
import { expand } from "./secrets.ts";
import { synthetic } from "./synthetic.ts";

export type { Entry } from "./entry.ts";

const MESSAGES = new URL("messages/", import.meta.url);
const SYNTHETIC_SEED = 20_261_121;
const SYNTHETIC_COUNT = 3_000;

/**
 * The whole corpus: the entries of `messages/*.jsonl` by file name, then the synthetic ones, with every secret filled
 * in. The same on every call. Throws an Error that names the file, the line and the mistake when an entry has an
 * unknown kind, a value that does not occur in its text, no source, or an id that an earlier one has.
 */
export function loadCorpus(): Entry[] {
  const places = new Map<string, string>();
  const add = (value: unknown, origin: string, line: number): Entry => {
    const place = `${origin}:${line}`;
    try {
      const entry = { ...checked(value), origin };
      const earlier = places.get(entry.id);
      if (earlier !== undefined) throw new Error(`the id ${entry.id} is already at ${earlier}`);
      places.set(entry.id, place);
      return entry;
    } catch (error) {
      throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const written = readdirSync(MESSAGES)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => lines(name).map(({ text, number }) => add(parsed(text), name, number)));
  const made = synthetic(SYNTHETIC_SEED, SYNTHETIC_COUNT).map((entry, index) => add(entry, "synthetic", index + 1));
  return [...written, ...made];
}

function lines(name: string): { text: string; number: number }[] {
  return readFileSync(new URL(name, MESSAGES), "utf8")
    .split("\n")
    .map((text, index) => ({ text, number: index + 1 }))
    .filter(({ text }) => text.trim() !== "");
}

/** What a line holds; a mistake in it is left to `checked`, which knows no value but an object. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return "not JSON";
  }
}

function checked(value: unknown): Labelled {
  if (!isRecord(value)) throw new Error("not a JSON object");
  const text = expand(filled(value, "text"));
  const holds = value["holds"];
  if (!Array.isArray(holds)) throw new Error("holds is not a list");
  return {
    id: filled(value, "id"),
    source: filled(value, "source"),
    text,
    holds: holds.map((hold) => checkedHold(hold, text)),
  };
}

function checkedHold(hold: unknown, text: string): Hold {
  if (!isRecord(hold)) throw new Error("a hold is not an object");
  const kind = KINDS.find((known) => known === hold["kind"]);
  if (kind === undefined) throw new Error(`the kind ${JSON.stringify(hold["kind"])} is unknown`);
  const value = expand(filled(hold, "value"));
  if (!text.includes(value)) throw new Error(`the ${kind} ${JSON.stringify(value)} does not occur in the text`);
  const { unmarked } = hold;
  if (unmarked !== undefined && unmarked !== true) throw new Error("unmarked is true or absent");
  return { kind, value, ...(unmarked === true ? { unmarked } : {}) };
}

function filled(record: Record<string, unknown>, name: string): string {
  const value = record[name];
  if (typeof value !== "string" || value.trim() === "") throw new Error(`${name} is missing`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
