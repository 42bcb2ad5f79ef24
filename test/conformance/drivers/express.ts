import {
  asyncHandler,
  attach,
  bearer,
  install,
  requestContext,
  stream,
  uhp,
  uhpErrorHandler,
} from "@uhp-errors/express";
import { Ajv } from "ajv";
import compression from "compression";
import express5, { type Express, type Request, type RequestHandler, type Response } from "express";
import { rateLimit } from "express-rate-limit";
import express4 from "express4";
import multer from "multer";
import { type Driver, type Handler, MAX_BYTES } from "./driver.ts";
import { FILES, listen } from "./listen.ts";
import type { DriverName } from "./names.ts";
import { ioOnExpress } from "./node-request.ts";
import { validate } from "./validate.ts";

type Framework = typeof express5;

export const EXPRESS_DRIVERS: readonly Driver[] = [
  driver("express4", express4 as unknown as Framework),
  driver("express5", express5),
];

/** The same, with the contract put in force by `install`. */
export const INSTALLED_EXPRESS_DRIVERS: readonly Driver[] = [
  driver("express4", express4 as unknown as Framework, true),
  driver("express5", express5, true),
];

function driver(name: DriverName, framework: Framework, isInstalled = false): Driver {
  return {
    name,
    hasNodeResponse: true,
    knownFailing: {
      "written.static.missing": "serve-static hands a missing file on, and Express says that no route took the request",
    },
    start: (contract, handler = () => {}, verify) => {
      const app = framework();
      // The final handler prints unhandled errors, except in the test environment.
      app.set("env", "test");
      if (contract !== undefined && isInstalled) install(app, contract);
      else if (contract !== undefined) app.use(uhp(contract));
      if (contract !== undefined && verify !== undefined) app.use(bearer(contract, verify));
      mountFixtures(app, framework);
      app.all("/case", asyncHandler(runCase(handler)));
      app.get("/methods/:id", (_request, response) => {
        response.json({ ok: true });
      });
      if (contract !== undefined && !isInstalled) app.use(uhpErrorHandler(contract));
      return listen(app, (server) => contract !== undefined && attach(server, contract));
    },
    startMounted: (contracts) => {
      const app = framework();
      app.set("env", "test");
      mountPages(app);
      for (const [prefix, contract] of Object.entries(contracts)) {
        const router = framework.Router();
        mountPages(router as unknown as Express);
        app.use(prefix, uhp(contract), router, ...uhpErrorHandler(contract));
      }
      return listen(app);
    },
  };
}

/** The routes of a server that also serves pages. Each answers or throws in the framework's own way. */
function mountPages(app: Pick<Express, "get">): void {
  app.get("/", (_request, response) => {
    response.send("<h1>Hello</h1>");
  });
  app.get("/broken", (_request, response) => {
    response.status(500).send("<h1>Sorry</h1>");
  });
  app.get("/thrown", () => {
    // The default page shows the stack, and the contract's middleware would be part of it.
    throw Object.assign(new Error("page"), { status: 410, stack: "page" });
  });
}

/** Middleware that every Express service has, none of it from the library. Each route answers or fails in its own way. */
function mountFixtures(app: Express, framework: Framework): void {
  const echo: RequestHandler = (request, response) => {
    response.json({ received: request.body as unknown });
  };
  app.post("/json", framework.json({ limit: MAX_BYTES }), echo);
  app.post("/form", framework.urlencoded({ extended: true, limit: MAX_BYTES, parameterLimit: 10 }), echo);
  app.post("/upload", multer({ limits: { fileSize: MAX_BYTES } }).single("file"), (request, response) => {
    response.json({ received: request.file?.size });
  });
  app.post("/validated", framework.json(), (request, response) => {
    if (!validate(request.body)) throw new Ajv.ValidationError(validate.errors ?? []);
    response.json({ ok: true });
  });
  app.get("/silent", () => {});
  app.post(
    "/signed",
    framework.json({
      verify: () => {
        throw new Error("signature 0xSECRET does not match");
      },
    }),
    echo,
  );
  app.use("/static", framework.static(FILES, { fallthrough: false, dotfiles: "deny" }));
  app.use("/limited", rateLimit({ windowMs: 60_000, limit: 1 }), echo);
  app.get("/bare/:status", (request, response) => {
    response.sendStatus(Number(request.params["status"]));
  });
  app.get("/format", (_request, response) => {
    response.format({ "text/html": () => response.send("<p>") });
  });
  app.get("/compressed/:status", compression({ threshold: 0 }), (request, response) => {
    response.status(Number(request.params["status"])).json({ message: "pg://svc:hunter2@db-1" });
  });
}

function runCase(handler: Handler) {
  return (request: Request, response: Response, next: (error?: unknown) => void): unknown =>
    handler({
      ...ioOnExpress(request, response, next),
      stream: (contract, options) => stream(contract, request, response, options),
      context: () => requestContext(request, response),
    });
}
