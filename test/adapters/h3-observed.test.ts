import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { type Contract, createContract, type ErrorReport } from "@uhp-errors/core";
import { install, uhp, uhpErrorHandler } from "@uhp-errors/h3";
import { fromNodeHandler, H3, type H3Config, HTTPError, readBody } from "h3";
import { toNodeHandler } from "h3/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { eventually } from "../support/eventually.ts";
import { observing, told } from "../support/observed.ts";

type Mount = (app: H3) => unknown;

/** Ways to put a contract in an app with these routes. */
const WAYS: Readonly<Record<string, (config: H3Config, contract: Contract, routes: Mount) => H3>> = {
  "install before the routes": (config, contract, routes) => {
    const app = new H3(config);
    install(app, contract);
    routes(app);
    return app;
  },
  "install after the routes": (config, contract, routes) => {
    const app = new H3(config);
    routes(app);
    install(app, contract);
    return app;
  },
  "uhp and uhpErrorHandler": (config, contract, routes) => {
    const app = new H3({ ...config, onError: uhpErrorHandler(contract, config.onError as never) as never });
    app.use(uhp(contract));
    routes(app);
    return app;
  },
};

const busy = () => {
  throw acme.error("session_busy");
};

const boom = () => {
  throw new Error("boom");
};

const routes: Mount = (app) => {
  app.get("/ok", () => "ok");
  app.get("/boom/:id", boom);
  app.get("/rejects", async () => boom());
  app.get("/text", () => Promise.reject("a text"));
  app.get("/busy", busy);
  app.get("/http", () => Promise.reject(new HTTPError({ status: 418 })));
  app.get("/redirects", () => Promise.reject(new HTTPError({ status: 302, headers: { location: "/ok" } })));
  app.get("/returned", () => new HTTPError({ status: 409 }));
  app.get("/returned-later", async () => acme.error("session_busy"));
  app.get("/written", () => new Response("no", { status: 409 }));
  app.get("/set", (event) => {
    event.res.status = 409;
    return "no";
  });
  app.get("/big", () => ({ a: 1n }));
  app.get("/none", () => Symbol.for("h3.notFound"));
  app.post("/json", (event) => readBody(event));
  app.use("/middle/**", () => undefined);
};

const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{x" };
const old = { headers: { "UHP-Version": "1999-01-01" } };

/** Requests an app on Node. */
async function asked(app: H3, path: string, init: RequestInit = {}) {
  return during(await listen(toNodeHandler(app)), async (url) => {
    const response = await fetch(url + path, { ...init, redirect: "manual" });
    return { status: response.status, text: await response.text(), version: response.headers.get("uhp-version") };
  });
}

/** What is requested, the status of h3's own response, and the code and the route that are reported. */
type Row = [what: string, path: string, init: RequestInit, status: number, code?: string, route?: string];

const installed: Row[] = [
  ["a success", "/ok", {}, 200],
  ["an error that is thrown", "/boom/7", {}, 500, "acme_internal_error", "/boom/:id"],
  ["a rejection", "/rejects", {}, 500, "acme_internal_error", "/rejects"],
  ["a rejection with a text", "/text", {}, 500, "acme_internal_error", "/text"],
  ["an error of the catalog", "/busy", {}, 409, "session_busy", "/busy"],
  ["an HTTPError", "/http", {}, 418, "acme_http_418", "/http"],
  ["a redirect that is thrown", "/redirects", {}, 302],
  ["an error that is returned", "/returned", {}, 409, "acme_conflict", "/returned"],
  ["an error that is returned later", "/returned-later", {}, 409, "session_busy", "/returned-later"],
  ["a response with an error", "/written", {}, 409, "acme_conflict", "/written"],
  ["a status that is set", "/set", {}, 409, "acme_conflict", "/set"],
  ["a body that cannot be serialized", "/big", {}, 500, "acme_internal_error", "/big"],
  ["a body that is no JSON", "/json", json, 400, "invalid_input", "/json"],
  ["an unknown address", "/nowhere", {}, 404, "acme_route_not_found"],
  ["a route that finds nothing", "/none", {}, 404, "acme_not_found", "/none"],
  ["HEAD of an unknown address", "/nowhere", { method: "HEAD" }, 404, "acme_route_not_found"],
  ["another method", "/ok", { method: "DELETE" }, 404, "acme_method_not_allowed"],
  ["middleware of a path", "/middle/x", {}, 404, "acme_route_not_found"],
  ["an address that cannot be decoded", "/%ff", {}, 400, "invalid_input"],
  ["a version that is not served", "/ok", old, 200, "unsupported_protocol_version"],
];

const INSTALLED = Object.entries(WAYS).filter(([way]) => way.startsWith("install"));

describe.each(INSTALLED)("a contract that only reports, by %s", (_way, put) => {
  test.each(installed)("%s", async (_what, path, init, status, code, route) => {
    const { contract, reports } = observing();
    const answer = await asked(put({ silent: true }, contract, routes), path, init);
    expect([answer.status, answer.version]).toEqual([status, null]);
    const expected = code === undefined ? [] : [["observed", code, route, status]];
    await eventually(() => expect(told(reports)).toEqual(expected));
  });
});

test.each(["/written", "/set"])("an error that is not thrown comes with no thrown value: %s", async (path) => {
  const { contract, reports } = observing();
  const app = new H3({ silent: true });
  install(app, contract);
  routes(app);
  await asked(app, path);
  await eventually(() => expect(reports.map(({ status, thrown }) => [status, thrown])).toEqual([[409, undefined]]));
});

/** By hand, the response that h3 makes of a thrown value is not seen, so its status is 0. */
const byHand: Row[] = [
  ["a success", "/ok", {}, 200],
  ["an error that is thrown", "/boom/7", {}, 500, "acme_internal_error", "/boom/:id"],
  ["a rejection with a text", "/text", {}, 500, "acme_internal_error", "/text"],
  ["an error of the catalog", "/busy", {}, 409, "session_busy", "/busy"],
  ["an HTTPError", "/http", {}, 418, "acme_http_418", "/http"],
  ["a redirect that is thrown", "/redirects", {}, 302],
  ["a body that is no JSON", "/json", json, 400, "invalid_input", "/json"],
  ["an error that is returned", "/returned", {}, 409, "acme_conflict", "/returned"],
  ["an unknown address", "/nowhere", {}, 404, "acme_route_not_found"],
  ["another method", "/ok", { method: "DELETE" }, 404, "acme_method_not_allowed"],
  ["a route that finds nothing", "/none", {}, 404, "acme_not_found", "/none"],
  ["a version that is not served", "/ok", old, 200, "unsupported_protocol_version", "/ok"],
];

describe("a contract that only reports, by uhp and uhpErrorHandler", () => {
  const put = WAYS["uhp and uhpErrorHandler"] as (typeof WAYS)[string];

  test.each(byHand)("%s", async (_what, path, init, status, code, route) => {
    const { contract, reports } = observing();
    const answer = await asked(put({ silent: true }, contract, routes), path, init);
    expect([answer.status, answer.version]).toEqual([status, null]);
    expect(told(reports)).toEqual(code === undefined ? [] : [["observed", code, route, 0]]);
  });

  test("a response with an error", async () => {
    const { contract, reports } = observing();
    await asked(put({ silent: true }, contract, routes), "/written");
    await eventually(() => expect(told(reports)).toEqual([["observed", "acme_conflict", "/written", 409]]));
  });
});

describe.each(Object.entries(WAYS))("a request that the contract does not apply to, by %s", (_way, put) => {
  test("is not reported", async () => {
    const { contract, reports } = observing({ appliesTo: ({ path }) => path.startsWith("/v1/") });
    for (const [path, status] of [
      ["/ok", 200],
      ["/busy", 409],
      ["/nowhere", 404],
      ["/written", 409],
    ] as const) {
      expect((await asked(put({ silent: true }, contract, routes), path)).status).toBe(status);
    }
    expect(reports).toEqual([]);
  });
});

/** What the app's own hook returns, what is then sent, and the code that is reported. */
test.each<[what: string, hook: (error: HTTPError) => unknown, path: string, status: number, code?: string]>([
  ["returns nothing", () => undefined, "/busy", 409, "session_busy"],
  ["returns an error", () => new Response("no", { status: 418 }), "/busy", 418, "session_busy"],
  ["chooses a status", () => new Response("no", { status: 401 }), "/boom/7", 401, "acme_unauthenticated"],
  ["returns a success", () => new Response("page"), "/boom/7", 200],
  ["returns a redirect later", async () => new Response(null, { status: 302 }), "/boom/7", 302],
  ["returns an object that is no response", () => ({ status: 200 }), "/busy", 200, "session_busy"],
  ["returns nothing for an unknown address", () => undefined, "/nowhere", 404, "acme_route_not_found"],
  ["returns a page for an unknown address", () => new Response("page"), "/nowhere", 200],
  ["returns nothing for a route that finds nothing", () => undefined, "/none", 404, "acme_not_found"],
  ["returns nothing for a redirect", () => undefined, "/redirects", 302],
  ["returns nothing for an address that cannot be decoded", () => undefined, "/%ff", 400, "invalid_input"],
])("a hook of the app's own that %s", async (_what, hook, path, status, code) => {
  const { contract, reports } = observing();
  const heard: unknown[] = [];
  const onError = (error: HTTPError) => {
    heard.push(error);
    return hook(error) as undefined;
  };
  const app = new H3({ silent: true, onError });
  install(app, contract);
  routes(app);
  expect((await asked(app, path)).status).toBe(status);
  expect(heard).toEqual([expect.any(HTTPError)]);
  await eventually(() => expect(reports.map((report) => report.code)).toEqual(code === undefined ? [] : [code]));
});

test("a report names a stream that a handler of Node's kind pipes, and that fails", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const { contract, reports } = observing();
  const app = new H3({ silent: true });
  install(app, contract);
  const failing = new Readable({ read: () => void failing.destroy(new Error("boom")) });
  app.get(
    "/piped",
    fromNodeHandler((_request, response) => void failing.pipe(response as ServerResponse)),
  );
  await asked(app, "/piped");
  const named = new Error("a stream that was piped into Node's response failed");
  await eventually(() => expect(reports.map(({ thrown }) => thrown)).toEqual([named]));
});

test("install sets no hook where there is none, and mounts nothing", () => {
  const app = new H3();
  install(app, observing().contract);
  expect([app.config.onError, app["~middleware"]]).toEqual([undefined, []]);
});

test("uhpErrorHandler returns what the service's hook returns", async () => {
  const { contract } = observing();
  const page = new Response("page");
  const seen: unknown[] = [];
  const handler = uhpErrorHandler(contract, (...given: unknown[]) => {
    seen.push(...given);
    return page;
  });
  const [error, event] = [new HTTPError({ status: 500 }), { req: new Request("http://x/"), context: {} }];
  expect([await handler(error, event as never), seen]).toEqual([page, [error, event]]);
  expect(await uhpErrorHandler(contract)(error, event as never)).toBeUndefined();
});

test("in force, HEAD of a stream that has not begun is answered at once", async () => {
  const app = new H3({ silent: true });
  install(app, createContract(acme, { onError: () => {} }));
  app.get("/stream", () => new Readable({ read() {} }) as never);
  const response = await app.request("/stream", { method: "HEAD" });
  expect(response.status).toBe(200);
});

test.each(["in force", "only reporting"])("an unhandled error is a failure, whatever its status: %s", async (mode) => {
  const reports: ErrorReport[] = [];
  const onError = (report: ErrorReport) => reports.push(report);
  const app = new H3({ silent: true });
  install(app, createContract(acme, { onError, reportOnly: mode !== "in force" }));
  app.get("/x", () => Promise.reject(Object.assign(new HTTPError({ status: 302, unhandled: true }), { cause: busy })));
  await asked(app, "/x");
  await eventually(() => expect(reports.map(({ code }) => code)).toEqual(["acme_internal_error"]));
});
