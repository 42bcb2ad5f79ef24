import { classesOf } from "../untrusted/classes.ts";
import { isObject, peek, peekList, peekString } from "../untrusted/peek.ts";
import { ownFrame } from "./own-frame.ts";
import { visible, visibleLines } from "./visible.ts";

/** What is printed of a thrown value or of one of its causes. All texts are bounded and harmless to print. */
export interface ThrownFacts {
  /** The name of the error, of its class, or of its type. */
  readonly name: string;
  /** Its own code, such as `"ECONNREFUSED"`. */
  readonly code: string | undefined;
  readonly message: string;
  /** Where it was made, in the service's own code where that can be told. */
  readonly at: string | undefined;
}

/** Causes that are printed at most. */
const MAX_CAUSES = 5;

/** UTF-16 code units that are kept of each text. */
const LIMITS = { name: 80, code: 80, message: 1_000, frame: 300, stack: 4_000 };

/** Facts of a thrown value, and of its causes, the nearest first. Never throws, whatever the value is. */
export function factsOf(thrown: unknown): readonly [ThrownFacts, ...ThrownFacts[]] {
  const facts: [ThrownFacts, ...ThrownFacts[]] = [factsOfOne(thrown)];
  const seen = new Set<unknown>([thrown]);
  let cause = causeOf(thrown);
  while (cause !== undefined && !seen.has(cause) && facts.length <= MAX_CAUSES) {
    seen.add(cause);
    facts.push(factsOfOne(cause));
    cause = causeOf(cause);
  }
  return facts;
}

/** The stack of a thrown value, for JSON; `undefined` when it has none. Never throws. */
export function stackOf(thrown: unknown): string | undefined {
  const stack = peekString(thrown, "stack");
  return stack === undefined ? undefined : visibleLines(stack, LIMITS.stack);
}

/** What an error names as its cause. Of an `AggregateError`, which is thrown when all of several attempts fail, it is the first one. */
function causeOf(value: unknown): unknown {
  return peek(value, "cause") ?? peekList(peek(value, "errors"), 1)?.[0];
}

function factsOfOne(value: unknown): ThrownFacts {
  if (!isObject(value)) {
    return {
      name: typeOf(value),
      code: undefined,
      message: visible(primitiveText(value), LIMITS.message),
      at: undefined,
    };
  }
  const name = peekString(value, "name") || classesOf(value)[0] || typeof value;
  const code = peek(value, "code");
  const message = peekString(value, "message") ?? "";
  const frame = ownFrame(peekString(value, "stack") ?? "", message);
  return {
    name: visible(name, LIMITS.name),
    code: typeof code === "string" || typeof code === "number" ? visible(String(code), LIMITS.code) : undefined,
    message: visible(message, LIMITS.message),
    at: frame === undefined ? undefined : visible(frame, LIMITS.frame),
  };
}

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** The longest whole number that is written out: the time that it takes grows faster than the number. */
const LONG = 2n ** 64n;

function primitiveText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "bigint" && (value > LONG || value < -LONG) ? "a very large number" : String(value);
}
