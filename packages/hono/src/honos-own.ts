import { isResponse } from "@uhp-errors/web";
import type { Context, ErrorHandler, NotFoundHandler } from "hono";

/** What Hono does with an error by itself, for requests that the contract does not apply to. Its types do not name it. */
export const honosErrorHandler: ErrorHandler = (error, c) => {
  const response = responseIn(error);
  if (response !== undefined) return copyOf(response, c);
  console.error(error);
  return c.text("Internal Server Error", 500);
};

/** What Hono does by itself with a request that no route took. Nothing can read it. */
export const honosNotFoundHandler: NotFoundHandler = (c) => c.text("404 Not Found", 404);

/** Where successes end and errors begin. */
export const FIRST_ERROR = 400;

/** The response that an error brings along, as `HTTPException` does; `undefined` when it brings none. Never throws. */
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

/** A response as Hono sends one that an error brings along: with the headers that were set before. */
export function copyOf(response: Response, c: Context): Response {
  return c.newResponse(response.body, response);
}
