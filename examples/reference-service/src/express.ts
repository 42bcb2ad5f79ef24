import type { Contract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import type express from "express";
import type { Express, RequestHandler, Response } from "express";
import { rateLimit } from "express-rate-limit";
import multer from "multer";
import { acme } from "./catalog.ts";
import { eventsOf, findHarness, findResponse, HARNESSES, runTask, type TaskResponse, taskSchema } from "./harnesses.ts";
import { raise } from "./raise.ts";

/** Bytes of an uploaded file. */
const MAX_FILE_BYTES = 1_048_576;

/** What an application needs beside the framework itself. */
export interface AppSettings {
  readonly contract: Contract;
  /** The one bearer token that this service accepts. */
  readonly key: string;
}

/** The harness service on Express: `framework` is the module of version 4 or 5, the rest is the same. */
export function createApp(framework: typeof express, { contract, key }: AppSettings): Express {
  const app = framework();
  const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: MAX_FILE_BYTES } });

  app.use(uhp.contract(contract));

  app.get("/v1/uhp", (_request, response) => {
    response.json({
      object: "uhp.discovery",
      protocol: "uhp",
      versions: contract.versions,
      default_version: contract.defaultVersion,
      conformance_class: "core",
      capabilities: { streaming: true, files: true, plugins: false, environments: false, memories: false },
    });
  });

  app.use(requireKey(key));

  app.get("/v1/harnesses", (_request, response) => {
    response.json({ object: "list", data: HARNESSES });
  });
  app.get("/v1/harnesses/:id", (request, response) => {
    response.json(findHarness(request.params.id));
  });
  app.get("/v1/responses/:id", (request, response) => {
    response.json(findResponse(request.params.id));
  });
  app.post("/v1/responses", framework.json({ limit: "256kb" }), (request, response) => {
    const task = taskSchema.parse(request.body ?? {});
    const result = runTask(task);
    if (task.stream) streamEvents(response, result);
    else response.json(result);
  });
  app.post("/v1/files", acceptUpload(upload.single("file")), (request, response) => {
    if (request.file === undefined) {
      throw acme.error("invalid_input", { param: "file", message: "The part named file is missing." });
    }
    response.status(201).json({ id: `file_${request.file.size}`, object: "file", bytes: request.file.size });
  });
  app.get(
    "/v1/debug/raise/:code",
    uhp.async(async (request: { params: { code: string } }, response: Response) => {
      response.json(await raise(request.params.code));
    }),
  );
  // A limiter as services have it: it answers by itself, in its own words.
  app.get("/v1/debug/limited", rateLimit({ windowMs: 60_000, limit: 1 }), (_request, response) => {
    response.json({ object: "limited" });
  });

  app.use(uhp.errors(contract));
  return app;
}

/** Lets a request pass that carries the key (RFC 6750, section 2.1). */
function requireKey(key: string): RequestHandler {
  return (request, _response, next) => {
    const [, token] = /^bearer +(.*)$/i.exec(request.get("authorization") ?? "") ?? [];
    if (token === undefined || token === "") throw acme.error("missing_credential");
    if (token !== key) throw acme.error("invalid_credential");
    next();
  };
}

/** Says in the contract's words what multer objects to: its errors state neither a status nor the limit. */
function acceptUpload(parse: RequestHandler): RequestHandler {
  return (request, response, next) => {
    parse(request, response, (error: unknown) => {
      if (error === undefined) return next();
      const { code, field: param = null } = error as { code?: string; field?: string };
      if (code === "LIMIT_FILE_SIZE") {
        return next(acme.error("file_too_large", { param, detail: { max_bytes: MAX_FILE_BYTES } }));
      }
      // An error with a code that is not multer's own comes from the storage, one without from the form's parser.
      if (code !== undefined && !(error instanceof multer.MulterError)) return next(error);
      next(acme.error("invalid_input", { param, message: "The upload is not a valid form.", cause: error }));
    });
  };
}

function streamEvents(response: Response, result: TaskResponse): void {
  response.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
  for (const event of eventsOf(result)) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end();
}
