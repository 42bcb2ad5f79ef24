import { pipeline, Readable } from "node:stream";
import { Ajv } from "ajv";
import compression from "compression";
import express from "express";
import { rateLimit } from "express-rate-limit";
import multer from "multer";
import polka, { type Middleware, type Polka, type Request, type Response } from "polka";
import { type Driver, type Io, MAX_BYTES } from "../../conformance/drivers/driver.ts";
import { FILES, listen } from "../../conformance/drivers/listen.ts";
import { aboutRequest } from "../../conformance/drivers/node-request.ts";
import { validate } from "../../conformance/drivers/validate.ts";
import { attach, bearer, install, requestContext, stream } from "./polka.ts";

/** A service on Polka with the documented adapter, for the cases that every framework with an adapter must pass. */
export const POLKA_DRIVER: Omit<Driver, "name" | "startMounted"> = {
  hasNodeResponse: true,
  knownFailing: {
    "target.absolute": "Polka routes no whole URL",
    "written.no-answer": "Polka does not tell a route for all methods from middleware",
    "written.format": "Polka negotiates no content type",
    "router.percent-escape": "Polka hands on an escape that it cannot decode as it came",
  },
  start: (contract, handler = () => {}, verify) => {
    const app = polka();
    if (contract !== undefined) install(app, contract);
    if (verify !== undefined) app.use(bearer(verify));
    mountFixtures(app);
    app.all("/case", (request, response, next) => handler(ioOf(request, response, next)) as Promise<void>);
    app.get("/methods/:id", (_request, response) => reply(response, 200, { ok: true }));
    return listen(
      (request, response) => void app.handler(request as Request, response, undefined as never),
      (server) => contract !== undefined && attach(server, contract),
    );
  },
};

function ioOf(request: Request, response: Response, next: (error?: string) => unknown): Io {
  return {
    ...aboutRequest(request),
    response,
    next: () => next(),
    principal: () => Reflect.get(request, "principal"),
    context: () => requestContext(request, response),
    stream: (contract, options) => stream(contract, request, response, options),
    set: (name, value) => response.setHeader(name, value),
    reply: (status, body, headers = {}) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (body instanceof Readable) pipeline(body, response, (error) => error && next(error as never));
      else reply(response, status, body);
    },
  };
}

function reply(response: Response, status: number, body?: string | object): void {
  const isText = body === undefined || typeof body === "string";
  const text = isText ? body : JSON.stringify(body);
  if (!isText) response.setHeader("Content-Type", "application/json");
  response.statusCode = status;
  response.end(text);
}

/** Middleware that services have, made for Express and its like, none of it from the library. */
function mountFixtures(app: Polka): void {
  const use = (...middleware: readonly unknown[]) => middleware as Middleware[];
  const echo: Middleware = (request, response) => reply(response, 200, { received: request.body as unknown });
  const verify = () => {
    throw new Error("signature 0xSECRET does not match");
  };
  app.post("/json", ...use(express.json({ limit: MAX_BYTES })), echo);
  app.post("/form", ...use(express.urlencoded({ extended: true, limit: MAX_BYTES, parameterLimit: 10 })), echo);
  app.post("/upload", ...use(multer({ limits: { fileSize: MAX_BYTES } }).single("file")), echo);
  app.post("/validated", ...use(express.json()), (request, response) => {
    if (!validate(request.body)) throw new Ajv.ValidationError(validate.errors ?? []);
    reply(response, 200, { ok: true });
  });
  app.post("/signed", ...use(express.json({ verify })), echo);
  app.get("/silent", () => {});
  app.use("/static", ...use(express.static(FILES, { fallthrough: false, dotfiles: "deny" })));
  app.use(
    "/limited",
    ...use(rateLimit({ windowMs: 60_000, limit: 1, keyGenerator: () => "all", validate: false, handler: limited })),
    echo,
  );
  app.get("/bare/:status", ({ params }, response) => reply(response, Number(params["status"])));
  app.get("/compressed/:status", ...use(compression({ threshold: 0 })), ({ params }, response) =>
    reply(response, Number(params["status"]), { message: "pg://svc:hunter2@db-1" }),
  );
}

function limited(_request: unknown, response: unknown): void {
  reply(response as Response, 429, "Too many requests");
}
