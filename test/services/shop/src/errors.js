import { log } from "./logs.js";

/** An error that clients may read. */
export class ShopError extends Error {
  constructor(status, code, message, details) {
    super(message);
    this.name = "ShopError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Answers what later middleware throws. */
export async function answerErrors(ctx, next) {
  try {
    await next();
  } catch (error) {
    const status = error.status ?? error.statusCode ?? 500;
    if (status >= 500) log.error({ id: ctx.get("X-Request-Id"), err: error }, "request failed");
    if (error.headers !== undefined) ctx.set(error.headers);
    ctx.status = status;
    ctx.body = {
      error: status < 500 ? error.message : "Something went wrong.",
      code: error instanceof ShopError ? error.code : undefined,
      details: error.details,
    };
  }
}
