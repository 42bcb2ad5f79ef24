import type * as Adapter from "@uhp-errors/koa";
import type Koa from "koa";
import type { Middleware } from "koa";
import { built, installed } from "../run/packages.ts";
import { answerTo, JSON_TYPE, requestId, VERSION } from "./by-hand.ts";
import { contractOf, type Deed } from "./cases.ts";
import type { Mode, Variant } from "./names.ts";

const { install } = await built<typeof Adapter>("koa");

const headers: Middleware = (context, next) => {
  context.set("UHP-Version", VERSION);
  context.set("x-request-id", requestId(context.req.headers["x-request-id"]));
  return next();
};

const errors: Middleware = async (context, next) => {
  try {
    await next();
  } catch (error) {
    const { status, body } = answerTo(error, String(context.res.getHeader("x-request-id")));
    context.status = status;
    context.set("Content-Type", JSON_TYPE);
    context.body = body;
  }
};

/** A Koa app with one route and no router, because Koa does not come with one. */
export function koaApp(name: "koa2" | "koa3", variant: Variant | Mode, deed: Deed): Koa {
  const app = new (installed<typeof Koa>(name === "koa3" ? "koa" : name))();
  // Koa prints unhandled errors unless it is silent.
  app.silent = true;
  const contract = contractOf(variant);
  if (contract !== undefined) install(app, contract);
  if (variant === "headers" || variant === "hand") app.use(headers);
  if (variant === "hand") app.use(errors);
  app.use((context, next) => {
    if (context.path !== "/case") return next();
    if ("failure" in deed) throw deed.failure();
    context.status = deed.status;
    context.body = deed.body();
    return undefined;
  });
  return app;
}
