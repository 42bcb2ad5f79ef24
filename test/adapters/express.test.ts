import type { ServerResponse } from "node:http";
import { createContract, defineCatalog, joinCatalogs } from "@uhp-errors/core";
import { uhp, uhpErrorHandler } from "@uhp-errors/express";
import compression from "compression";
import type { Express } from "express";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress, type Use } from "../support/express.ts";
import { send } from "../support/http.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

describe.each(EXPRESS_FRAMEWORKS)("%s", (_name, framework) => {
  const serve = (mount: (app: Express) => void, use: Use) => serveExpress(framework, mount, use);

  test("two contracts under two paths each answer their own", async () => {
    const globex = defineCatalog({ vendor: "globex" });
    const app = framework();
    const silent = { onError: () => {} };
    const [one, other] = [createContract(acme, silent), createContract(joinCatalogs(globex, acme), silent)];
    app.use(uhp(one));
    app.use("/other", uhp(other));
    app.get("/other/bare", (_request, response) => {
      response.sendStatus(500);
    });
    app.use("/other", uhpErrorHandler(other));
    app.use(uhpErrorHandler(one));
    await during(await listen(app), async (url) => {
      expect(expectEnvelope(await send(url, { path: "/missing" })).code).toBe("acme_route_not_found");
      expect(expectEnvelope(await send(url, { path: "/other/missing" }), ["globex"]).code).toBe(
        "globex_route_not_found",
      );
      expect(expectEnvelope(await send(url, { path: "/other/bare" }), ["globex"]).code).toBe("globex_internal_error");
    });
  });

  test("a compressor may compress the envelope", async () => {
    const routes = (app: Express) => {
      app.use(compression({ threshold: 0 }));
      app.get("/thrown", () => {
        throw acme.error("harness_not_found");
      });
    };
    await serve(routes, async (url) => {
      const response = await fetch(`${url}/thrown`);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-encoding")).toMatch(/^(?:gzip|br)$/);
      expect(await response.json()).toMatchObject({ error: { code: "harness_not_found" } });
    });
  });

  test("an envelope written by hand keeps its code through a compressor", async () => {
    const routes = (app: Express) => {
      app.get("/packed", compression({ threshold: 0 }), (_request, response) => {
        const error = {
          type: "invalid_request_error",
          code: "session_expired",
          message: "Old.",
          param: null,
          detail: null,
        };
        response.status(404).json({ error });
      });
    };
    await serve(routes, async (url) => {
      const received = await send(url, { path: "/packed", headers: { "Accept-Encoding": "gzip" } });
      expect(expectEnvelope(received).code).toBe("session_expired");
    });
  });

  test("the report has details that the client does not get", async () => {
    const thrown = new Error(LEAKY_TEXT);
    const routes = (app: Express) => {
      app.get("/unknown", () => {
        throw thrown;
      });
      app.get("/bare", (_request, response) => {
        response.status(403).send("<p>why</p>");
      });
    };
    await serve(routes, async (url, reports) => {
      await send(url, { path: "/unknown?a=1", headers: { "x-request-id": "abc", "UHP-Version": "2026-09-12" } });
      await send(url, { path: "/bare" });
      expect(reports[0]).toEqual({
        transport: "http",
        route: "/unknown",
        durationMs: expect.any(Number),
        context: expect.objectContaining({ native: { request: expect.anything(), response: expect.anything() } }),
        level: "error",
        outcome: "answered",
        thrown,
        origin: "unknown",
        recognizer: undefined,
        code: "acme_internal_error",
        type: "server_error",
        status: 500,
        version: "2026-09-12",
        correlationId: "abc",
        method: "GET",
        path: "/unknown",
        withheld: [{ what: "message", text: LEAKY_TEXT }],
        removed: [],
        misuse: undefined,
      });
      expect(reports[0]?.thrown).toBe(thrown);
      expect(reports[1]).toMatchObject({
        level: "info",
        thrown: undefined,
        code: "acme_forbidden",
        withheld: [{ what: "body", text: "<p>why</p>" }],
      });
    });
  });
});

test("the adapter needs nothing of Express but its calling convention", async () => {
  const contract = createContract(acme, { onError: () => {} });
  const [notFound] = uhpErrorHandler(contract);
  const server = (request: unknown, response: ServerResponse) => {
    uhp(contract)(request as never, response, () => notFound(request as never, response, () => {}));
  };
  await during(await listen(server), async (url) => {
    expect(expectEnvelope(await send(url, {})).code).toBe("acme_route_not_found");
  });
});
