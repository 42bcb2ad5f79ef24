import { createServer, type Server } from "node:http";
import { asyncHandler, attach, bearer, requestContext, stream, uhp, uhpErrorHandler } from "@uhp-errors/express";
import type express from "express";
import type { Request, Response } from "express";
import { rateLimit } from "express-rate-limit";
import multer from "multer";
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

/** The service on Express. `framework` is the module of version 4 or 5. */
export function createExpressServer(framework: typeof express, { contract, key }: AppSettings): Server {
  const app = framework();
  const upload = multer({ limits: { fileSize: MAX_FILE_BYTES } });

  app.use(uhp(contract));

  app.get("/v1/uhp", (_request, response) => {
    response.json(discovery(contract));
  });

  app.use(bearer(contract, holderOf(key)));

  app.get("/v1/harnesses", (_request, response) => {
    response.json(harnessList());
  });
  app.get("/v1/harnesses/:id", (request, response) => {
    response.json(findHarness(request.params.id));
  });
  app.get("/v1/harnesses/:id/models", (request, response) => {
    response.json(modelsOf(request.params.id));
  });
  app.get("/v1/models", (_request, response) => {
    response.json(modelCatalog());
  });
  app.get("/v1/responses/:id", (request, response) => {
    response.json(findResponse(request.params.id));
  });
  app.post(
    "/v1/responses",
    framework.json({ limit: MAX_JSON_BYTES }),
    // Express 4 does not look at what a handler returns.
    asyncHandler(async (request: Request, response: Response) => {
      const run = acceptTask(parseTask(request.body));
      if (!run.task.stream) response.json(await outcomeOf(run));
      else void sendEvents(stream(contract, request, response, { responseObject: run.response }), run);
    }),
  );
  app.post("/v1/responses/:id/cancel", (request, response) => {
    response.json(cancelTask(request.params.id, contract, requestContext(request, response)));
  });
  app.post("/v1/sessions/:id/cancel", (request, response) => {
    response.json(cancelSession(request.params.id, contract, requestContext(request, response)));
  });
  app.post("/v1/files", upload.single(FILE_FIELD), (request, response) => {
    response.status(201).json(fileObject(request.file));
  });
  // Takes any method and any path below, so that any unmodified client can use it as its base URL.
  app.use(
    "/v1/debug/raise/:code",
    asyncHandler(async (request: Request<{ code: string }>, response: Response) => {
      response.json(await raise(request.params.code, contract, requestContext(request, response)));
    }),
  );
  // A typical limiter: it answers by itself, in its own words.
  const limiter = rateLimit({ windowMs: LIMIT.windowMs, limit: LIMIT.requests });
  app.get("/v1/debug/limited", limiter, (_request, response) => {
    response.json({ object: "limited" });
  });

  app.use(uhpErrorHandler(contract));

  const server = createServer(app);
  attach(server, contract);
  return server;
}
