/**
 * Hands what an asynchronous handler rejects with to `next`, for Express 4, which does not look at what a handler
 * returns. Reasons that `next` would take for "no error" (`undefined`, `null`, …) or for a signal (`"route"`,
 * `"router"`) arrive as an Error. Harmless with Express 5.
 *
 * @example
 * app.get("/v1/harnesses", asyncHandler(async (request: Request, response: Response) => { response.json(await list()); }));
 */
export function asyncHandler<Request, Response>(
  handler: (request: Request, response: Response, next: (error?: unknown) => void) => unknown,
): (request: Request, response: Response, next: (error?: unknown) => void) => void {
  return (request, response, next) => {
    const sendError = (reason: unknown) => next(asReason(reason));
    try {
      Promise.resolve(handler(request, response, next)).catch(sendError);
    } catch (thrown) {
      sendError(thrown);
    }
  };
}

/** The reasons that were carried past `next`, which would not take them for an error. */
const CARRIED = new WeakMap<object, { readonly reason: unknown }>();

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
