import { privateOf, type Span } from "../../engine/rule.ts";
import { afterLast, withoutTail } from "../shared/characters.ts";
import { isStandIn, looksRandom } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";

/** A value in quotes, or the quote that ends a string of several words that is not JSON. The words before it are read later. */
export const QUOTED = /["'`]-{0,2}(?<private>\s?[^"'`\s]{8,200})(?=(?:\s\n)?["'`])|"(?=\sis not valid JSON)/g;

/** Words before a quoted value that show that a parser or a check did not understand it, and how far before it they may be. */
const REFUSAL =
  /(?:pars(?:e|ing)|invalid|unexpected|unknown|malformed|nonnumeric|bad|input|value|argument|option|token|header|got|received|found|number)\b/gi;
const FARTHEST_REFUSAL = 40;
const LONGEST_REFUSAL = 10;

/** The maximum and minimum number of characters read of a quoted string that is not JSON. */
const LONGEST_INPUT = 200;
const SHORTEST_INPUT = 8;

/** A value in quotes, and where the words that lead to it begin. */
interface Input extends Span {
  readonly lead: number;
}

/** Returns a value that a parser or a check quotes because it did not understand it. */
export function locateQuoted(match: RegExpExecArray): Span | undefined {
  const input = match.groups?.["private"] === undefined ? inputBeforeQuote(match) : inputInQuotes(match);
  if (input === undefined || !isSecretInput(match.input, input)) return undefined;
  return { start: input.start, end: input.end };
}

function inputInQuotes(match: RegExpExecArray): Input | undefined {
  const lead = startOfRefusal(match.input, match.index);
  return lead === undefined ? undefined : { ...privateOf(match), lead };
}

/** Returns what is between the quote of a match and the quote that opened the string, if it is more than one plain value. */
function inputBeforeQuote({ input, index: end }: RegExpExecArray): Input | undefined {
  const from = Math.max(0, end - LONGEST_INPUT - 1);
  const text = input.slice(from, end);
  const first = Math.max(text.lastIndexOf("'"), text.lastIndexOf("`"), text.lastIndexOf("\n"), 0);
  for (let at = first; at >= 0 && at < text.length - SHORTEST_INPUT; at = text.indexOf('"', at + 1)) {
    const lead = /["'`]/.test(text.charAt(at)) ? startOfRefusal(input, from + at) : undefined;
    if (lead !== undefined) return /"|.\s/.test(text.slice(at + 1)) ? { start: from + at + 1, end, lead } : undefined;
  }
  return undefined;
}

/** Returns where such words before a quote begin. One other quoted character may be in between, as in V8's messages. */
function startOfRefusal(input: string, quote: number): number | undefined {
  const near = input.slice(Math.max(0, quote - FARTHEST_REFUSAL - LONGEST_REFUSAL - 5), quote);
  if (near.search(REFUSAL) < 0) return undefined;
  const before = near.replace(/["'`][^"'`\n]["'`],?\s$/, "");
  const words = afterLast(before, "\"'`\n").slice(-FARTHEST_REFUSAL - LONGEST_REFUSAL);
  const first = [...words.matchAll(REFUSAL)].find(
    ({ 0: word, index }) => index + word.length >= words.length - FARTHEST_REFUSAL,
  );
  return first === undefined ? undefined : quote - near.length + before.length - words.length + first.index;
}

function isSecretInput(input: string, { start, end, lead }: Input): boolean {
  const bare = withoutEnd(input.slice(start, end).replace(/^[\s{["':\w]*[":]\s?|^\s/, ""));
  const before = input.slice(Math.max(0, lead - 24), lead);
  if (isStandIn(bare) || isPublicId(bare) || /(?:id|uuid|hash|commit|date|version|model|email)["'`\s:]*$/i.test(before))
    return false;
  const chosen =
    (/^[A-Za-z]{5,}\d{3,}(?:[^\w\s]\w*)*$/.test(bare) && /[a-z]/.test(bare)) ||
    (/^\S{8,40}$/.test(bare) && /[A-Za-z]/.test(bare) && /\d|[A-Z]/.test(bare) && /[!@#$%^&*]/.test(bare));
  return chosen || (looksRandom(bare, 28) && !/[\s.]/.test(bare));
}

/** Returns a value without the brackets, quotes and escaped line breaks at its end. */
function withoutEnd(value: string): string {
  let end = value.length;
  for (let length = -1; length !== end; ) {
    length = end;
    end = withoutTail(value.slice(0, end), "}]\"'").length;
    if (value.endsWith("\\n", end)) end -= 2;
  }
  return value.slice(0, end);
}
