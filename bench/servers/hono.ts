import type * as Adapter from "@uhp-errors/hono";
import type { ErrorHandler, Hono, MiddlewareHandler } from "hono";
import type { HTTPException } from "hono/http-exception";
import { built, installed } from "../run/packages.ts";
import { answerOf, answerTo, JSON_TYPE, requestId, VERSION } from "./by-hand.ts";
import { contractOf, type Deed } from "./cases.ts";
import type { Mode, Variant } from "./names.ts";

const { install } = await built<typeof Adapter>("hono");
const hono = installed<{ readonly Hono: typeof Hono }>("hono");
const exceptions = installed<{ readonly HTTPException: typeof HTTPException }>("hono/http-exception");

/** The other fields of the envelope, in the place that Hono's own error has for them. */
const CAUSE = { code: "harness_not_found", param: "harness_id" };

/** An error as a service on Hono without a library throws it. */
export function httpException(message: string): Error {
  return new exceptions.HTTPException(404, { message, cause: CAUSE });
}

const headers: MiddlewareHandler = async (c, next) => {
  const id = requestId(c.req.header("x-request-id"));
  c.header("UHP-Version", VERSION);
  c.header("x-request-id", id);
  c.set("id", id);
  await next();
};

const errors: ErrorHandler = (error, c) => {
  const { status, body } = error instanceof exceptions.HTTPException ? answerTold(error) : answerTo(error, c.get("id"));
  return c.body(body, status as 500, { "Content-Type": JSON_TYPE });
};

function answerTold({ status, message, cause }: HTTPException): ReturnType<typeof answerTo> {
  const { code, param } = cause as typeof CAUSE;
  return answerOf(status, message, code, param);
}

/** A Hono app with one route. */
export function honoApp(variant: Variant | Mode, deed: Deed): Hono {
  const app = new hono.Hono();
  const contract = contractOf(variant);
  if (contract !== undefined) install(app, contract);
  if (variant === "headers" || variant === "hand") app.use(headers);
  app.get("/case", (c) => {
    if ("failure" in deed) throw deed.failure();
    return c.json(deed.body(), deed.status as 200);
  });
  if (variant === "hand") app.onError(errors);
  return app;
}
