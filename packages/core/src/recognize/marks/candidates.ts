import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { BuiltInRecognizer, Marks } from "./recognizer.ts";

/** A recognizer and its place in the order of trial. */
interface Candidate {
  readonly place: number;
  readonly recognizer: BuiltInRecognizer;
}

/** Who is asked for a mark. */
type Index<Mark> = ReadonlyMap<Mark, readonly Candidate[]>;

/**
 * Returns a function that finds, among `recognizers` and in their order, those of which a thrown value carries a mark. Names, codes
 * and classes are looked up; fields and beginnings of texts are tried, each once for all recognizers.
 */
export function candidatesAmong(
  recognizers: readonly BuiltInRecognizer[],
): (thrown: ThrownValue) => readonly BuiltInRecognizer[] {
  const all = recognizers.map((recognizer, place) => ({ place, recognizer }));
  const names = indexed<unknown>(all, ({ names }) => names);
  const codes = indexed<unknown>(all, ({ codes }) => codes);
  const codePrefixes = indexed(all, ({ codePrefixes }) => codePrefixes);
  const messages = indexed(all, ({ messages }) => messages);
  const classes = indexed(all, ({ classes }) => classes);
  const fields = indexed(all, ({ fields }) => fields);
  const lists = all.filter(({ recognizer }) => recognizer.marks.isList);

  return (thrown) => {
    const found = new Set<Candidate>();
    addAll(found, names.get(thrown.name));
    addAll(found, codes.get(thrown.code));
    addPrefixes(found, codePrefixes, thrown.code);
    addPrefixes(found, messages, thrown.message);
    for (const name of thrown.classes) addAll(found, classes.get(name));
    for (const [key, candidates] of fields) if (thrown.field(key) !== undefined) addAll(found, candidates);
    if (thrown.isList) addAll(found, lists);
    return [...found].sort((one, other) => one.place - other.place).map(({ recognizer }) => recognizer);
  };
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

function addAll(found: Set<Candidate>, candidates: readonly Candidate[] = []): void {
  for (const candidate of candidates) found.add(candidate);
}

function addPrefixes(found: Set<Candidate>, index: Index<string>, text: unknown): void {
  if (typeof text !== "string" || text === "") return;
  for (const [prefix, candidates] of index) if (text.startsWith(prefix)) addAll(found, candidates);
}
