import { isResponse } from "@uhp-errors/web/internal";
import type { Context, ErrorHandler, NotFoundHandler } from "hono";

/** Hono's own error handling, for requests that the contract does not apply to. Its types do not name it. */
export const honosErrorHandler: ErrorHandler = (error, c) => {
  const response = responseIn(error);
  if (response !== undefined) return copyResponse(response, c);
  console.error(error);
  return c.text("Internal Server Error", 500);
};

/** Hono's own response to a request without a route. It cannot be read from the app. */
export const honosNotFoundHandler: NotFoundHandler = (c) => c.text(NOT_FOUND_TEXT, 404);

const NOT_FOUND_TEXT = "404 Not Found";

/** Whether a body is the one that Hono itself sends for a request without a route. */
export function isHonosNotFound(body: string): boolean {
  return body === NOT_FOUND_TEXT;
}

export const FIRST_ERROR = 400;

/**
 * Returns the response that an error carries, as `HTTPException` does; `undefined` if it carries none. Never throws.
 */
export function responseIn(error: unknown): Response | undefined {
  try {
    const getResponse: unknown = Reflect.get(Object(error), "getResponse");
    if (typeof getResponse !== "function") return undefined;
    const response: unknown = Reflect.apply(getResponse, error, []);
    return isResponse(response) ? response : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a copy of the response that an error carries, with the headers that were set before, as Hono sends it. */
export function copyResponse(response: Response, c: Context): Response {
  return c.newResponse(response.body, response);
}
