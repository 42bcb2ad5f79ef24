import { shared } from "@uhp-errors/core/adapter";

/** A handler of requests, of whichever types. A handler of errors has a fourth parameter, and is none. */
type AnyHandler = (request: never, response: never, next: never) => unknown;

/**
 * Hands what an asynchronous handler rejects with to `next`, for Express 4, which does not look at what a handler
 * returns. Reasons that `next` would take for "no error" (`undefined`, `null`, …) or for a signal (`"route"`,
 * `"router"`) arrive as an Error. Harmless with Express 5. The handler keeps its type, and its promise never rejects.
 *
 * @example
 * app.get("/v1/harnesses/:id", asyncHandler(async (request, response) => { response.json(await find(request.params.id)); }));
 */
export function asyncHandler<Handler extends AnyHandler>(handler: Handler): Handler {
  const call = handler as unknown as (request: unknown, response: unknown, next: (error: unknown) => void) => unknown;
  const wrapped: typeof call = (request, response, next) => {
    const fail = (reason: unknown): void => {
      next(asReason(reason));
    };
    try {
      const result = call(request, response, next);
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

/** The reasons that were carried past `next`, which would not take them for an error. */
const CARRIED = /* @__PURE__ */ shared("express/carried", () => new WeakMap<object, { readonly reason: unknown }>());

/** The value that a handler really failed with. */
export function originalReason(error: unknown): unknown {
  const carried = typeof error === "object" && error !== null ? CARRIED.get(error) : undefined;
  return carried === undefined ? error : carried.reason;
}

/** A reason that `next` takes for an error, whatever the value is. */
export function asReason(reason: unknown): unknown {
  if (reason && reason !== "route" && reason !== "router") return reason;
  const carrier = new Error("a handler failed with a value that Express does not take for an error", { cause: reason });
  CARRIED.set(carrier, { reason });
  return carrier;
}
