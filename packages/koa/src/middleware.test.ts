import type { Server } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { type Sent, send, sendBytes } from "../../../test/support/http.ts";
import { KOA_FRAMEWORKS, type Koa, type Middleware } from "../../../test/support/koa.ts";
import { mountingKits } from "../../../test/support/mounting-kit.ts";
import { serving } from "../../../test/support/serving.ts";
import { withResolvers } from "../../../test/support/with-resolvers.ts";

const given = mountingKits(() => import("./index.ts"));

type Given = Awaited<ReturnType<typeof given>>;

/** The status and the code of the answer, or the beginning of another body. */
async function answerOf(url: string, sent: Sent): Promise<string> {
  const { status, body } = await send(url, sent);
  return `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 20)}`.trim();
}

const NOT_FIRST =
  "UHP_NOT_FIRST uhp(contract) is the app's last middleware, so that it covers none of the others: mount it first, or use install(app, contract)";
const AFTER_LISTEN =
  "UHP_NOT_FIRST install(app, contract) came after app.listen() or app.callback(), so that the contract covers nothing: call it before";

interface Mistake {
  readonly mount: (app: Koa, kit: Given) => unknown;
  readonly answers: readonly string[];
  readonly warnings?: readonly string[];
}

describe.each(KOA_FRAMEWORKS)("%s", (_name, Framework) => {
  function make(): Koa {
    const app = new Framework();
    app.silent = true;
    return app;
  }

  const mistakes: Readonly<Record<string, Mistake>> = {
    "uhp first": {
      mount: (app, { uhp, contract, busy }) => void app.use(uhp(contract)).use(busy),
      answers: ["409 session_busy", "409 session_busy"],
    },
    "uhp alone": {
      mount: (app, { uhp, contract }) => void app.use(uhp(contract)),
      answers: ["404 acme_route_not_found", "404 acme_route_not_found"],
    },
    "uhp last": {
      mount: (app, { uhp, contract }) => void app.use((_ctx, next) => next()).use(uhp(contract)),
      answers: ["404 acme_route_not_found", "404 acme_route_not_found"],
      warnings: [NOT_FIRST],
    },
    "uhp last in an app that install covers": {
      mount: (app, { uhp, install, contract }) => {
        app.use((_ctx, next) => next()).use(uhp(contract));
        install(app, contract);
      },
      answers: ["404 acme_route_not_found", "404 acme_route_not_found"],
    },
    "uhp last in an app that install covers, if both only report": {
      mount: (app, { uhp, install, createContract, acme }) => {
        const contract = createContract(acme, { reportOnly: true, onError: () => {} });
        app.use((_ctx, next) => next()).use(uhp(contract));
        install(app, contract);
      },
      answers: ["404 Not Found", "404 Not Found"],
    },
    "uhp between others": {
      mount: (app, { uhp, contract, busy }) =>
        void app
          .use((_ctx, next) => next())
          .use(uhp(contract))
          .use(busy),
      answers: ["409 session_busy", "409 session_busy"],
    },
    "install alone": {
      mount: (app, { install, contract }) => install(app, contract),
      answers: ["404 acme_route_not_found", "404 acme_route_not_found"],
    },
    "install after other middleware": {
      mount: (app, { install, contract, busy }) => {
        app.use(busy);
        install(app, contract);
      },
      answers: ["409 session_busy", "409 session_busy"],
    },
    "install after callback": {
      mount: (app, { install, contract }) => {
        const callback = app.callback();
        install(app, contract);
        app.callback = () => callback;
      },
      answers: ["404 Not Found", "404 Not Found"],
      warnings: [AFTER_LISTEN],
    },
    "install with a listener of the app's own": {
      mount: (app, { install, contract, busy }) => {
        app.on("error", () => {});
        app.use(busy);
        install(app, contract);
      },
      answers: ["409 session_busy", "409 session_busy"],
    },
    "two contracts": {
      mount: (app, { install, contract, createContract, acme }) => {
        install(app, contract);
        install(app, createContract(acme, { onError: () => {} }));
      },
      answers: ["404 acme_route_not_found", "404 acme_route_not_found"],
      warnings: [
        "UHP_SECOND_CONTRACT an application was given a second contract, and only one of them answers a request: give each application one contract, or mount an application with the other one under a path",
      ],
    },
  };

  test.each(Object.entries(mistakes))("%s", async (_what, { mount, answers, warnings = [] }) => {
    const kit = await given(warnings.length > 0);
    const app = make();
    mount(app, kit);
    const ask = async (url: string) => [await answerOf(url, {}), await answerOf(url, {})];
    expect(await ask(await serving(app.callback()))).toEqual(answers);
    expect(kit.warnings()).toEqual(warnings);
  });

  test.each([false, true])(
    "a server that was not attached is named once, and an attached one is not: %s",
    async (isAttached) => {
      const kit = await given(!isAttached);
      vi.stubEnv("NODE_ENV", "production");
      const app = make();
      app.use(kit.uhp(kit.contract)).use((ctx) => void Object.assign(ctx, { body: "ok" }));
      const ask = async (url: string) => [await answerOf(url, {}), await answerOf(url, {})];
      const prepare = (server: Server) => isAttached && kit.attach(server, kit.contract);
      expect(await ask(await serving(app.callback(), prepare))).toEqual(["200 ok", "200 ok"]);
      expect(kit.warnings().map((warning) => warning.split(" ")[0])).toEqual(isAttached ? [] : ["UHP_NOT_ATTACHED"]);
    },
  );

  test("an app that runs inside of another one leaves the server to that one", async () => {
    const { install, contract } = await given(false);
    const inner = make();
    install(inner, contract);
    const outer = make();
    outer.use((ctx) => {
      ctx.respond = false;
      return inner.middleware[0]?.(ctx, async () => void ctx.res.end("inner")) as Promise<void>;
    });
    const url = await serving(outer.callback());
    expect(await send(url, {})).toMatchObject({ status: 404 });
    expect(await sendBytes(url, "GARBAGE\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });

  test.each<readonly [what: string, middleware: Middleware]>([
    [
      "a body whose toJSON throws nothing",
      (ctx) => {
        ctx.body = {
          toJSON() {
            throw undefined;
          },
        };
      },
    ],
    ["nothing", () => Promise.reject(undefined)],
    ["null", () => Promise.reject(null)],
  ])("a throw of %s is answered, for HEAD too", async (_what, middleware) => {
    const { install, contract, reports } = await given(false);
    const app = make().use(middleware);
    install(app, contract);
    const url = await serving(app.callback());
    expect(await answerOf(url, {})).toBe("500 acme_internal_error");
    expect((await send(url, { method: "HEAD" })).status).toBe(500);
    expect(reports.map(({ method, code }) => [method, code])).toEqual([
      ["GET", "acme_internal_error"],
      ["HEAD", "acme_internal_error"],
    ]);
  });

  test("an error that comes after the response is not reported twice", async () => {
    const { uhp, contract, reports } = await given(false);
    const app = make();
    app.use(async (ctx, next) => {
      await next();
      ctx.set("X-Late", "1");
      if (ctx.res.headersSent) ctx.res.setHeader("X-Late", "1");
    });
    app.use(uhp(contract)).use(() => {
      throw new Error("boom");
    });
    expect(await answerOf(await serving(app.callback()), {})).toBe("500 acme_internal_error");
    expect(reports.map(({ outcome }) => outcome)).toEqual(["answered"]);
  });

  test("a handler that writes to Node's response may set the body later: nothing is reported", async () => {
    const { uhp, contract, reports } = await given(false);
    const app = make();
    const late = withResolvers<void>();
    app.use(uhp(contract)).use((ctx) => {
      ctx.respond = false;
      setImmediate(() => {
        ctx.res.statusCode = 200;
        ctx.res.end("own");
        ctx.body = "unused";
        late.resolve();
      });
    });
    expect(await send(await serving(app.callback()), {})).toMatchObject({ status: 200, body: "own" });
    await late.promise;
    expect(reports).toEqual([]);
  });

  test("what is no contract is refused", async () => {
    const { acme, uhp } = await given(false);
    expect(() => uhp(acme as never)).toThrow(/^uhp: this is a catalog/);
  });

  test.each<readonly [what: string, app: object]>([
    ["middleware that is no list", { middleware: {}, listen: () => {} }],
    ["no listen", { middleware: [] }],
  ])("an app with %s is refused", async (_what, app) => {
    const { install, contract } = await given(false);
    expect(() => install(app as never, contract)).toThrow(
      "install: expected an application that new Koa() made, as in install(app, contract)",
    );
  });
});
