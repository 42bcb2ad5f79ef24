import { createServer, type Server } from "node:http";
import { bearer, install, requestContext, stream } from "@uhp-errors/h3";
import { attach } from "@uhp-errors/node";
import { bodyLimit, getRouterParam, H3, type H3Event, readBody } from "h3";
import { toNodeHandler } from "h3/node";
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

/** The service on h3 2. */
export function createH3App({ contract, key }: AppSettings): H3 {
  const app = new H3();
  install(app, contract);

  const isOpen = ({ req, url }: H3Event) => ["GET", "HEAD"].includes(req.method) && url.pathname === "/v1/uhp";
  app.use(bearer(contract, holderOf(key)), { match: (event) => !isOpen(event) });

  app.get("/v1/uhp", () => discovery(contract));
  app.get("/v1/harnesses", () => harnessList());
  app.get("/v1/harnesses/:id", (event) => findHarness(param(event, "id")));
  app.get("/v1/harnesses/:id/models", (event) => modelsOf(param(event, "id")));
  app.get("/v1/models", () => modelCatalog());
  app.get("/v1/responses/:id", (event) => findResponse(param(event, "id")));
  app.post(
    "/v1/responses",
    async (event) => {
      const run = acceptTask(parseTask(isOfType(event, "application/json") ? await readBody(event) : undefined));
      if (!run.task.stream) return outcomeOf(run);
      return stream(contract, event, { responseObject: run.response }, (events) => sendEvents(events, run));
    },
    { middleware: [bodyLimit(MAX_JSON_BYTES)] },
  );
  app.post("/v1/responses/:id/cancel", (event) => cancelTask(param(event, "id"), contract, requestContext(event)));
  app.post("/v1/sessions/:id/cancel", (event) => cancelSession(param(event, "id"), contract, requestContext(event)));
  app.post("/v1/files", async (event) => {
    const form = isOfType(event, "multipart/form-data") ? [...(await event.req.formData())] : [];
    const [name = FILE_FIELD, file] = form.find(([, part]) => part instanceof File) ?? [];
    if (name !== FILE_FIELD) throw acme.error("invalid_input", { param: name });
    const given = file instanceof File ? { originalname: file.name, size: file.size } : undefined;
    if (given !== undefined && given.size > MAX_FILE_BYTES) {
      throw acme.error("file_too_large", { param: FILE_FIELD, detail: { max_bytes: MAX_FILE_BYTES } });
    }
    event.res.status = 201;
    return fileObject(given);
  });

  // Takes any method and any path below, so that any unmodified client can use it as its base URL.
  app.all("/v1/debug/raise/:code/**", (event) => raise(param(event, "code"), contract, requestContext(event)));

  let limited = 0;
  app.get("/v1/debug/limited", (event) => {
    limited += 1;
    if (limited <= LIMIT.requests) return { object: "limited" };
    // A typical limiter: it answers by itself, in its own words.
    event.res.status = 429;
    event.res.headers.set("Retry-After", String(LIMIT.windowMs / 1_000));
    return "Too many requests.";
  });
  return app;
}

/** The service as a server of Node. */
export function createH3Server(settings: AppSettings): Server {
  const server = createServer(toNodeHandler(createH3App(settings)));
  attach(server, settings.contract);
  return server;
}

function param(event: H3Event, name: string): string {
  return getRouterParam(event, name, { decode: true }) ?? "";
}

function isOfType(event: H3Event, type: string): boolean {
  return event.req.headers.get("content-type")?.startsWith(type) === true;
}
