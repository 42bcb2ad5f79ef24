import { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { bearer, install, uhp } from "@uhp-errors/koa";
import type { Context } from "koa";
import compress from "koa-compress";
import logger from "koa-logger";
// @ts-expect-error It has no types.
import pinoLogger from "koa-pino-logger";
import session from "koa-session";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, type Sent, send } from "../support/http.ts";
import { KOA_FRAMEWORKS, type Koa, type Middleware } from "../support/koa.ts";
import { overHttp2 } from "../support/serving.ts";

const busy = () => {
  throw acme.error("session_busy");
};

const boom = () => {
  throw new Error("boom");
};

/** What a request left: the response, the reports, and what the middleware outside noted. */
interface Seen {
  readonly received: Received;
  readonly reports: readonly ErrorReport[];
}

describe.each(KOA_FRAMEWORKS)("the contract in the place of an error handler, on %s", (_name, Framework) => {
  function appWith(...middleware: readonly Middleware[]): Koa {
    const app = new Framework();
    app.silent = true;
    app.keys = ["a key"];
    for (const one of middleware) app.use(one);
    return app;
  }

  /** Sends a request to an app whose contract is in force, and stands once more before the handler. */
  async function seen(
    outside: readonly Middleware[],
    handler: Middleware,
    sent: Sent = {},
    prepare: (app: Koa) => unknown = () => {},
  ): Promise<Seen> {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const app = appWith(...outside, uhp(contract) as Middleware, handler);
    prepare(app);
    install(app, contract);
    return during(await listen(app.callback()), async (url) => ({ received: await send(url, sent), reports }));
  }

  test.each<readonly [what: string, handler: Middleware, status: number, code: string]>([
    ["an error of the catalog", busy, 409, "session_busy"],
    ["an unknown error", boom, 500, "acme_internal_error"],
    ["nothing", () => Promise.reject(undefined), 500, "acme_internal_error"],
    ["an http-error", (ctx) => ctx.throw(403), 403, "acme_forbidden"],
    [
      "an error after a body of another kind",
      (ctx) => {
        ctx.set({ ETag: '"1"', "Content-Encoding": "br", "X-Kept": "1" });
        ctx.body = Readable.from(["half"]);
        return busy();
      },
      409,
      "session_busy",
    ],
  ])("middleware outside sees the final status of %s, and sets headers", async (_what, handler, status, code) => {
    const noted: unknown[] = [];
    const outside: Middleware = async (ctx, next) => {
      await next();
      noted.push(ctx.status, ctx.response.length === Buffer.byteLength(String(ctx.body)), ctx.type);
      ctx.set("X-Response-Time", "1ms");
    };
    const { received, reports } = await seen([outside], handler);
    expect([received.status, expectEnvelope(received).code]).toEqual([status, code]);
    expect(received.headers).toMatchObject({ "x-response-time": "1ms", "uhp-version": "2026-10-04" });
    expect(received.headers).not.toHaveProperty("etag");
    expect(noted).toEqual([status, true, "application/json"]);
    expect(reports).toMatchObject([{ code, outcome: "answered" }]);
  });

  test("the response is byte for byte that of a contract without middleware outside", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const app = appWith(uhp(contract) as Middleware, busy);
    const headers = { "x-request-id": "r-1" };
    const lines = ({ rawHeaders }: Received) => rawHeaders.filter((_part, at) => rawHeaders[at - 1] !== "Date");
    const alone = await during(await listen(app.callback()), (url) => send(url, { headers }));
    const { received } = await seen([(_ctx, next) => next()], busy, { headers });
    expect([received.status, received.reason, received.body, lines(received).sort()]).toEqual([
      alone.status,
      alone.reason,
      alone.body,
      lines(alone).sort(),
    ]);
  });

  test("HEAD gets the headers alone, over HTTP/1 and HTTP/2", async () => {
    const { received } = await seen([(_ctx, next) => next()], busy, { method: "HEAD" });
    expect([received.status, received.body, received.headers["uhp-version"]]).toEqual([409, "", "2026-10-04"]);
    const contract = createContract(acme, { onError: () => {} });
    const app = appWith((_ctx, next) => next(), uhp(contract) as Middleware, busy);
    install(app, contract);
    for (const [method, body] of [
      ["HEAD", ""],
      ["GET", expect.stringContaining("session_busy")],
    ] as const) {
      expect(await overHttp2(app.callback(), { ":method": method })).toMatchObject({ status: 409, body, code: 0 });
    }
  });

  test("koa-logger and pino log the status that is sent", async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const outside = [
      logger((text) => lines.push(stripVTControlCharacters(text))) as unknown as Middleware,
      pinoLogger(stream),
    ];
    await seen(outside, busy);
    expect(lines.filter((line) => /--> GET/.test(line))).toEqual([expect.stringMatching(/--> GET \/ 409 /)]);
    const logged = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    expect(logged).toMatchObject([{ res: { statusCode: 409 } }]);
  });

  test("koa-session sets its cookie after the error", async () => {
    const prepared: Middleware[] = [];
    const outside: Middleware = (ctx, next) => (prepared[0] as Middleware)(ctx, next);
    const handler: Middleware = (ctx) => {
      Object.assign(ctx["session"] as object, { views: 1 });
      return busy();
    };
    const { received } = await seen([outside], handler, {}, (app) => prepared.push(session(app as never) as never));
    expect(received.headers["set-cookie"]).toMatch(/^koa\.sess=/);
    expect(expectEnvelope(received).code).toBe("session_busy");
  });

  test("koa-compress may compress the response, which keeps its headers", async () => {
    const sent = { headers: { "Accept-Encoding": "gzip" } };
    const plain = await seen([], busy, sent);
    const { received, reports } = await seen([compress({ threshold: 0, br: false }) as never], busy, sent);
    expect([received.status, received.headers["content-encoding"]]).toEqual([409, "gzip"]);
    const differ = new Set(["content-length", "content-encoding", "transfer-encoding", "vary", "date", "x-request-id"]);
    const names = ({ headers }: Received) => Object.keys(headers).filter((name) => !differ.has(name));
    expect(names(received).sort()).toEqual(names(plain.received).sort());
    expect(reports).toHaveLength(1);
  });

  test("a failure of middleware outside is late: the first error stays, and both are reported", async () => {
    const outside: Middleware = async (_ctx, next) => {
      await next();
      boom();
    };
    const { received, reports } = await seen([outside], busy);
    expect(expectEnvelope(received).code).toBe("session_busy");
    expect(reports.map(({ code, outcome }) => [code, outcome])).toEqual([
      ["session_busy", "answered"],
      ["acme_internal_error", "late"],
    ]);
  });

  test.each<readonly [what: string, change: (ctx: Context) => unknown, status: number, body: string]>([
    ["a redirect", (ctx) => ctx.redirect("/elsewhere"), 302, "Redirecting"],
    ["a success", (ctx) => Object.assign(ctx, { status: 200, body: "instead" }), 200, "instead"],
  ])(
    "middleware outside may answer with %s instead, which has no header of the error",
    async (_what, change, status, body) => {
      const outside: Middleware = async (ctx, next) => {
        await next();
        change(ctx);
      };
      const { received } = await seen([outside], busy);
      expect([received.status, received.body]).toEqual([status, expect.stringContaining(body)]);
      expect(Object.keys(received.headers).filter((name) => /^(?:x-should|cache-|x-content)/.test(name))).toEqual([]);
    },
  );

  test("an error that middleware outside writes in its place is the contract's still", async () => {
    const outside: Middleware = async (ctx, next) => {
      await next();
      Object.assign(ctx, { status: 418, body: "own" });
    };
    const { received, reports } = await seen([outside], busy);
    expect([received.status, expectEnvelope(received).code, reports.length]).toEqual([409, "session_busy", 1]);
  });

  test("a refused token is seen outside too", async () => {
    const noted: unknown[] = [];
    const outside: Middleware = async (ctx, next) => {
      await next();
      noted.push(ctx.status);
      ctx.set("X-Response-Time", "1ms");
    };
    const contract = createContract(acme, { onError: () => {} });
    const app = appWith(outside, bearer(contract, () => undefined) as Middleware, busy);
    install(app, contract);
    const received = await during(await listen(app.callback()), (url) => send(url, {}));
    expect([expectEnvelope(received).code, noted, received.headers["x-response-time"]]).toEqual([
      "missing_credential",
      [401],
      "1ms",
    ]);
  });

  test.each<readonly [what: string, handler: Middleware]>([
    [
      "Koa is told not to respond",
      (ctx) => {
        ctx.respond = false;
        return busy();
      },
    ],
    [
      "a head was written past Koa",
      (ctx) => {
        ctx.res.writeHead(503);
        return busy();
      },
    ],
  ])("an error is answered at once if %s", async (_what, handler) => {
    const { received, reports } = await seen([(_ctx, next) => next()], handler);
    expect([received.status, expectEnvelope(received).code, reports.length]).toEqual([409, "session_busy", 1]);
  });

  test("a refused token is answered in an app without `uhp`", async () => {
    const app = appWith(bearer(createContract(acme, { onError: () => {} }), () => undefined) as Middleware);
    const received = await during(await listen(app.callback()), (url) => send(url, {}));
    expect(expectEnvelope(received).code).toBe("missing_credential");
  });

  test("a version is refused once, before any other middleware", async () => {
    let ran = 0;
    const outside: Middleware = (_ctx, next) => {
      ran += 1;
      return next();
    };
    const { received, reports } = await seen([outside], busy, { headers: { "UHP-Version": "1999-01-01" } });
    expect([expectEnvelope(received).code, ran, reports.length]).toEqual(["unsupported_protocol_version", 0, 1]);
  });

  test("a success, a file that is served outside, and an unknown address are as before", async () => {
    const outside: Middleware = async (ctx, next) => {
      await next();
      if (ctx.path === "/late" && ctx.status === 404) ctx.body = "served outside";
    };
    const handler: Middleware = (ctx, next) => {
      if (ctx.path !== "/") return next();
      ctx.body = "ok";
      return undefined;
    };
    const answers: string[] = [];
    for (const path of ["/", "/late", "/nowhere"]) {
      const { received } = await seen([outside], handler, { path });
      answers.push(`${received.status} ${/"code":"(\w+)"/.exec(received.body)?.[1] ?? received.body}`);
    }
    expect(answers).toEqual(["200 ok", "200 served outside", "404 acme_route_not_found"]);
  });

  test("a body that middleware outside replaces does not fail for the stream before it", async () => {
    const outside: Middleware = async (ctx, next) => {
      await next();
      const body = ctx.body as Readable;
      ctx.body = "instead";
      body.destroy();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const { received, reports } = await seen([outside], (ctx) => {
      ctx.body = new Readable({ read() {} });
    });
    expect([received.status, received.body, reports.length]).toEqual([200, "instead", 0]);
  });

  test.each<readonly [step: string, isInstalled: boolean, place: readonly ("own" | "uhp")[], sent: readonly number[]]>([
    ["before the move", false, ["own"], [200, 409, 402, 500]],
    ["with the contract installed", true, ["own"], [200, 409, 402, 500]],
    ["with the contract below the handler", true, ["own", "uhp"], [200, 409, 500, 500]],
    ["with the contract in its place", true, ["uhp"], [200, 409, 500, 500]],
  ])("a service keeps its access log, %s", async (_step, isInstalled, place, statuses) => {
    const own: Middleware = async (ctx, next) => {
      try {
        await next();
      } catch (thrown) {
        const { status = 500, message } = thrown as { readonly status?: number; readonly message: string };
        Object.assign(ctx, { status, body: { message } });
      }
    };
    const contract = createContract(acme, { onError: () => {} });
    const log: number[] = [];
    const logging: Middleware = async (ctx, next) => {
      await next();
      log.push(ctx.status);
      ctx.set("X-Response-Time", "1ms");
    };
    const failing: Middleware = (ctx) => {
      if (ctx.path === "/409") busy();
      if (ctx.path === "/402") throw Object.assign(new Error("pay first"), { status: 402 });
      if (ctx.path === "/500") boom();
      ctx.body = "ok";
    };
    const middleware = { own, uhp: uhp(contract) as Middleware };
    const app = appWith(logging, ...place.map((name) => middleware[name]), failing);
    if (isInstalled) install(app, contract);
    const answers: Received[] = [];
    await during(await listen(app.callback()), async (url) => {
      for (const path of ["/", "/409", "/402", "/500"]) answers.push(await send(url, { path }));
    });
    expect([answers.map(({ status }) => status), log]).toEqual([statuses, statuses]);
    for (const { headers } of answers) expect(headers["x-response-time"]).toBe("1ms");
  });

  test("a handler of the application's own still answers", async () => {
    const { received } = await seen([(_ctx, next) => next()], boom, {}, (app) => {
      app.context.onerror = function (this: Context, error: Error | null) {
        if (error === null) return;
        this.status = 410;
        this.res.end("own");
      } as never;
    });
    expect([received.status, expectEnvelope(received).code]).toEqual([410, "acme_gone"]);
  });

  test("a contract that only reports changes nothing outside, and reports once", async () => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { reportOnly: true, onError: (report) => reports.push(report) });
    const caught: unknown[] = [];
    const outside: Middleware = async (_ctx, next) => {
      try {
        await next();
      } catch (thrown) {
        caught.push(thrown);
        throw thrown;
      }
    };
    const app = appWith(outside, uhp(contract) as Middleware, busy);
    install(app, contract);
    const received = await during(await listen(app.callback()), (url) => send(url, {}));
    expect([received.status, received.body, caught.length]).toEqual([409, expect.not.stringContaining("{"), 1]);
    expect(reports).toMatchObject([{ code: "session_busy", outcome: "observed" }]);
  });
});
