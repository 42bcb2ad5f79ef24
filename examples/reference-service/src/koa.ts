import { createServer, type Server } from "node:http";
import { bodyParser } from "@koa/bodyparser";
import multer from "@koa/multer";
import Router from "@koa/router";
import { attach, bearer, requestContext, stream, uhp } from "@uhp-errors/koa";
import type Koa from "koa";
import type { Middleware } from "koa";
import ratelimit from "koa-ratelimit";
import { acme } from "./catalog.ts";
import { findHarness, harnessList, modelCatalog, modelsOf } from "./harnesses.ts";
import { raise } from "./raise.ts";
import { acceptTask, cancelSession, cancelTask, findResponse, outcomeOf } from "./runs.ts";
import {
  type AppSettings,
  discovery,
  FILE_FIELD,
  fileObject,
  holderOf,
  LIMIT,
  MAX_FILE_BYTES,
  MAX_JSON_BYTES,
  sendEvents,
} from "./service.ts";
import { parseTask } from "./tasks.ts";

/** The service on Koa. `Framework` is the class of version 2 or 3. */
export function createKoaServer(Framework: typeof Koa, { contract, key }: AppSettings): Server {
  const app = new Framework();
  const upload = multer({ limits: { fileSize: MAX_FILE_BYTES } });

  app.use(uhp(contract));

  const open = new Router();
  open.get("/v1/uhp", (context) => {
    context.body = discovery(contract);
  });
  app.use(open.routes());

  app.use(bearer(contract, holderOf(key)));

  const router = new Router();
  router.use(refuseUndecodable);
  router.get("/v1/harnesses", (context) => {
    context.body = harnessList();
  });
  router.get("/v1/harnesses/:id", (context) => {
    context.body = findHarness(context.params["id"] ?? "");
  });
  router.get("/v1/harnesses/:id/models", (context) => {
    context.body = modelsOf(context.params["id"] ?? "");
  });
  router.get("/v1/models", (context) => {
    context.body = modelCatalog();
  });
  router.get("/v1/responses/:id", (context) => {
    context.body = findResponse(context.params["id"] ?? "");
  });
  router.post("/v1/responses", bodyParser({ enableTypes: ["json"], jsonLimit: MAX_JSON_BYTES }), async (context) => {
    const run = acceptTask(parseTask(context.request.body));
    if (!run.task.stream) context.body = await outcomeOf(run);
    else void sendEvents(stream(contract, context, { responseObject: run.response }), run);
  });
  router.post("/v1/responses/:id/cancel", (context) => {
    context.body = cancelTask(context.params["id"] ?? "", contract, requestContext(context));
  });
  router.post("/v1/sessions/:id/cancel", (context) => {
    context.body = cancelSession(context.params["id"] ?? "", contract, requestContext(context));
  });
  router.post("/v1/files", upload.single(FILE_FIELD), (context) => {
    context.body = fileObject(context.file);
    context.status = 201;
  });
  // Takes any method and any path below, so that any unmodified client can use it as its base URL.
  router.all("/v1/debug/raise/:code{/*rest}", async (context) => {
    context.body = await raise(context.params["code"] ?? "", contract, requestContext(context));
  });
  // A typical limiter: it answers by itself, in its own words.
  const limiter = ratelimit({ driver: "memory", db: new Map(), duration: LIMIT.windowMs, max: LIMIT.requests });
  router.get("/v1/debug/limited", limiter, (context) => {
    context.body = { object: "limited" };
  });
  // Answers a wrong method with 405 and `Allow`, on the routes of the first router too.
  app.use(router.routes()).use(router.allowedMethods());

  const server = createServer(app.callback());
  attach(server, contract);
  return server;
}

/** The router passes on a parameter that it cannot decode, which would then count as an unknown id. */
const refuseUndecodable: Middleware = (context, next) => {
  try {
    decodeURIComponent(context.path);
  } catch (cause) {
    throw acme.error("invalid_input", { cause });
  }
  return next();
};
