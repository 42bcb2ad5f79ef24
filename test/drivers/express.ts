import { fileURLToPath } from "node:url";
import { uhp } from "@uhp-errors/express";
import compression from "compression";
import express5, { type Express, type RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import express4 from "express4";
import type { Driver, Handler } from "./driver.ts";
import { listen } from "./listen.ts";
import type { DriverName } from "./names.ts";

type Framework = typeof express5;

const FILES = fileURLToPath(new URL("../files", import.meta.url));

export const EXPRESS_DRIVERS: readonly Driver[] = [
  driver("express4", express4 as unknown as Framework),
  driver("express5", express5),
];

function driver(name: DriverName, framework: Framework): Driver {
  return {
    name,
    knownFailing: {},
    start: (contract, handler = () => {}) => {
      const app = framework();
      app.use(uhp.contract(contract));
      mountFixtures(app, framework);
      app.all("/case", uhp.async(runCase(handler)));
      app.get("/methods/:id", (_request, response) => {
        response.json({ ok: true });
      });
      app.use(uhp.errors(contract));
      return listen(app, (server) => uhp.attach(server, contract));
    },
  };
}

/** Middleware that every Express service has, none of it ours: each answers or fails in its own way. */
function mountFixtures(app: Express, framework: Framework): void {
  const echo: RequestHandler = (request, response) => {
    response.json({ received: request.body as unknown });
  };
  app.post("/json", framework.json({ limit: 1_000 }), echo);
  app.post("/form", framework.urlencoded({ extended: true, limit: 1_000, parameterLimit: 10 }), echo);
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

function runCase(
  handler: Handler,
): (request: Parameters<RequestHandler>[0], response: Parameters<RequestHandler>[1], next: () => void) => unknown {
  return (request, response, next) =>
    handler({
      request,
      response,
      next,
      reply: (status, body, headers = {}) => {
        response.status(status).set(headers);
        if (body === undefined) response.end();
        else response.send(body);
      },
    });
}
