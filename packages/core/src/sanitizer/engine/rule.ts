import { endsWithPrivate, hasPrivate } from "./private-group.ts";
import type { Trigger } from "./trigger.ts";

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

/** A part of a text, and the rule that found it. */
export interface Finding extends Span {
  readonly kind: PrivateKind;
  readonly rule: string;
}

/** A rule of this package. Its examples are tried by a test, not at start-up. */
export interface BuiltInRule extends SanitizerRule {
  /** Traits of every text in which the expression matches: without one of them, the rule does not look. It only saves time. */
  readonly needs: number;
  /** What stands in a text wherever the rule finds something: without any, it does not look. */
  readonly triggers: readonly Trigger[];
  /** What else must stand in the text, anywhere, for a match to count; tried where a trigger stands. */
  readonly hint?: RegExp;
  /** Takes a second look at a match: what is private in it, as offsets of the whole text, if anything. */
  readonly locate?: (match: RegExpExecArray) => Span | undefined;
}

/** A rule made ready to run; its expressions are compiled when they are first wanted. */
export interface RunnableRule extends Pick<SanitizerRule, "id" | "kind"> {
  readonly needs: number;
  /** Absent for a rule that looks at every text. */
  readonly triggers: readonly Trigger[] | undefined;
  readonly hint: RegExp | undefined;
  readonly locate: BuiltInRule["locate"];
  /** The expression that finds the next match. */
  everywhere(): RegExp;
  /** The expression for a match that begins right where it is tried. */
  there(): RegExp;
}

/** Makes a rule of anyone's runnable. */
export function runnable(rule: SanitizerRule & Partial<BuiltInRule>): RunnableRule {
  let everywhere: RegExp | undefined;
  let there: RegExp | undefined;
  return {
    id: rule.id,
    kind: rule.kind,
    needs: rule.needs ?? 0,
    triggers: rule.triggers,
    hint: rule.hint,
    locate: rule.locate,
    everywhere: () => {
      everywhere ??= withFlag(rule.pattern, "g");
      return everywhere;
    },
    there: () => {
      there ??= withFlag(rule.pattern, "y");
      return there;
    },
  };
}

/** An expression that is told where to begin, by a flag that says how, and from which {@link privateOf} can tell. */
function withFlag({ source, flags }: RegExp, flag: "g" | "y"): RegExp {
  const asked = hasPrivate(source) && !endsWithPrivate(source);
  return new RegExp(source, [...new Set(`${flags.replace(/[gy]/g, "")}${flag}${asked ? "d" : ""}`)].join(""));
}

/** Where a match's whole text stands. */
export function wholeOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** Where the group named `private` stands in a match of a runnable rule, or the whole match when it took no part. */
export function privateOf(match: RegExpExecArray): Span {
  const text = match.groups?.["private"];
  const { start, end } = wholeOf(match);
  if (text === undefined) return { start, end };
  const place = match.indices?.groups?.["private"];
  return place === undefined ? { start: end - text.length, end } : { start: place[0], end: place[1] };
}
