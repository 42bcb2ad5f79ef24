/** What a rule finds: the four things that the contract keeps out of a message (section 2.1, rule 1). */
export type PrivateKind = "credential" | "host" | "path" | "stack";

/** Part of a text, as UTF-16 offsets; `end` is behind the last unit. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One kind of private thing in texts, with the proof that it is found. */
export interface SanitizerRule {
  /** Names the rule in `removed`, for example `"acme-badge-number"`. */
  readonly id: string;
  readonly kind: PrivateKind;
  /**
   * What to find. A group named `private` is what is taken out; where it took no part, the whole match is. It runs on
   * texts that a stranger may have written: let no two neighbouring repetitions match the same characters.
   */
  readonly pattern: RegExp;
  /** Texts in which the rule must find something: tried when the sanitizer is made. */
  readonly redacts: readonly string[];
  /** Texts in which it must find nothing: tried when the sanitizer is made. */
  readonly keeps: readonly string[];
}

/** A rule of this package. Its examples are tried by a test, not at start-up. */
export interface BuiltInRule extends SanitizerRule {
  /** Traits that a text needs, all of them, for the rule to be worth running. */
  readonly needs: number;
  /** A cheap sign without which `pattern` cannot match, for a pattern that is slow to give up. */
  readonly hint?: RegExp;
  /** Takes a second look at a match: what is private in it, as offsets of the whole text, if anything. */
  readonly locate?: (match: RegExpExecArray) => Span | undefined;
}

/** A rule made ready to run. */
export interface RunnableRule extends Pick<BuiltInRule, "id" | "kind" | "pattern" | "needs" | "hint" | "locate"> {}

/** Makes a rule of anyone's runnable: the expression gets the flags that the search relies on. */
export function runnable(rule: SanitizerRule & Partial<BuiltInRule>): RunnableRule {
  const { id, kind, needs = 0, hint, locate } = rule;
  const named = rule.pattern.source.includes("(?<private>");
  const flags = new Set(`${rule.pattern.flags.replace("y", "")}g${named ? "d" : ""}`);
  const pattern = new RegExp(rule.pattern.source, [...flags].join(""));
  return {
    id,
    kind,
    pattern,
    needs,
    ...(hint === undefined ? {} : { hint }),
    ...(locate === undefined ? {} : { locate }),
  };
}

/** Rules that need the same traits, so that one look tells whether any of them is worth running. */
export interface RuleGroup {
  readonly needs: number;
  /** The hints of all rules in one expression, when each has one: without it none of them matches. */
  readonly hint: RegExp | undefined;
  readonly rules: readonly RunnableRule[];
}

/** From so many rules on, one expression for all of them is sooner tried than each. */
const MANY = 8;

/** Groups rules by what they need, those with a hint apart from those without. */
export function grouped(rules: readonly RunnableRule[]): readonly RuleGroup[] {
  const groups = new Map<string, RunnableRule[]>();
  for (const rule of rules) {
    const name = `${rule.needs} ${rule.hint === undefined ? rule.pattern.flags : `hint ${rule.hint.flags}`}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [rule]);
    else group.push(rule);
  }
  return [...groups.values()].map((members) => ({
    needs: members[0]?.needs ?? 0,
    hint: hintOf(members),
    rules: members,
  }));
}

function hintOf(rules: readonly RunnableRule[]): RegExp | undefined {
  const hints = rules.flatMap(({ hint }) => hint ?? []);
  if (hints.length === rules.length && rules.length > 1) return anyOf(hints);
  // Without hints, the patterns themselves say whether any of them matches; a group's name may stand but once.
  const patterns = rules.map(({ pattern }) => pattern);
  const named = patterns.some(({ hasIndices }) => hasIndices);
  // Rules that need nothing may be anybody's, with references to groups that no longer count right once joined.
  const ours = rules.every(({ needs }) => needs !== 0);
  return ours && hints.length === 0 && !named && rules.length >= MANY ? anyOf(patterns) : undefined;
}

function anyOf(expressions: readonly RegExp[]): RegExp {
  const flags = expressions[0]?.flags.replace(/[gd]/g, "");
  return new RegExp(expressions.map(({ source }) => `(?:${source})`).join("|"), flags);
}

/** Where a match's whole text stands. */
export function wholeOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** Where a match's group named `private` stands, or the whole match when it has none. */
export function privateOf(match: RegExpExecArray): Span {
  const place = match.indices?.groups?.["private"];
  return place === undefined ? wholeOf(match) : { start: place[0], end: place[1] };
}
