import type { CodeJson } from "../json/catalog-json.ts";
import { type Json, sameJson, shorten } from "../json/plain.ts";
import type { Change, ChangeLevel } from "./change.ts";
import { detailChanges } from "./detail.ts";

/** The facts of a code: the name in a sentence, the level of a change, and what a change means. */
const FACTS: readonly (readonly [fact: keyof CodeJson, label: string, level: ChangeLevel, meaning: string])[] = [
  ["type", "type", "major", "a client that does not know the code goes by its type"],
  ["status", "status", "major", "clients and proxies act on the status"],
  ["places", "place", "major", "clients look for it where it was"],
  ["retry", "retry rule", "major", "clients send requests again by this rule"],
  ["since", "first version", "major", "clients of a version before it see the code under another name"],
  ["message", "message", "patch", "only a text is another"],
  ["when", "`when`", "patch", "only a text is another"],
  ["docs_url", "page", "patch", "only a link is another"],
];

function readFact(code: CodeJson, fact: keyof CodeJson): Json {
  return fact === "retry" ? code.retry.rule : ((code[fact] ?? null) as Json);
}

/**
 * Returns the differences between two versions of one code.
 *
 * @param versions The protocol versions that were known before. Only their clients can see a different name.
 */
export function codeChanges(before: CodeJson, after: CodeJson, versions: readonly string[]): Change[] {
  const { code } = after;
  // Without its own `when`, a code uses its message, so there is no separate text that could change.
  const isMessage = before.when === before.message && after.when === after.message;
  const isRenamed = versions.some((version) => before.since <= version !== after.since <= version);
  const isUnseen = (fact: keyof CodeJson) => (fact === "when" && isMessage) || (fact === "since" && !isRenamed);
  const facts = FACTS.flatMap(([what, label, level, meaning]): Change[] => {
    const [was, is] = [readFact(before, what), readFact(after, what)];
    if (isUnseen(what) || sameJson(was, is)) return [];
    const sentence = `The ${label} of "${code}" was ${describeValue(was)} and is ${describeValue(is)}: ${meaning}.`;
    return [{ level, code, what, before: was, after: is, sentence }];
  });
  return [...facts, ...compareDetail(before, after)];
}

function compareDetail(before: CodeJson, after: CodeJson): Change[] {
  const { code } = after;
  if (before.detail_described !== after.detail_described) {
    const sentence = after.detail_described
      ? `The detail of "${code}" is described now, and was not: compare it by hand once.`
      : `The detail of "${code}" is not described any more: nobody can tell whether it is still the same.`;
    const level = after.detail_described ? "minor" : "major";
    return [{ level, code, what: "detail", before: before.detail, after: after.detail, sentence }];
  }
  const changes = detailChanges(before.detail ?? {}, after.detail ?? {}).map(({ sentence, ...change }) => ({
    ...change,
    code,
    sentence: `In the detail of "${code}", ${sentence}.`,
  }));
  if (changes.length > 0 || before.detail_required === after.detail_required) return changes;
  const [was, is] = [before.detail_required, after.detail_required];
  const sentence = is
    ? `An error of "${code}" must have a detail now: code that throws it without one breaks.`
    : `An error of "${code}" may have no detail now: code that reads one breaks.`;
  return [{ level: "major", code, what: "detail_required", before: was, after: is, sentence }];
}

export function describeValue(value: Json): string {
  return shorten(Array.isArray(value) ? value.join(" or ") : JSON.stringify(value));
}
