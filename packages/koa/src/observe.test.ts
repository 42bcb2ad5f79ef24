import { Readable } from "node:stream";
import type { Contract, ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { listen } from "../../../test/conformance/drivers/listen.ts";
import { acme } from "../../../test/support/catalog.ts";
import { during } from "../../../test/support/drivers.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { type Sent, send } from "../../../test/support/http.ts";
import { type Context, KOA_FRAMEWORKS, type Koa, type Middleware } from "../../../test/support/koa.ts";
import { observing, told } from "../../../test/support/observed.ts";
import { install } from "./install.ts";
import { uhp } from "./middleware.ts";
import { stream } from "./stream.ts";

/** Ways to put a contract in an app with this middleware. */
const WAYS: Readonly<Record<string, (app: Koa, contract: Contract, middleware: Middleware) => void>> = {
  uhp: (app, contract, middleware) => void app.use(uhp(contract)).use(middleware),
  install: (app, contract, middleware) => {
    app.use(middleware);
    install(app, contract);
  },
};

async function* halves() {
  yield "half of it";
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error("broken");
}

/** A body that is closed after its first bytes. */
function closing(): Readable {
  const body = new Readable({ read() {} });
  body.push("half of it");
  setImmediate(() => setImmediate(() => body.destroy()));
  return body;
}

/** Matches a route as `@koa/router` does, and as `koa-route` does. */
const matched = (ctx: Context, field: "_matchedRoute" | "routePath") => Reflect.set(ctx, field, "/things/:id");

const busy = () => {
  throw acme.error("session_busy");
};

const boom = () => {
  throw new Error("boom");
};

describe.each(KOA_FRAMEWORKS)("a contract that only reports, on %s", (_name, Framework) => {
  function make(): Koa {
    const app = new Framework();
    app.silent = true;
    return app;
  }

  /** What the middleware does, the status of Koa's response, and the code and the route that are reported. */
  const rows: [what: string, middleware: Middleware, status: number, code?: string, route?: string][] = [
    ["a success", (ctx) => void Object.assign(ctx, { body: "ok" }), 200],
    ["an error that is thrown", boom, 500, "acme_internal_error"],
    ["an error of the catalog", busy, 409, "session_busy"],
    ["an error that Koa makes", (ctx) => ctx.throw(403), 403, "acme_forbidden"],
    ["an error that is written", (ctx) => void Object.assign(ctx, { status: 409, body: "no" }), 409, "acme_conflict"],
    ["nothing", () => {}, 404, "acme_route_not_found"],
    ["a 404 that is set", (ctx) => void Object.assign(ctx, { status: 404 }), 404, "acme_not_found"],
    ["a 404 with a body", (ctx) => void Object.assign(ctx, { body: "no", status: 404 }), 404, "acme_not_found"],
    ["nothing, on a route", (ctx) => void matched(ctx, "_matchedRoute"), 404, "acme_not_found", "/things/:id"],
    ["nothing, on a route of koa-route", (ctx) => void matched(ctx, "routePath"), 404, "acme_not_found"],
    [
      "an error on a route",
      (ctx) => {
        matched(ctx, "_matchedRoute");
        boom();
      },
      500,
      "acme_internal_error",
      "/things/:id",
    ],
    [
      "a body that cannot be serialized",
      (ctx) => void Object.assign(ctx, { body: { a: 1n } }),
      500,
      "acme_internal_error",
    ],
    ["a stream", (ctx) => void Object.assign(ctx, { body: Readable.from(["ok"]) }), 200],
  ];

  describe.each(Object.entries(WAYS))("by %s", (_way, way) => {
    test.each(rows)("%s", async (_what, middleware, status, code, route) => {
      const { contract, reports } = observing();
      const app = make();
      way(app, contract, middleware);
      await during(await listen(app.callback()), async (url) => {
        const answer = await send(url, {});
        expect([answer.status, answer.headers["uhp-version"]]).toEqual([status, undefined]);
        const expected = code === undefined ? [] : [["observed", code, route, status]];
        await eventually(() => expect(told(reports)).toEqual(expected));
      });
    });

    test("a request that the contract does not apply to is not reported", async () => {
      const { contract, reports } = observing({ appliesTo: ({ path }) => path.startsWith("/v1/") });
      const app = make();
      way(app, contract, boom);
      await during(await listen(app.callback()), async (url) => {
        for (const path of ["/x", "/v1/x"]) expect((await send(url, { path })).status).toBe(500);
        await eventually(() => expect(reports.map(({ path }) => path)).toEqual(["/v1/x"]));
      });
    });

    test("a version that is not served is reported, and the request is served", async () => {
      const { contract, reports } = observing();
      const app = make();
      way(app, contract, (ctx) => void Object.assign(ctx, { body: "ok" }));
      await during(await listen(app.callback()), async (url) => {
        const sent: Sent = { headers: { "UHP-Version": "1999-01-01" } };
        expect(await send(url, sent)).toMatchObject({ status: 200, body: "ok" });
        await eventually(() =>
          expect(told(reports)).toEqual([["observed", "unsupported_protocol_version", undefined, 200]]),
        );
      });
    });
  });

  /** Runs an app with this middleware under a contract that only reports. */
  async function observed(
    middleware: Middleware,
    onError: ((this: Context, error: Error) => unknown) | undefined,
    use: (url: string, reports: readonly ErrorReport[]) => Promise<void>,
  ) {
    const { contract, reports } = observing();
    const app = make();
    if (onError !== undefined) app.context.onerror = onError;
    app.use(uhp(contract)).use(middleware);
    await during(await listen(app.callback()), (url) => use(url, reports));
  }

  /** An application's own handler, such as that of koa-onerror. */
  function own(this: Context, error: Error | null | undefined): void {
    if (error === null || error === undefined || this.headerSent) return;
    this.status = 409;
    this.res.end("own");
  }

  test.each<[what: string, middleware: Middleware, answer: readonly unknown[], code?: string]>([
    ["an error is what that handler sends", boom, [409, "own"], "acme_conflict"],
    ["an error of the catalog is the error", busy, [409, "own"], "session_busy"],
    [
      "a body that cannot be serialized is what that handler sends",
      (ctx) => void Object.assign(ctx, { body: { a: 1n } }),
      [409, "own"],
      "acme_conflict",
    ],
    ["a success is none", (ctx) => void Object.assign(ctx, { body: "ok" }), [200, "ok"]],
  ])("with a custom ctx.onerror, %s", async (_what, middleware, [status, body], code) => {
    await observed(middleware, own, async (url, reports) => {
      expect(await send(url, {})).toMatchObject({ status, body });
      await eventually(() => expect(reports.map((report) => report.code)).toEqual(code === undefined ? [] : [code]));
    });
  });

  /** Asks for a body that breaks, and leaves once it has: Koa 2 would let the client wait. */
  async function leaving(url: string, body: Readable): Promise<void> {
    const controller = new AbortController();
    const closed = new Promise((resolve) => body.once("close", resolve));
    const answer = fetch(url, { signal: controller.signal })
      .then((response) => response.text())
      .catch(() => "broken");
    await closed;
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await answer).toBe("broken");
  }

  test.each<readonly [what: string, make: () => Readable, onError: typeof own | undefined]>([
    ["a stream that breaks", () => Readable.from(halves()), undefined],
    ["a stream that breaks, with a custom ctx.onerror", () => Readable.from(halves()), own],
    ["a stream that is closed without an error", () => closing(), undefined],
  ])("%s is reported once", async (_what, make, onError) => {
    const body = make();
    await observed(
      (ctx) => void Object.assign(ctx, { body }),
      onError,
      async (url, reports) => {
        await leaving(url, body);
        await eventually(() => expect(told(reports)).toEqual([["cut", "acme_internal_error", undefined, undefined]]));
      },
    );
  });

  test("a throw of nothing by a body's toJSON is reported", async () => {
    const toJSON: Middleware = (ctx) => {
      ctx.body = {
        toJSON() {
          setImmediate(() => ctx.res.end("late"));
          throw undefined;
        },
      };
    };
    await observed(toJSON, undefined, async (url, reports) => {
      expect(await send(url, {})).toMatchObject({ status: 200, body: "late" });
      await eventually(() => expect(told(reports)).toEqual([["observed", "acme_internal_error", undefined, 200]]));
    });
  });

  test("a throw after a stream of events was opened ends the stream", async () => {
    const { contract, reports } = observing();
    const app = make();
    app.use(uhp(contract)).use(async (ctx) => {
      const events = stream(contract, ctx, { responseObject: { id: "resp_1" } });
      await events.send({ type: "response.created", response: { id: "resp_1" } });
      throw new Error("boom");
    });
    await during(await listen(app.callback()), async (url) => {
      const { status, body } = await send(url, {});
      expect([status, [...body.matchAll(/"type":"(response\.\w+|error)"/g)].map(([, type]) => type)]).toEqual([
        200,
        ["response.created", "error", "response.failed"],
      ]);
      await eventually(() =>
        expect(told(reports)).toEqual([["streamed", "acme_internal_error", undefined, undefined]]),
      );
    });
  });
});
