import type { ServerResponse } from "node:http";
import { type ContractOptions, createContract, defineCatalog, joinCatalogs } from "@uhp-errors/core";
import { asyncHandler, uhp, uhpErrorHandler } from "@uhp-errors/express";
import compression from "compression";
import type { Express } from "express";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress, type Use } from "../support/express.ts";
import { send } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

describe.each(EXPRESS_FRAMEWORKS)("%s", (name, framework) => {
  const serve = (mount: (app: Express) => void, use: Use, options?: ContractOptions) =>
    serveExpress(framework, mount, use, options);

  test("a handler that responds and also calls next changes nothing", async () => {
    const routes = (app: Express) => {
      app.get("/twice", (_request, response, next) => {
        response.json({ ok: true });
        next();
      });
    };
    await serve(routes, async (url, reports) => {
      expect(await send(url, { path: "/twice" })).toMatchObject({ status: 200, body: '{"ok":true}' });
      expect(reports).toEqual([]);
    });
  });

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

  describe("405", () => {
    const routes = (app: Express) => {
      const inner = framework.Router();
      inner.put("/deep/:id", (_request, response) => {
        response.send("put");
      });
      inner.route("/deep/:id").patch((_request, response) => {
        response.send("patch");
      });
      app.use("/outer", framework.Router().use("/inner", inner));
      app.get("/passes", (_request, _response, next) => next());
    };
    proves(
      ["ENV-4"],
      "lists the methods of nested routers",
      async () => {
        await serve(routes, async (url) => {
          const received = await send(url, { method: "DELETE", path: "/outer/inner/deep/7?x=1" });
          expect(expectEnvelope(received).code).toBe("acme_method_not_allowed");
          expect(received.headers["allow"]).toBe("PATCH, PUT");
        });
      },
      name,
    );
    test("is not sent for a route that matched the method and passed the request on", async () => {
      await serve(routes, async (url) => {
        expect(expectEnvelope(await send(url, { path: "/passes" })).code).toBe("acme_not_found");
      });
    });
    test("works in a mounted app", async () => {
      const mounted = (app: Express) => {
        const sub = framework();
        sub.get("/x", (_request, response) => {
          response.send("x");
        });
        sub.use(uhpErrorHandler(createContract(acme, { onError: () => {} })));
        app.use("/sub", sub);
      };
      await serve(mounted, async (url) => {
        expect((await send(url, { method: "POST", path: "/sub/x" })).headers["allow"]).toBe("GET, HEAD");
      });
    });
  });

  describe("a hook", () => {
    const hooks: Readonly<Record<string, () => unknown>> = {
      throws: () => {
        throw new Error("hook");
      },
      rejects: () => Promise.reject(new Error("hook")),
      "returns a hostile thenable": () => new Proxy({}, { get: failing }),
    };
    for (const [what, onError] of Object.entries(hooks)) {
      test(`that ${what} changes no response, and its failure is printed`, async () => {
        const printed = vi.spyOn(console, "error").mockImplementation(() => {});
        onTestFinished(() => printed.mockRestore());
        const routes = (app: Express) => {
          app.get("/thrown", () => {
            throw acme.error("harness_not_found");
          });
        };
        await serve(
          routes,
          async (url) => {
            expect(expectEnvelope(await send(url, { path: "/thrown" })).code).toBe("harness_not_found");
            expect(expectEnvelope(await send(url, { path: "/thrown" })).code).toBe("harness_not_found");
          },
          { onError },
        );
        expect(printed).toHaveBeenCalledWith("onError failed:", expect.stringMatching(/^Error: /));
      });
    }
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

  test("asyncHandler passes on the very value that was thrown", async () => {
    for (const value of [undefined, null, "", 0, "route", "router"]) {
      const routes = (app: Express) => {
        app.get(
          "/odd",
          asyncHandler(() => {
            throw value;
          }),
        );
      };
      await serve(routes, async (url, reports) => {
        expect((await send(url, { path: "/odd" })).status).toBe(500);
        expect(reports[0]?.thrown).toBe(value);
      });
    }
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

function failing(): never {
  throw new Error("hook");
}
