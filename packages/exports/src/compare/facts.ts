import type { CodeJson } from "../json/catalog-json.ts";
import { type Json, sameJson, shortened } from "../json/plain.ts";
import type { Change, ChangeLevel } from "./change.ts";
import { detailChanges } from "./detail.ts";

/** A fact of a code: the level of a change, how to read the value, and what a change means. */
interface Fact {
  readonly name: keyof CodeJson;
  readonly label: string;
  readonly level: ChangeLevel;
  readonly of: (code: CodeJson) => Json;
  readonly means: string;
}

const FACTS: readonly Fact[] = [
  {
    name: "type",
    label: "type",
    level: "major",
    of: ({ type }) => type,
    means: "a client that does not know the code goes by its type",
  },
  {
    name: "status",
    label: "status",
    level: "major",
    of: ({ status }) => status,
    means: "clients and proxies act on the status",
  },
  {
    name: "places",
    label: "place",
    level: "major",
    of: ({ places }) => places,
    means: "clients look for it where it was",
  },
  {
    name: "retry",
    label: "retry rule",
    level: "major",
    of: ({ retry }) => retry.rule,
    means: "clients send requests again by this rule",
  },
  {
    name: "since",
    label: "first version",
    level: "major",
    of: ({ since }) => since,
    means: "clients of a version before it see the code under another name",
  },
  { name: "message", label: "message", level: "patch", of: ({ message }) => message, means: "only a text is another" },
  { name: "when", label: "`when`", level: "patch", of: ({ when }) => when, means: "only a text is another" },
];

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
  const isUnseen = (name: keyof CodeJson) => (name === "when" && isMessage) || (name === "since" && !isRenamed);
  const told = FACTS.filter(({ name, of }) => !isUnseen(name) && !sameJson(of(before), of(after)));
  const facts = told.map(({ name, label, level, of, means }) => ({
    level,
    code,
    what: name,
    before: of(before),
    after: of(after),
    sentence: `The ${label} of "${code}" was ${shown(of(before))} and is ${shown(of(after))}: ${means}.`,
  }));
  return [...facts, ...ofDetail(before, after)];
}

function ofDetail(before: CodeJson, after: CodeJson): Change[] {
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

export function shown(value: Json): string {
  return shortened(Array.isArray(value) ? value.join(" or ") : JSON.stringify(value));
}
