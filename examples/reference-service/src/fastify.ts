import type multipart from "@fastify/multipart";
import type rateLimit from "@fastify/rate-limit";
import { bearer, requestContext, stream, uhp, uhpServerOptions } from "@uhp-errors/fastify";
import type { FastifyInstance, FastifyRequest, fastify } from "fastify";
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
  type UploadedFile,
} from "./service.ts";
import { parseTask } from "./tasks.ts";

/** One major version of Fastify, with plugins that fit it. */
export interface FastifyKit {
  readonly fastify: typeof fastify;
  readonly multipart: typeof multipart;
  readonly rateLimit: typeof rateLimit;
}

/** The service on Fastify 4 or 5. */
export async function createFastifyApp(kit: FastifyKit, { contract, key }: AppSettings): Promise<FastifyInstance> {
  const app = kit.fastify({ ...uhpServerOptions(contract), forceCloseConnections: true });

  await app.register(uhp, { contract });
  await app.register(kit.multipart, { limits: { fileSize: MAX_FILE_BYTES } });
  await app.register(kit.rateLimit, { global: false });

  // Fastify rejects an empty body that is declared as JSON. The other parsers treat it as no body.
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) =>
    text === "" ? done(null) : parseJson(request, text, done),
  );

  // Hooks also run for unknown routes, and for routes that were declared before them.
  const auth = bearer(contract, holderOf(key));
  app.addHook("onRequest", async (request, reply) =>
    request.routeOptions.url === "/v1/uhp" ? undefined : auth(request, reply),
  );

  app.get("/v1/uhp", () => discovery(contract));
  app.get("/v1/harnesses", harnessList);
  app.get<{ Params: { id: string } }>("/v1/harnesses/:id", (request) => findHarness(request.params.id));
  app.get<{ Params: { id: string } }>("/v1/harnesses/:id/models", (request) => modelsOf(request.params.id));
  app.get("/v1/models", modelCatalog);
  app.get<{ Params: { id: string } }>("/v1/responses/:id", (request) => findResponse(request.params.id));
  app.post("/v1/responses", { bodyLimit: MAX_JSON_BYTES }, async (request, reply) => {
    const run = acceptTask(parseTask(request.body));
    if (!run.task.stream) return outcomeOf(run);
    void sendEvents(stream(contract, request, reply, { responseObject: run.response }), run);
    return reply;
  });
  app.post<{ Params: { id: string } }>("/v1/responses/:id/cancel", (request, reply) =>
    cancelTask(request.params.id, contract, requestContext(request, reply)),
  );
  app.post<{ Params: { id: string } }>("/v1/sessions/:id/cancel", (request, reply) =>
    cancelSession(request.params.id, contract, requestContext(request, reply)),
  );
  app.post("/v1/files", async (request, reply) => {
    const file = fileObject(await uploadedFile(request));
    return reply.code(201).send(file);
  });
  // Takes any method and any path below, so that any unmodified client can use it as its base URL.
  for (const path of ["/v1/debug/raise/:code", "/v1/debug/raise/:code/*"]) {
    app.all<{ Params: { code: string } }>(path, async (request, reply) =>
      raise(request.params.code, contract, requestContext(request, reply)),
    );
  }
  // A typical limiter: it throws an error of its own, in its own words.
  const limited = { config: { rateLimit: { max: LIMIT.requests, timeWindow: LIMIT.windowMs } } };
  app.get("/v1/debug/limited", limited, () => ({ object: "limited" }));
  return app;
}

/** The file in a form; `undefined` if there is none. @throws ContractError invalid_input for a file in another part */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile | undefined> {
  const part = request.isMultipart() ? await request.file() : undefined;
  if (part === undefined) return undefined;
  if (part.fieldname === FILE_FIELD) return { originalname: part.filename, size: (await part.toBuffer()).length };
  // A part that is taken must also be read, or the connection hangs.
  part.file.resume();
  throw acme.error("invalid_input", { param: part.fieldname });
}
