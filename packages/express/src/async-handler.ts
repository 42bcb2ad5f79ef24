import { shared } from "@uhp-errors/core/internal";

/** A request handler with any types. A handler with a fourth parameter is an error handler, and does not fit. */
export type AnyHandler = (request: never, response: never, next: never) => unknown;

/**
 * Wraps an async handler, so that its rejection is passed to `next`. Express 4 needs this, because it ignores what a
 * handler returns. With Express 5 it is harmless.
 *
 * A reason that `next` would treat as "no error" (`undefined`, `null`, …) or for a signal (`"route"`, `"router"`) is
 * passed as an `Error`. The wrapped handler keeps its type. If it gets `next`, its promise never rejects.
 *
 * @example
 * app.get("/v1/harnesses/:id", asyncHandler(async (request, response) => { response.json(await find(request.params.id)); }));
 */
export function asyncHandler<Handler extends AnyHandler>(handler: Handler): Handler {
  const wrapped = function (this: unknown, ...args: readonly unknown[]): unknown {
    const [, , next] = args;
    const fail = (reason: unknown): void => {
      // Not every caller passes `next`. It gets the failure as it would without this wrapper.
      if (typeof next !== "function") throw reason;
      next(asReason(reason));
    };
    try {
      const result: unknown = Reflect.apply(handler, this, args);
      return isThenable(result) ? Promise.resolve(result).catch(fail) : result;
    } catch (thrown) {
      return fail(thrown);
    }
  };
  return wrapped as unknown as Handler;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return ((typeof value === "object" && value !== null) || typeof value === "function") && "then" in value;
}

/** The reasons that were wrapped in an `Error`, because `next` would not treat them as an error. */
const CARRIED = /* @__PURE__ */ shared("express/carried", () => new WeakMap<object, { readonly reason: unknown }>());

/** Returns the value that a handler really failed with. */
export function originalReason(error: unknown): unknown {
  const carried = CARRIED.get(error as object);
  return carried === undefined ? error : carried.reason;
}

/** Returns a reason that `next` treats as an error: the given one, or an `Error` in its place. */
export function asReason(reason: unknown): unknown {
  if (reason && reason !== "route" && reason !== "router") return reason;
  const carrier = new Error("a handler failed with a value that Express does not take for an error", { cause: reason });
  CARRIED.set(carrier, { reason });
  return carrier;
}
