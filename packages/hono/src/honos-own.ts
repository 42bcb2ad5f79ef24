import type { ErrorHandler, NotFoundHandler } from "hono";

/** What Hono does with an error by itself, for requests that the contract does not apply to. Its types do not name it. */
export const honosErrorHandler: ErrorHandler = (error, c) => {
  if ("getResponse" in error) {
    const response = error.getResponse();
    return c.newResponse(response.body, response);
  }
  console.error(error);
  return c.text("Internal Server Error", 500);
};

/** What Hono does by itself with a request that no route took. Nothing can read it. */
export const honosNotFoundHandler: NotFoundHandler = (c) => c.text("404 Not Found", 404);
