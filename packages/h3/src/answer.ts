import type { Contract } from "@uhp-errors/core";
import { sourceOfFields } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/untrusted";
import type { Responder } from "@uhp-errors/web";
import { HTTPError, toResponse } from "h3";
import { allowedMethods } from "./allowed-methods.ts";
import { type H3Event, isRouted } from "./event.ts";
import { isHttpError, originalOf } from "./original.ts";

/** A hook of the service's own, as h3 takes it in its option `onError`. */
export type ErrorHook = (error: never, event: never) => unknown;

/** Where successes end and errors begin. */
export const FIRST_ERROR = 400;

/** The app's own hooks, by the contract's hooks that replaced them. */
const REPLACED = new WeakMap<object, ErrorHook | undefined>();

/** Remembers which hook the contract's replaces, so that it is still called for errors. */
export function standInFor(ours: object, hook: ErrorHook | undefined): void {
  REPLACED.set(ours, hook);
}

/**
 * The response to anything that was thrown. The service's own hook hears of it first, as it does from h3. A success that it returns, such
 * as a redirect, is what leaves, and so is one that is thrown. Never rejects.
 */
export async function answer(responder: Responder, event: H3Event, thrown: unknown): Promise<Response> {
  const instead = await tell(hookOf(event), thrown, event);
  if (instead instanceof Response && instead.status < FIRST_ERROR) return responder.finish(instead);
  if (isHttpError(thrown) && thrown.unhandled !== true && thrown.status < FIRST_ERROR) {
    return responder.finish(await toResponse(thrown, event as never, { silent: true }));
  }
  const response = isMissingRoute(thrown, event)
    ? responder.notFound(allowedMethods(event))
    : responder.respond(originalOf(thrown));
  return withEarlierHeaders(response, responder.contract, event);
}

/** The service's own hook for errors. */
function hookOf({ app }: Pick<H3Event, "app">): ErrorHook | undefined {
  const hook = peek(peek(app, "config"), "onError");
  if (typeof hook !== "function") return undefined;
  return REPLACED.has(hook) ? REPLACED.get(hook) : (hook as ErrorHook);
}

/** What the service's hook returns. When it throws, the answer stays as it is, and the failure is printed. */
async function tell(hook: ErrorHook | undefined, thrown: unknown, event: H3Event): Promise<unknown> {
  try {
    return await hook?.(asHttpError(thrown) as never, event as never);
  } catch (failure) {
    console.error("the app's onError hook threw", failure);
    return undefined;
  }
}

/** What hooks get: h3's own error, which wraps any other value. */
function asHttpError(thrown: unknown): HTTPError {
  if (isHttpError(thrown)) return thrown;
  return Object.assign(new HTTPError("HTTPError", { unhandled: true }), { cause: thrown });
}

/** Whether h3 has no route for the event. What a handler throws comes with a route. */
function isMissingRoute(thrown: unknown, event: H3Event): boolean {
  return !isRouted(event) && isHttpError(thrown) && thrown.message.startsWith("Cannot find any route matching [");
}

/** Adds the headers that were set before the failure. They are taken off the event, so that h3 does not add them once more. */
export function withEarlierHeaders(response: Response, contract: Contract, { res }: Pick<H3Event, "res">): Response {
  // h3 puts some cookies in both places, those of sessions for example.
  const has = (name: string, value: string) =>
    name === "set-cookie" ? hasCookie(response.headers, value) : response.headers.has(name);
  for (const headers of [res.headers, res.errHeaders]) {
    const source = sourceOfFields((name) => headers.has(name));
    for (const [name, value] of [...headers]) {
      const isKept = contract.keepsHeader({ name, value, source, status: response.status });
      if (isKept && !has(name, value)) response.headers.append(name, value);
      headers.delete(name);
    }
  }
  return response;
}

/** Whether headers set a cookie. Not every runtime has `getSetCookie`. */
function hasCookie(headers: Headers, cookie: string): boolean {
  for (const [name, value] of headers) if (name === "set-cookie" && value === cookie) return true;
  return false;
}
