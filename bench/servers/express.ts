import type * as Adapter from "@uhp-errors/express";
import type express from "express";
import type { ErrorRequestHandler, Express, RequestHandler } from "express";
import { built, installed } from "../run/packages.ts";
import { answerTo, JSON_TYPE, requestId, VERSION } from "./by-hand.ts";
import { contractOf, type Deed } from "./cases.ts";
import type { Mode, Variant } from "./names.ts";

const { install } = await built<typeof Adapter>("express");

const headers: RequestHandler = (request, response, next) => {
  response.setHeader("UHP-Version", VERSION);
  response.setHeader("x-request-id", requestId(request.headers["x-request-id"]));
  next();
};

// Express recognizes an error handler by its four parameters.
const errors: ErrorRequestHandler = (error, _request, response, _next) => {
  const { status, body } = answerTo(error, String(response.getHeader("x-request-id")));
  response.statusCode = status;
  response.setHeader("Content-Type", JSON_TYPE);
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.end(body);
};

/** An Express app with one route. */
export function expressApp(name: "express4" | "express5", variant: Variant | Mode, deed: Deed): Express {
  const app = installed<typeof express>(name === "express5" ? "express" : name)();
  const contract = contractOf(variant);
  if (contract !== undefined) install(app, contract);
  if (variant === "headers" || variant === "hand") app.use(headers);
  app.get("/case", (_request, response) => {
    if ("failure" in deed) throw deed.failure();
    response.status(deed.status).json(deed.body());
  });
  if (variant === "hand") app.use(errors);
  return app;
}
