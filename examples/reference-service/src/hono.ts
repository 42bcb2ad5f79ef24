import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { bearer, install, requestContext, stream } from "@uhp-errors/hono";
import { attach } from "@uhp-errors/node";
import { Hono, type MiddlewareHandler } from "hono";
import { rateLimiter } from "hono-rate-limiter";
import { acme } from "./catalog.ts";
import { jsonOf, refuseUnreadable } from "./fetch-body.ts";
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
  sendEvents,
} from "./service.ts";
import { parseTask } from "./tasks.ts";

/** The service on Hono. It runs on any runtime. */
export function createHonoApp({ contract, key }: AppSettings): Hono {
  const app = new Hono();
  install(app, contract);

  app.get("/v1/uhp", (c) => c.json(discovery(contract)));

  app.use(bearer(contract, holderOf(key)), refuseUndecodable);

  app.get("/v1/harnesses", (c) => c.json(harnessList()));
  app.get("/v1/harnesses/:id", (c) => c.json(findHarness(c.req.param("id"))));
  app.get("/v1/harnesses/:id/models", (c) => c.json(modelsOf(c.req.param("id"))));
  app.get("/v1/models", (c) => c.json(modelCatalog()));
  app.get("/v1/responses/:id", (c) => c.json(findResponse(c.req.param("id"))));
  app.post("/v1/responses", async (c) => {
    const run = acceptTask(parseTask(await jsonOf(c.req.raw)));
    if (!run.task.stream) return c.json(await outcomeOf(run));
    return stream(contract, c, { responseObject: run.response }, (events) => sendEvents(events, run));
  });
  app.post("/v1/responses/:id/cancel", (c) => c.json(cancelTask(c.req.param("id"), contract, requestContext(c))));
  app.post("/v1/sessions/:id/cancel", (c) => c.json(cancelSession(c.req.param("id"), contract, requestContext(c))));
  app.post("/v1/files", async (c) => {
    const isForm = isOfType(c.req.header("content-type"), "multipart/form-data");
    const parts = isForm ? Object.entries(await c.req.parseBody()) : [];
    const [name = FILE_FIELD, file] = parts.find(([, part]) => part instanceof File) ?? [];
    if (name !== FILE_FIELD) throw acme.error("invalid_input", { param: name });
    const given = file instanceof File ? { originalname: file.name, size: file.size } : undefined;
    if (given !== undefined && given.size > MAX_FILE_BYTES) {
      throw acme.error("file_too_large", { param: FILE_FIELD, detail: { max_bytes: MAX_FILE_BYTES } });
    }
    return c.json(fileObject(given), 201);
  });
  // Takes any method and any path below, so that any unmodified client can use it as its base URL.
  app.all("/v1/debug/raise/:code/*", async (c) =>
    c.json(Object(await raise(c.req.param("code"), contract, requestContext(c)))),
  );
  // A typical limiter: it answers by itself, in its own words.
  const limiter = rateLimiter({ windowMs: LIMIT.windowMs, limit: LIMIT.requests, keyGenerator: () => "everybody" });
  app.get("/v1/debug/limited", limiter, (c) => c.json({ object: "limited" }));
  return app;
}

/** The service as a server of Node. */
export function createHonoServer(settings: AppSettings): Server {
  const { fetch } = createHonoApp(settings);
  const server = createServer(
    getRequestListener(fetch, {
      overrideGlobalObjects: false,
      errorHandler: refuseUnreadable(settings.contract),
    }),
  );
  attach(server, settings.contract);
  return server;
}

/** Hono passes on a parameter that it cannot decode, which would then count as an unknown id. */
const refuseUndecodable: MiddlewareHandler = async (c, next) => {
  try {
    decodeURIComponent(c.req.path);
  } catch (cause) {
    throw acme.error("invalid_input", { cause });
  }
  await next();
};

function isOfType(header: string | undefined, type: string): boolean {
  return header?.startsWith(type) === true;
}
