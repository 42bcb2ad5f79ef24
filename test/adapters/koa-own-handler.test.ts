import { readFile } from "node:fs/promises";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { install, uhp } from "@uhp-errors/koa";
import type { Context, default as Koa3 } from "koa";
import mount from "koa-mount";
import send from "koa-send";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send as ask } from "../support/http.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";

/** An application's own `ctx.onerror`. */
type OnError = (this: Context, error: Error) => unknown;

/** Responds with its own status, as koa-onerror does. */
const own = (status: number, headers: Readonly<Record<string, string>> = {}): OnError =>
  function (error) {
    if (error === null || this.headerSent) return;
    this.status = status;
    this.set(headers);
    this.res.end(`own: ${error.message}`);
  };

const late: OnError = async function (error) {
  if (error === null) return;
  await new Promise((resolve) => setImmediate(resolve));
  this.status = 416;
  this.res.end("own");
};

const broken: OnError = (error) => {
  if (error !== null) throw new Error("the handler failed");
};

describe.each(KOA_FRAMEWORKS)("%s", (name, Koa) => {
  function appWith(onError?: OnError): Koa3 {
    const app = new Koa();
    app.silent = true;
    if (onError !== undefined) app.context.onerror = onError;
    return app;
  }

  /** Runs an app under a contract, and requests a path. */
  async function answerOf(app: Koa3, path = "/") {
    const reports: ErrorReport[] = [];
    install(app, createContract(acme, { onError: (report) => reports.push(report) }));
    const server = await listen(app.callback());
    return during(server, async (url) => ({ answer: await ask(url, { path }), reports }));
  }

  const boom = () => {
    throw new Error("boom");
  };

  test.each<readonly [what: string, onError: OnError, status: number, code: string]>([
    ["a 404", own(404), 404, "acme_not_found"],
    ["a 409", own(409), 409, "acme_conflict"],
    ["a status that comes later", late, 416, "acme_range_not_satisfiable"],
    ["a 503 with a wait", own(503, { "Retry-After": "7" }), 503, "acme_unavailable"],
  ])("%s decides for a custom ctx.onerror", async (_what, onError, status, code) => {
    const { answer, reports } = await answerOf(appWith(onError).use(boom));
    expect([answer.status, expectEnvelope(answer).code]).toEqual([status, code]);
    expect(reports).toHaveLength(1);
  });

  test.each<readonly [throws: string, onError: OnError, reported: readonly string[]]>([
    ["an error", broken, ["the handler failed", "boom"]],
    ["what it got", (error) => Promise.reject(error), ["boom"]],
  ])(
    "a custom ctx.onerror that throws %s is reported, and the contract answers",
    async (_throws, onError, reported) => {
      const { answer, reports } = await answerOf(appWith(onError).use(boom));
      expect([answer.status, expectEnvelope(answer).code]).toEqual([500, "acme_internal_error"]);
      expect(reports.map(({ thrown }) => (thrown as Error).message)).toEqual(reported);
    },
  );

  test("a redirect of a custom handler is sent unchanged", async () => {
    const { answer, reports } = await answerOf(appWith(own(301, { Location: "/elsewhere" })).use(boom));
    expect(answer).toMatchObject({ status: 301, body: "own: boom", headers: { location: "/elsewhere" } });
    expect(reports).toEqual([]);
  });

  test("a handler that middleware sets for one request is called too", async () => {
    const app = appWith().use((ctx, next) => {
      ctx.onerror = own(409);
      return next();
    });
    const { answer } = await answerOf(app.use(boom));
    expect([answer.status, expectEnvelope(answer).code]).toEqual([409, "acme_conflict"]);
  });

  test("what fails after all middleware reaches it too", async () => {
    const app = appWith(own(409)).use((ctx) => {
      ctx.body = { toJSON: boom };
    });
    const { answer } = await answerOf(app);
    expect([answer.status, expectEnvelope(answer).code]).toEqual([409, "acme_conflict"]);
  });

  test("an error of the catalog bypasses it", async () => {
    const asked: unknown[] = [];
    const app = appWith((error) => error !== null && asked.push(error)).use(() => {
      throw acme.error("session_busy");
    });
    const { answer } = await answerOf(app);
    expect([answer.status, expectEnvelope(answer).code, asked]).toEqual([409, "session_busy", []]);
  });

  test("it is called in a mounted app, with one contract inside another", async () => {
    const inner = new Koa();
    inner.use(uhp(createContract(acme))).use(boom);
    const { answer } = await answerOf(appWith(own(409)).use(mount("/in", inner)), "/in");
    expect([answer.status, expectEnvelope(answer).code]).toEqual([409, "acme_conflict"]);
  });

  test("a missing file is what this version of Koa makes of it", async () => {
    const { answer } = await answerOf(appWith().use(async () => void (await readFile("/nowhere/at/all"))));
    const [status, code] = name === "koa2" ? [404, "acme_not_found"] : [500, "acme_internal_error"];
    expect([answer.status, expectEnvelope(answer).code]).toEqual([status, code]);
  });

  test("a missing file of koa-send is a 404 on both", async () => {
    const { answer } = await answerOf(appWith().use((ctx) => send(ctx, "/nowhere", { root: import.meta.dirname })));
    expect(answer.status).toBe(404);
  });
});
