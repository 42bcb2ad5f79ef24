import { once } from "../../untrusted/once.ts";
import type { Trigger } from "./trigger.ts";

/** The kinds of private data that the contract keeps out of a message (section 2.1, rule 1). */
export type PrivateKind = "credential" | "host" | "path" | "stack";

/** A part of a string, as UTF-16 offsets. `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds one kind of private data in strings, with examples that prove it. */
export interface SanitizerRule {
  /** Names the rule in `removed`, for example `"acme-badge-number"`. */
  readonly id: string;
  readonly kind: PrivateKind;
  /**
   * The expression to find. The group named `private` is removed, or the whole match if the group took no part. A stranger may
   * have written the string, so let no two neighboring repetitions match the same characters.
   */
  readonly pattern: RegExp;
  /** Strings in which the rule must find something. Checked when the sanitizer is made. */
  readonly redacts: readonly string[];
  /** Strings in which the rule must find nothing. Checked when the sanitizer is made. */
  readonly keeps: readonly string[];
}

/** A private part of a string, and the rule that found it. */
export interface Finding extends Span {
  readonly kind: PrivateKind;
  readonly rule: string;
}

/**
 * An expression, or what a search makes one of when it is first needed. An engine takes as long to read a class of Unicode as a
 * hundred others, already while it loads the file.
 */
export type Pattern = Pick<RegExp, "source" | "flags">;

/** A rule of this package. A test checks its examples, which are in a file beside it. */
export interface BuiltInRule extends Omit<SanitizerRule, "pattern" | "redacts" | "keeps"> {
  readonly pattern: Pattern;
  /** An expression that must also match, anywhere in the string, for a match to count. */
  readonly context?: RegExp;
  /** Takes a second look at a match. Returns its private part, if any, as offsets in the whole string. */
  readonly locate?: (match: RegExpExecArray) => Span | undefined;
  /**
   * Every string with a match contains one of these strings or words. They save time and change no finding: the rule does not look at
   * other strings.
   */
  readonly triggers: readonly Trigger[];
}

/** A rule that is ready to run. Its expressions are compiled when first needed. */
export interface RunnableRule extends Pick<SanitizerRule, "id" | "kind"> {
  /** Absent for a rule that looks at every string. */
  readonly triggers: readonly Trigger[] | undefined;
  readonly context: RegExp | undefined;
  readonly locate: BuiltInRule["locate"];
  search(): RegExp;
}

export function runnable(rule: Pick<BuiltInRule, "id" | "kind" | "pattern"> & Partial<BuiltInRule>): RunnableRule {
  const { id, kind, triggers, context, locate, pattern } = rule;
  return { id, kind, triggers, context, locate, search: once(() => toSearchExpression(pattern)) };
}

/** Returns the expression for a search of a whole string, with indices if {@link privateOf} needs them. */
export function toSearchExpression({ source, flags }: Pattern): RegExp {
  const asked = source.includes("(?<private>");
  return new RegExp(source, [...new Set(`${flags.replace("y", "")}g${asked ? "d" : ""}`)].join(""));
}

export function wholeOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** Returns the span of the group named `private` in a match of a runnable rule, or of the whole match if the group took no part. */
export function privateOf(match: RegExpExecArray): Span {
  const place = match.indices?.groups?.["private"];
  return place === undefined ? wholeOf(match) : { start: place[0], end: place[1] };
}
