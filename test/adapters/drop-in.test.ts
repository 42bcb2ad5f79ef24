import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect } from "node:net";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, uhp as uhpOfKoa } from "@uhp-errors/koa";
import type { Express } from "express";
import type Koa3 from "koa";
import { describe, expect, onTestFinished, test } from "vitest";
import { DRIVERS } from "../conformance/drivers/index.ts";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { eventually } from "../support/eventually.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress } from "../support/express.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { send } from "../support/http.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";

describe.each(EXPRESS_FRAMEWORKS)("on %s", (_name, framework) => {
  const rest = framework === EXPRESS_FRAMEWORKS[0]?.[1] ? "/api/*" : "/api/*rest";

  /** Middleware for all methods, which the routing guide uses to ask for a login. */
  const guarded = (app: Express) => {
    app.all(rest, (_request, _response, next) => next());
    app.get("/api/users", (_request, response) => {
      response.json([]);
    });
    app.put("/api/users", (_request, response) => {
      response.json([]);
    });
  };

  test("a route for all methods leaves Express's own answer to OPTIONS alone", async () => {
    await serveExpress(framework, guarded, async (url) => {
      const received = await send(url, { method: "OPTIONS", path: "/api/users" });
      expect([received.status, received.headers["allow"]?.replaceAll(" ", "")]).toEqual([200, "GET,HEAD,PUT"]);
    });
  });

  test("a route for all methods hides no wrong method", async () => {
    await serveExpress(framework, guarded, async (url) => {
      const received = await send(url, { method: "POST", path: "/api/users" });
      expect([received.status, expectEnvelope(received).code]).toEqual([405, "acme_method_not_allowed"]);
      expect(received.headers["allow"]).toBe("GET, HEAD, PUT");
      expect((await send(url, { method: "POST", path: "/api/nothing" })).status).toBe(404);
    });
  });

  const traps: Readonly<Record<string, () => object>> = {
    "a revoked proxy": () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
    "a proxy whose prototype cannot be read": () =>
      new Proxy(
        {},
        {
          getPrototypeOf() {
            throw new Error("trap");
          },
        },
      ),
  };
  test.each(Object.entries(traps))("%s that is passed to next is in the report", async (_what, make) => {
    const thrown = make();
    const mount = (app: Express) => app.get("/", (_request, _response, next) => next(thrown));
    await serveExpress(framework, mount, async (url, reports) => {
      expectEnvelope(await send(url, {}));
      expect(reports[0]?.thrown === thrown).toBe(true);
    });
  });
});

describe.each(DRIVERS)("a report on $name", (driver) => {
  test("has the request, its native objects and the time it took, and is published", async () => {
    const published: unknown[] = [];
    const listener = (message: unknown) => published.push(message);
    subscribe("uhp-errors:report", listener);
    onTestFinished(() => void unsubscribe("uhp-errors:report", listener));
    const handler = () => {
      throw acme.error("session_busy");
    };
    await serve(driver, handler, async (url, reports) => {
      await send(url, { path: "/case?token=secret123" });
      const [report] = reports;
      expect(report).toMatchObject({ method: "GET", path: "/case", code: "session_busy" });
      expect(report?.durationMs).toBeGreaterThanOrEqual(0);
      const native = report?.context.native as {
        readonly [name: string]: unknown;
        readonly url?: string;
        readonly request?: Request;
      };
      expect(native?.request?.url ?? native?.url).toMatch(/\/case\?token=secret123$/);
      expect(Object.hasOwn(native, "response")).toBe(driver.hasNodeResponse);
      expect(published).toEqual(reports);
    });
  });
});

describe.each(KOA_FRAMEWORKS)("on %s", (_name, Koa) => {
  async function run(use: (url: string, reports: readonly ErrorReport[]) => Promise<void>, mount: (app: Koa3) => void) {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const app = new Koa();
    app.use(uhpOfKoa(contract));
    mount(app);
    await during(await listen(app.callback(), (server) => attach(server, contract)), (url) => use(url, reports));
  }

  test("listeners for the error event run before the response, and see Koa's message for what is not an error", async () => {
    const seen: unknown[] = [];
    await run(
      async (url) => void (await send(url, {})),
      (app) => {
        app.on("error", (error: Error, context: Koa3.Context) => seen.push(error.message, context.headerSent));
        app.use(() => {
          throw { plain: "object" };
        });
      },
    );
    expect(seen).toEqual(['non-error thrown: {"plain":"object"}', false]);
  });

  test("headers that were flushed before a status was set keep the status they had", async () => {
    await run(
      async (url) => {
        const received = await send(url, {});
        expect([received.status, expectEnvelope(received).code]).toEqual([404, "acme_not_found"]);
      },
      (app) => {
        app.use((context) => {
          context.res.flushHeaders();
          context.body = "found after all";
        });
      },
    );
  });

  test("a connection that fails while its body is read is reported once", async () => {
    await run(
      async (url, reports) => {
        const { hostname, port } = new URL(url);
        const socket = connect(Number(port), hostname);
        socket.on("error", () => {});
        socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n");
        await new Promise((resolve) => socket.on("close", resolve).resume());
        await eventually(() => expect(reports.length).toBeGreaterThan(0));
        await new Promise((resolve) => setImmediate(resolve));
        expect(new Set(reports.map(({ correlationId }) => correlationId)).size).toBe(reports.length);
      },
      (app) => {
        app.use(async (context) => {
          for await (const _chunk of context.req);
        });
      },
    );
  });
});

describe.each(FASTIFY_KITS)("on %s", (_name, kit) => {
  test("handlers keep their names, and ours have names", async () => {
    await serveFastify(
      kit,
      (app) =>
        app.get("/fine", function listItems() {
          return "fine";
        }),
      async (_url, _reports, app) => {
        const printed = app.printRoutes({ includeHooks: true, commonPrefix: false });
        expect(printed).toContain("uhpOnRequest()");
        expect(printed).not.toContain("anonymous()");
      },
    );
  });
});
