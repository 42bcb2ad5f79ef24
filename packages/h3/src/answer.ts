import type { AdapterContract } from "@uhp-errors/core/adapter";
import { isFromUpstream, peek } from "@uhp-errors/core/internal";
import type { Responder } from "@uhp-errors/web";
import { HTTPError, toResponse } from "h3";
import { allowedMethods } from "./allowed-methods.ts";
import { type H3Event, isRouted, noteChosenStatus } from "./event.ts";
import { isHttpError, unwrap } from "./original.ts";

/** The service's own hook, which it passes to h3 as the option `onError`. */
export type ErrorHook = (error: never, event: never) => unknown;

export const FIRST_ERROR = 400;

/** The app's own hooks, by the contract's hook that replaced each. */
const REPLACED = new WeakMap<object, ErrorHook | undefined>();

/** Remembers which hook the contract's hook replaces, so that it is still called for errors. */
export function standInFor(ours: object, hook: ErrorHook | undefined): void {
  REPLACED.set(ours, hook);
}

/**
 * Returns the response to a thrown value. First it calls the service's own hook, as h3 does. If that hook returns a
 * success, such as a redirect, or if a success was thrown, that is the response. Of an error that no recognizer knows, the
 * status that the hook chooses counts. Never rejects.
 */
export async function answer(responder: Responder, event: H3Event, thrown: unknown): Promise<Response> {
  const response = await answerWithoutHeaders(responder, event, thrown);
  return response.status < FIRST_ERROR ? response : withEarlierHeaders(response, responder.contract, event);
}

/**
 * Returns the same response, without the headers that were set before the failure. They stay on the event, so that whoever sends a response
 * in the end adds them. Never rejects.
 */
export async function answerWithoutHeaders(responder: Responder, event: H3Event, thrown: unknown): Promise<Response> {
  const instead = await callHook(responder, thrown, event);
  if (instead instanceof Response && instead.status < FIRST_ERROR) return responder.outgoing(instead);
  if (isSuccess(thrown)) return responder.outgoing(await toResponse(thrown, event as never, { silent: true }));
  const response = isMissingRoute(thrown, event)
    ? responder.notFound(allowedMethods(event))
    : responder.respond(unwrap(thrown));
  return instead instanceof Response ? responder.withEarlierHeaders(response, instead) : response;
}

/** Whether a thrown value is not a failure, such as a redirect. */
export function isSuccess(thrown: unknown): boolean {
  return isHttpError(thrown) && thrown.unhandled !== true && thrown.status < FIRST_ERROR;
}

/** Returns the service's own error hook. */
export function serviceHook({ app }: Pick<H3Event, "app">): ErrorHook | undefined {
  const hook = peek(peek(app, "config"), "onError");
  if (typeof hook !== "function") return undefined;
  return REPLACED.has(hook) ? REPLACED.get(hook) : (hook as ErrorHook);
}

/**
 * Returns what the service's hook returns. If it throws, the contract's response is sent, and the failure is reported.
 */
async function callHook({ contract }: Responder, thrown: unknown, event: H3Event): Promise<unknown> {
  const hook = serviceHook(event);
  if (hook === undefined) return undefined;
  const error = asHttpError(thrown);
  try {
    const returned: unknown = await hook(error as never, event as never);
    noteChosenStatus(event, returned);
    return returned;
  } catch (failure) {
    // A hook may throw on what it got, which is reported once it is answered.
    if (failure !== error && failure !== thrown) contract.handleError(failure, { transport: "http" });
    return undefined;
  }
}

/** Returns the error that hooks get: h3's own class, which wraps any other value. */
function asHttpError(thrown: unknown): HTTPError {
  if (isHttpError(thrown)) return thrown;
  return Object.assign(new HTTPError("HTTPError", { unhandled: true }), { cause: thrown });
}

/** Whether an error says that h3 has no route for the event. An error that a handler throws comes with a route. */
export function isMissingRoute(thrown: unknown, event: H3Event): boolean {
  return !isRouted(event) && isHttpError(thrown) && thrown.message.startsWith("Cannot find any route matching [");
}

/**
 * Adds the headers that were set before the failure. It removes them from the event, so that h3 does not add them a
 * second time.
 */
export function withEarlierHeaders(
  response: Response,
  contract: AdapterContract,
  { res }: Pick<H3Event, "res">,
): Response {
  // h3 puts some cookies in both places, for example those of sessions.
  const has = (name: string, value: string) =>
    name === "set-cookie" ? hasCookie(response.headers, value) : response.headers.has(name);
  for (const headers of [res.headers, res.errHeaders]) {
    const isOfReplaced = isFromUpstream((name) => headers.has(name));
    for (const [name, value] of [...headers]) {
      const isKept = contract.keepsHeader({ name, value, isOfReplaced, status: response.status });
      if (isKept && !has(name, value)) response.headers.append(name, value);
      headers.delete(name);
    }
  }
  return response;
}

/** Whether headers set a cookie. Not every runtime has `getSetCookie`. */
function hasCookie(headers: Headers, cookie: string): boolean {
  return [...headers].some(([name, value]) => name === "set-cookie" && value === cookie);
}
