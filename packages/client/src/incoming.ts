import { attempt, peek, quietly } from "@uhp-errors/core/untrusted";
import { MAX_STATE } from "./bounds.ts";

/** Headers of a request that came in: those of Node and its frameworks by name, or the `Headers` of a `Request`. */
export type IncomingHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** W3C Trace Context, section 3.2: version, trace id, parent id, flags. */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** A member of the list in `tracestate` (section 3.3.1.3), or none. */
const MEMBER = /^(?:[a-z\d][-_a-z\d*/@]{0,255}=[ -+\--<>-~]{1,256})?$/;

/** What a state is written in. Of all that `trim` takes away, only space and tab may separate members. */
const STATE_TEXT = /^[\t -~]*$/;

/** What this library takes for a request id, too. */
const REQUEST_ID = /^[-\w.:]{1,128}$/;

/**
 * Takes over, from the request that is being answered, the headers by which a failure is followed from one service to the next. One
 * that is not well-formed is left out. What the caller set itself stays. Never throws.
 */
export function carryOn(headers: Headers, incoming: () => IncomingHeaders | undefined): void {
  const from = attempt(incoming, () => undefined);
  if (from === undefined) return;
  // Of an asynchronous function nothing is taken, and what it rejects with must not end the process.
  if (typeof peek(from, "then") === "function") quietly(() => from);
  const take = (name: string, isValid: (value: string) => boolean) => {
    const value = attempt(
      () => lineOf(from, name),
      () => "",
    );
    const isTaken = value !== "" && !headers.has(name) && isValid(value);
    if (isTaken) headers.set(name, value);
    return isTaken;
  };
  take("x-request-id", (id) => REQUEST_ID.test(id));
  // The state belongs to its parent.
  if (!headers.has("tracestate") && take("traceparent", (parent) => TRACE_PARENT.test(parent))) {
    take("tracestate", isState);
  }
}

function isState(state: string): boolean {
  const members = state.length <= MAX_STATE && STATE_TEXT.test(state) ? state.split(",") : [];
  return members.length > 0 && members.length <= 32 && members.every((member) => MEMBER.test(member.trim()));
}

/** Several lines of a header are joined, as Node and `Headers` do. Of names that differ only in case, the last one counts. */
function lineOf(from: IncomingHeaders, name: string): string {
  const value = typeof peek(from, "get") === "function" ? (from as Headers).get(name) : fieldOf(from, name);
  return [value ?? ""].flat().join(",").trim();
}

/** Reads this one field and no other: any of them may be a getter that throws. */
function fieldOf(from: object, name: string): unknown {
  const key = Object.keys(from).findLast((own) => own.toLowerCase() === name);
  return key === undefined ? undefined : Reflect.get(from, key);
}
