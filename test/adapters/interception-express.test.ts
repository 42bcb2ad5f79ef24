import { createContract } from "@uhp-errors/core";
import { asyncHandler, uhp, uhpErrorHandler } from "@uhp-errors/express";
import compression from "compression";
import type { Express } from "express";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress } from "../support/express.ts";
import { send } from "../support/http.ts";

describe.each(EXPRESS_FRAMEWORKS)("the watch on %s", (_name, framework) => {
  const fails: Readonly<Record<string, (app: Express) => void>> = {
    "a bare JSON error": (app) =>
      app.get("/", (_request, response) => {
        response.status(404).json({ error: "no" });
      }),
    "a written head": (app) =>
      app.get("/", (_request, response) => {
        response.writeHead(404, { "Content-Type": "text/plain" });
        response.end("no");
      }),
    "a status alone": (app) =>
      app.get("/", (_request, response) => {
        response.sendStatus(404);
      }),
    "a written success, and then a throw": (app) =>
      app.get("/", (_request, response) => {
        response.writeHead(200, { "Content-Type": "text/plain" });
        throw acme.error("harness_not_found");
      }),
    "a throw": (app) =>
      app.get("/", () => {
        throw acme.error("harness_not_found");
      }),
  };
  for (const threshold of [0, 1024]) {
    test.each(Object.entries(fails))(
      `does not mind a compressor in front of it, from ${threshold} bytes on: %s`,
      async (_what, mount) => {
        const contract = createContract(acme, { onError: () => {} });
        const app = framework().set("env", "test");
        app.use(compression({ threshold }), uhp(contract));
        mount(app);
        app.use(uhpErrorHandler(contract));
        await during(await listen(app), async (url) => {
          const response = await fetch(url, { headers: { "Accept-Encoding": "gzip" } });
          expect(response.status).toBe(404);
          expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
        });
      },
    );
  }

  test("an error that another request makes and throws is not blamed on this one", async () => {
    let made = () => {};
    const isMade = new Promise<void>((resolve) => {
      made = resolve;
    });
    let answered = () => {};
    const hasResponded = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const mount = (app: Express) => {
      app.get(
        "/bare",
        asyncHandler(async (_request, response: import("express").Response) => {
          await isMade;
          response.status(409).json({ m: 1 });
          answered();
        }),
      );
      app.get(
        "/thrown",
        asyncHandler(async () => {
          const error = acme.error("session_busy");
          made();
          await hasResponded;
          throw error;
        }),
      );
    };
    await serveExpress(framework, mount, async (url, reports) => {
      await Promise.all([send(url, { path: "/bare" }), send(url, { path: "/thrown" })]);
      expect(reports.map(({ misuse }) => misuse)).toEqual([undefined, undefined]);
    });
  });
});
