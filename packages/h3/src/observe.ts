import type { AdapterContract } from "@uhp-errors/core/adapter";
import { aside } from "@uhp-errors/core/internal";
import { watchBody } from "@uhp-errors/web";
import { type DryRunResponder, dryRunOf, intercept } from "@uhp-errors/web/internal";
import { HTTPError } from "h3";
import { allowedMethods } from "./allowed-methods.ts";
import { type ErrorHook, FIRST_ERROR, isMissingRoute, isSuccess } from "./answer.ts";
import { type H3Event, isRouted, noteChosenStatus, originalRequest, requestContext } from "./event.ts";
import { unwrap } from "./original.ts";

/** The parts of an app that are used to observe it. */
export interface ObservedH3App {
  readonly config: { onError?: unknown };
  handler?: unknown;
  "~request"?: unknown;
}

type Handler = (event: H3Event) => unknown;

type Serve = (request: Request, ...rest: unknown[]) => Response | Promise<Response>;

/** The symbol that h3 returns if a handler has written to Node's own response. */
export const HANDLED = Symbol.for("h3.handled");

/** The symbol that h3 returns if no route matched. */
const NOT_FOUND = Symbol.for("h3.notFound");

/**
 * Observes an app for a contract that only reports. It mounts nothing, and sets no hook if there is none, because h3
 * prints errors differently if there is a hook.
 */
export function observeApp(app: ObservedH3App, contract: AdapterContract): void {
  const { config, "~request": serve, handler } = app;
  const reached = new WeakSet<Request>();
  const { onError } = config;
  if (typeof onError === "function") config.onError = observingHook(contract, onError as ErrorHook);
  app["~request"] = function (this: unknown, ...args: Parameters<Serve>) {
    const [request] = args;
    const responder = intercept(contract, request) as DryRunResponder | undefined;
    if (responder === undefined || responder.isCovered) return Reflect.apply(serve as Serve, this, args);
    responder.checkVersion();
    watchBody(request);
    return responder.run(
      () => Reflect.apply(serve as Serve, this, args),
      undefined,
      () => {
        // h3 refuses an address that cannot be decoded before it calls the handler.
        const { status } = responder;
        if (!reached.has(request) && status !== undefined) responder.note(new HTTPError({ status }));
      },
    );
  };
  app.handler = function uhpHandler(event: H3Event): unknown {
    const request = originalRequest(event);
    reached.add(request);
    requestContext(event);
    const responder = dryRunOf(contract, request);
    if (responder === undefined) return (handler as Handler)(event);
    const note = (thrown: unknown) => {
      // If the service has its own hook, that hook first decides what is sent.
      if (config.onError === undefined || !(thrown instanceof Error)) noteError(responder, thrown, event);
    };
    const noteResult = (value: unknown) => {
      // What h3 makes an error of, it passes to that hook.
      if (config.onError === undefined) noteReturned(responder, value, event);
    };
    try {
      const result = contract.handle(responder.context, () => (handler as Handler)(event));
      if (result instanceof Promise) {
        result.then(
          (value: unknown) => aside(contract, () => noteResult(value)),
          (thrown: unknown) => aside(contract, () => note(thrown)),
        );
      } else aside(contract, () => noteResult(result));
      return result;
    } catch (thrown) {
      aside(contract, () => note(thrown));
      throw thrown;
    }
  };
}

/** Makes an error hook that only notes errors, after the service's own hook has returned. */
export function observingHook(
  contract: AdapterContract,
  hook: ErrorHook | undefined,
): (error: Error, event: H3Event) => Promise<undefined> {
  return async function uhpOnError(this: unknown, ...args) {
    const [error, event] = args;
    const responder = dryRunOf(contract, originalRequest(event));
    const instead: unknown = await (hook && Reflect.apply(hook, this, args as never));
    const isAnswered = instead instanceof Response && instead.status < FIRST_ERROR;
    if (responder !== undefined && !isAnswered) {
      noteChosenStatus(event, instead);
      noteError(responder, error, event);
    }
    return instead as undefined;
  };
}

/** Notes a thrown value. */
export function noteError(responder: DryRunResponder, thrown: unknown, event: H3Event): void {
  if (isSuccess(thrown)) return;
  // h3 rejects with this after a stream has failed that a handler had piped into Node's response. It keeps the error.
  if (thrown === HANDLED) responder.note(new Error("a stream that was piped into Node's response failed"));
  else if (isMissingRoute(thrown, event)) responder.noteNotFound(allowedMethods(event));
  else responder.note(unwrap(thrown));
}

/** Notes a returned value of which h3 makes an error: an `Error`, or the symbol for a route that is missing. */
export function noteReturned(responder: DryRunResponder, value: unknown, event: H3Event): void {
  if (value instanceof Error) noteError(responder, value, event);
  // The handler of a route may return the symbol too. That is the service's own 404, not an unknown address.
  else if (value === NOT_FOUND && isRouted(event)) responder.note(new HTTPError({ status: 404 }));
  else if (value === NOT_FOUND) responder.noteNotFound(allowedMethods(event));
}
