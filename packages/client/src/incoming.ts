import { attempt, peek, quietly } from "@uhp-errors/core/internal";
import { MAX_STATE } from "./bounds.ts";

/** The headers of an incoming request: an object by name, as in Node and its frameworks, or the `Headers` of a `Request`. */
export type IncomingHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** W3C Trace Context, section 3.2: version, trace id, parent id, flags. */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** A member of the list in `tracestate` (section 3.3.1.3), which may be empty. */
const MEMBER = /^(?:[a-z\d][-_a-z\d*/@]{0,255}=[ -+\--<>-~]{1,256})?$/;

/** The characters of a `tracestate`. Excludes the other white space that `trim` would remove: only space and tab may surround members. */
const STATE_TEXT = /^[\t -~]*$/;

/** The request ids that core accepts too. */
const REQUEST_ID = /^[-\w.:]{1,128}$/;

/**
 * Copies the headers that trace a failure from one service to the next, from the request that is being answered. A header that is not
 * well-formed is left out. Headers that the caller set are kept. Never throws.
 */
export function forwardTraceHeaders(headers: Headers, incoming: () => IncomingHeaders | undefined): void {
  const from = attempt(incoming, () => undefined) ?? {};
  // An asynchronous function is not supported, but its rejection must not end the process.
  quietly(() => from);
  const take = (name: string, isValid: (value: string) => boolean) =>
    attempt(
      () => {
        const value = lineOf(from, name);
        const isTaken = !headers.has(name) && isValid(value);
        if (isTaken) headers.set(name, value);
        return isTaken;
      },
      () => undefined,
    );
  take("x-request-id", (id) => REQUEST_ID.test(id));
  // A `tracestate` belongs to its `traceparent`.
  if (!headers.has("tracestate") && take("traceparent", (parent) => TRACE_PARENT.test(parent))) {
    take("tracestate", isState);
  }
}

function isState(state: string): boolean {
  if (state === "" || state.length > MAX_STATE || !STATE_TEXT.test(state)) return false;
  const members = state.split(",");
  return members.length <= 32 && members.every((member) => MEMBER.test(member.trim()));
}

/** Reads a header. Joins its lines, as Node and `Headers` do. If names differ only in case, the last one counts. */
function lineOf(from: IncomingHeaders, name: string): string {
  const value = typeof peek(from, "get") === "function" ? (from as Headers).get(name) : fieldOf(from, name);
  return [value].flat().join(",").trim();
}

/** Reads only this field, because any other may be a getter that throws. */
function fieldOf(from: object, name: string): unknown {
  const key = Object.keys(from).findLast((own) => own.toLowerCase() === name);
  return key && Reflect.get(from, key);
}
