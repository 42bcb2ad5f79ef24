import { type Contract, createContract } from "@uhp-errors/core";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { acme } from "../../../test/support/catalog.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { observing, told } from "../../../test/support/observed.ts";
import { uhpErrorHandler } from "./error-handler.ts";
import { install } from "./install.ts";
import { uhp } from "./middleware.ts";
import { uhpNotFoundHandler } from "./not-found.ts";

type Mount = (app: Hono) => unknown;

/** Ways to put a contract in an app with these routes. */
const WAYS: Readonly<Record<string, (app: Hono, contract: Contract, routes: Mount) => void>> = {
  install: (app, contract, routes) => {
    install(app, contract);
    routes(app);
  },
  "uhp and the handlers": (app, contract, routes) => {
    app.use("*", uhp(contract));
    app.onError(uhpErrorHandler(contract));
    app.notFound(uhpNotFoundHandler(contract, app));
    routes(app);
  },
};

/** Hono's own error handler prints. */
function silenced() {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
}

const busy = () => {
  throw acme.error("session_busy");
};

const boom = () => {
  throw new Error("boom");
};

const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{x" };

const routes = (app: Hono): Hono => {
  app.get("/ok", (c) => c.text("ok"));
  app.get("/boom/:id", boom);
  app.get("/rejects", async () => boom());
  app.get("/text", () => Promise.reject("a text"));
  app.get("/busy", busy);
  app.get("/exception", () => {
    throw new HTTPException(418, { message: "teapot" });
  });
  app.get("/redirects", (c) => {
    throw new HTTPException(302, { res: c.redirect("/ok") });
  });
  app.get("/carried", () => {
    throw Object.assign(new Error("gone"), { getResponse: () => new Response("gone", { status: 410 }) });
  });
  app.get("/written", (c) => c.text("no", 409));
  app.get("/missing", (c) => c.text("no", 404));
  app.get("/asks", (c) => c.notFound());
  app.get("/passes", (_c, next) => next());
  app.post("/json", async (c) => c.json(await c.req.json()));
  app.post("/form", async (c) => c.json(await c.req.parseBody()));
  app.post("/data", async (c) => c.json([...(await c.req.formData()).keys()]));
  app.get("/read", async (c) => c.json(await c.req.json()));
  app.route("/own", new Hono().onError((_error, c) => c.text("own", 409)).get("/x", boom));
  app.use("/middle/*", (_c, next) => next());
  return app;
};

const form = { ...json, headers: { "content-type": "multipart/form-data" } };

interface Row {
  readonly path: string;
  readonly init?: RequestInit;
  readonly status: number;
  /** The code and the route that are reported. */
  readonly code?: string;
  readonly route?: string;
}

/** What is requested, the status of Hono's own response, and what is reported. */
const rows: Readonly<Record<string, Row>> = {
  "a success": { path: "/ok", status: 200 },
  "an error that is thrown": { path: "/boom/7", status: 500, code: "acme_internal_error", route: "/boom/:id" },
  "a rejection": { path: "/rejects", status: 500, code: "acme_internal_error", route: "/rejects" },
  "an error of the catalog": { path: "/busy", status: 500, code: "session_busy", route: "/busy" },
  "an HTTPException": { path: "/exception", status: 418, code: "acme_http_418", route: "/exception" },
  "a redirect that is thrown": { path: "/redirects", status: 302 },
  "an error that carries a response": { path: "/carried", status: 410, code: "acme_gone", route: "/carried" },
  "an error that is written": { path: "/written", status: 409, code: "acme_conflict", route: "/written" },
  "a 404 that is written": { path: "/missing", status: 404, code: "acme_not_found", route: "/missing" },
  "a route that says so to Hono": { path: "/asks", status: 404, code: "acme_not_found", route: "/asks" },
  "a route that passes on": { path: "/passes", status: 404, code: "acme_not_found", route: "/passes" },
  "a body that is no JSON": { path: "/json", init: json, status: 500, code: "invalid_input", route: "/json" },
  "a body that is no form": { path: "/form", init: form, status: 500, code: "invalid_input", route: "/form" },
  "a body that is no form, as data": { path: "/data", init: form, status: 500, code: "invalid_input", route: "/data" },
  "a body of a request without one": { path: "/read", status: 500, code: "acme_internal_error", route: "/read" },
  "an unknown address": { path: "/nowhere", status: 404, code: "acme_route_not_found" },
  "another method": { path: "/ok", init: { method: "DELETE" }, status: 404, code: "acme_method_not_allowed" },
  "an error handler of a part's own": { path: "/own/x", status: 409, code: "acme_conflict", route: "/own/x" },
  "middleware of a path": { path: "/middle/x", status: 404, code: "acme_route_not_found", route: "/middle/*" },
  "a version that is not served": {
    path: "/ok",
    init: { headers: { "UHP-Version": "1999-01-01" } },
    status: 200,
    code: "unsupported_protocol_version",
  },
};

describe.each(Object.entries(WAYS))("a contract that only reports, by %s", (_way, put) => {
  test.each(Object.entries(rows))("%s", async (_what, { path, init = {}, status, code, route }) => {
    silenced();
    const { contract, reports } = observing();
    const app = new Hono();
    put(app, contract, routes);
    const response = await app.request(path, init);
    await response.text();
    expect([response.status, response.headers.get("uhp-version")]).toEqual([status, null]);
    const expected = code === undefined ? [] : [["observed", code, route, status]];
    await eventually(() => expect(told(reports)).toEqual(expected));
  });

  test("a rejection with a text is left to the server", async () => {
    const { contract, reports } = observing();
    const app = new Hono();
    put(app, contract, routes);
    await expect(app.request("/text")).rejects.toBe("a text");
    expect(told(reports)).toEqual([["observed", "acme_internal_error", "/text", 0]]);
    expect(reports[0]?.thrown).toBe("a text");
  });

  test("a request that the contract does not apply to is not reported", async () => {
    silenced();
    const { contract, reports } = observing({ appliesTo: ({ path }) => path.startsWith("/boom") });
    const app = new Hono();
    put(app, contract, routes);
    const statuses: number[] = [];
    for (const path of ["/boom/7", "/busy", "/nowhere", "/written", "/ok", "/boom/7"]) {
      const response = await app.request(path);
      await response.text();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([500, 500, 404, 409, 200, 500]);
    await eventually(() => expect(reports.map(({ path }) => path)).toEqual(["/boom/7", "/boom/7"]));
  });
});

describe("by install", () => {
  function installed(mount: Mount, before: Mount = () => {}) {
    const { contract, reports } = observing();
    const app = new Hono();
    before(app);
    install(app, contract);
    mount(app);
    return { app, reports };
  }

  const page = (status: 200 | 400 | 409) => (error: Error, c: Context) =>
    c.text(error.message, status, { "X-Own": "1" });

  /** The app's own error handler: whether it is set before `install`, what it answers, and the code that is reported. */
  test.each<
    [what: string, when: "before" | "after", handler: Parameters<Hono["onError"]>[0], status: number, code?: string]
  >([
    ["an error", "after", page(409), 409, "acme_conflict"],
    ["a success", "after", page(200), 200],
    ["the first status of an error", "after", page(400), 400, "invalid_input"],
    ["a success, later", "after", async (error, c) => page(200)(error, c), 200],
    ["an error, later", "after", async (error, c) => page(409)(error, c), 409, "acme_conflict"],
    // In force, the contract would take this handler's place.
    ["an error, from before", "before", page(409), 409, "acme_internal_error"],
    ["a success, from before", "before", page(200), 200, "acme_internal_error"],
  ])("an error handler of the app's own that answers with %s", async (_what, when, handler, status, code) => {
    const set: Mount = (app) => app.onError(handler);
    const { app, reports } = installed(
      (own) => (when === "after" ? set(routes(own)) : routes(own)),
      (own) => when === "before" && set(own),
    );
    const response = await app.request("/boom/7");
    expect([response.status, await response.text(), response.headers.get("x-own")]).toEqual([status, "boom", "1"]);
    await eventually(() => expect(reports.map((report) => report.code)).toEqual(code === undefined ? [] : [code]));
  });

  test("an error handler that is set while the app serves counts from then on", async () => {
    silenced();
    const { app, reports } = installed(routes);
    const ask = async () => (await app.request("/boom/7")).text();
    expect(await ask()).toBe("Internal Server Error");
    app.onError(page(200));
    expect(await ask()).toBe("boom");
    expect(await ask()).toBe("boom");
    expect(reports.map(({ code }) => code)).toEqual(["acme_internal_error"]);
  });

  test("an error handler that fails leaves the failure to the server", async () => {
    const failure = new Error("the handler");
    const { app, reports } = installed((own) => routes(own.onError(() => Promise.reject(failure))));
    await expect(app.request("/boom/7")).rejects.toBe(failure);
    expect(reports.map(({ thrown }) => thrown)).toEqual([failure]);
  });

  test("an app around it keeps its own error handler", async () => {
    const { app } = installed(routes);
    const outer = new Hono().onError((_error, c) => c.text("the outer app's", 409)).route("/in", app);
    const response = await outer.request("/in/boom/7");
    expect([response.status, await response.text()]).toEqual([409, "the outer app's"]);
  });

  test("middleware runs with Hono's own context, and answers what it did", async () => {
    const { app, reports } = installed((own) => {
      own.use(async (c, next) => {
        c.set("tenant" as never, "acme" as never);
        await next();
        c.header("X-Seen", "yes");
      });
      own.get("/tenant/:id", (c) => c.text(`${c.get("tenant" as never)} ${c.req.param("id")}`));
    });
    const response = await app.request("/tenant/7");
    expect([await response.text(), response.headers.get("x-seen")]).toEqual(["acme 7", "yes"]);
    expect(reports).toEqual([]);
  });

  test("an error in middleware for everything names no route", async () => {
    silenced();
    for (const path of ["*", "/*"]) {
      const { app, reports } = installed((own) => own.use(path, boom));
      await (await app.request("/x")).text();
      expect(told(reports)).toEqual([["observed", "acme_internal_error", undefined, 500]]);
    }
  });

  test("two requests at a time are each reported", async () => {
    silenced();
    const { app, reports } = installed(routes);
    const answers = await Promise.all(["/rejects", "/busy", "/ok", "/nowhere"].map((path) => app.request(path)));
    await Promise.all(answers.map((answer) => answer.text()));
    await eventually(() =>
      expect(reports.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
        "/busy session_busy",
        "/nowhere acme_route_not_found",
        "/rejects acme_internal_error",
      ]),
    );
  });

  test("a request for HEAD of an unknown address", async () => {
    const { app, reports } = installed(routes);
    expect((await app.request("/nowhere", { method: "HEAD" })).status).toBe(404);
    await eventually(() => expect(told(reports)).toEqual([["observed", "acme_route_not_found", undefined, 404]]));
  });

  test("an app whose handler returns nothing answers as Hono does", async () => {
    const { app, reports } = installed((own) => own.get("/nothing", (() => undefined) as never));
    const response = await app.request("/nothing");
    expect([response.status, await response.text()]).toEqual([404, "404 Not Found"]);
    await eventually(() => expect(told(reports)).toEqual([["observed", "acme_not_found", "/nothing", 404]]));
  });
});

describe("in force", () => {
  test.each<readonly [what: string, app: object]>([
    ["no routes", { fetch: () => {} }],
    ["routes that are no list", { routes: {}, fetch: () => {} }],
    ["no fetch", { routes: [] }],
  ])("an app with %s is refused", (_what, app) => {
    expect(() => install(app as never, createContract(acme))).toThrow(
      "install: expected an app that new Hono() made, as in install(app, contract)",
    );
  });

  test.each<readonly [method: string, status: number]>([
    ["GET", 500],
    ["HEAD", 500],
  ])("%s of a route that reads a body is the service's failure", async (method, status) => {
    const app = new Hono();
    install(app, createContract(acme, { onError: () => {} }));
    routes(app);
    expect((await app.request("/read", { method })).status).toBe(status);
  });
});
