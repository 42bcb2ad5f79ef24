import { isObject } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { BuiltInRecognizer, Marks } from "./recognizer.ts";

/** A recognizer and its position in the order in which they are tried. */
interface Candidate {
  readonly place: number;
  readonly recognizer: BuiltInRecognizer;
}

type Index<Mark> = ReadonlyMap<Mark, readonly Candidate[]>;

/**
 * Returns a function that finds the recognizers whose marks a thrown value carries, in the order of `recognizers`. Names, codes and classes
 * are looked up; fields and prefixes are checked, each once for all recognizers.
 */
export function candidatesAmong(
  recognizers: readonly BuiltInRecognizer[],
): (thrown: ThrownValue) => readonly BuiltInRecognizer[] {
  const all = recognizers.map((recognizer, place) => ({ place, recognizer }));
  const names = indexed<unknown>(all, ({ names }) => names);
  const codes = indexed<unknown>(all, ({ codes }) => codes);
  const codePrefixes = byFirstUnit(indexed(all, ({ codePrefixes }) => codePrefixes));
  const messages = byFirstUnit(indexed(all, ({ messages }) => messages));
  const classes = indexed(all, ({ classes }) => classes);
  const fields = indexed(all, ({ fields }) => fields);
  const keys = [...fields.keys()];
  const lists = all.filter(({ recognizer }) => recognizer.marks.isList);

  return (thrown) => {
    const found: Candidate[] = [];
    const ofName = names.get(thrown.name);
    const ofCode = codes.get(thrown.code);
    // Most values are asked for in vain. Then nothing is spread.
    if (ofName !== undefined) found.push(...ofName);
    if (ofCode !== undefined) found.push(...ofCode);
    addPrefixes(found, codePrefixes, thrown.code);
    addPrefixes(found, messages, thrown.message);
    for (let index = 0; index < thrown.classes.length; index += 1) {
      const ofClass = classes.get(thrown.classes[index] as string);
      if (ofClass !== undefined) found.push(...ofClass);
    }
    addFields(found, fields, keys, thrown);
    if (thrown.isList) found.push(...lists);
    return found.length === 0 ? NONE : inOrder(found);
  };
}

const NONE: readonly BuiltInRecognizer[] = [];

function inOrder(found: readonly Candidate[]): readonly BuiltInRecognizer[] {
  return [...new Set(found)].sort((one, other) => one.place - other.place).map(({ recognizer }) => recognizer);
}

/** Adds the candidates for the fields that a thrown value has. Few values have any, and reading one costs more than checking for it. */
function addFields(
  found: Candidate[],
  fields: Index<PropertyKey>,
  keys: readonly PropertyKey[],
  { value, field }: ThrownValue,
): void {
  if (!isObject(value)) return;
  // A loop by index, because an iterator makes an object for each field.
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as PropertyKey;
    try {
      if (!(key in value)) continue;
      // If a changed `Error.prototype` has the field, every error inherits it, so it proves nothing.
      if (Object.hasOwn(Error.prototype, key) && !Object.hasOwn(value, key)) continue;
      if (field(key) !== undefined) found.push(...(fields.get(key) ?? NOBODY));
    } catch {
      // A proxy that throws has none.
    }
  }
}

/** Prefixes by their first code unit, so that a string is compared with only a few of them. */
type Beginnings = ReadonlyMap<number, readonly Prefix[]>;
type Prefix = { readonly prefix: string; readonly candidates: readonly Candidate[] };

const NO_PREFIXES: readonly Prefix[] = [];

function byFirstUnit(index: Index<string>): Beginnings {
  const prefixes = [...index].map(([prefix, candidates]) => ({ prefix, candidates }));
  const units = new Set(prefixes.map(({ prefix }) => prefix.charCodeAt(0)));
  return new Map([...units].map((unit) => [unit, prefixes.filter(({ prefix }) => prefix.charCodeAt(0) === unit)]));
}

function indexed<Mark>(all: readonly Candidate[], marksOf: (marks: Marks) => readonly Mark[] | undefined): Index<Mark> {
  const index = new Map<Mark, Candidate[]>();
  for (const candidate of all) {
    for (const mark of marksOf(candidate.recognizer.marks) ?? []) {
      index.set(mark, [...(index.get(mark) ?? []), candidate]);
    }
  }
  return index;
}

const NOBODY: readonly Candidate[] = [];

function addPrefixes(found: Candidate[], index: Beginnings, text: unknown): void {
  if (typeof text !== "string") return;
  const prefixes = index.get(text.charCodeAt(0)) ?? NO_PREFIXES;
  for (let at = 0; at < prefixes.length; at += 1) {
    const { prefix, candidates } = prefixes[at] as Prefix;
    if (text.startsWith(prefix)) found.push(...candidates);
  }
}
