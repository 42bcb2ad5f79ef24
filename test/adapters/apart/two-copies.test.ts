import type { Server } from "node:http";
import Router from "@koa/router";
import { type Contract, createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import express5 from "express";
import express4 from "express4";
import Koa3 from "koa";
import Koa2 from "koa2";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../conformance/drivers/listen.ts";
import { acme } from "../../support/catalog.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { FASTIFY_KITS } from "../../support/fastify.ts";
import { parseMessage, send, sendBytes } from "../../support/http.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";

/** One copy of all adapters on Node. `import` and `require` of one installation give two copies, and so do two installations. */
async function load() {
  vi.resetModules();
  return {
    node: await import("@uhp-errors/node"),
    express: await import("@uhp-errors/express"),
    koa: await import("@uhp-errors/koa"),
    fastify: await import("@uhp-errors/fastify"),
  };
}

const first = await load();
const second = await load();

const warnings: string[] = [];
const listener = (warning: Error) => warnings.push(warning.message);

beforeAll(() => {
  vi.stubEnv("NODE_ENV", "production");
  process.on("warning", listener);
});

afterAll(() => {
  vi.unstubAllEnvs();
  process.off("warning", listener);
});

interface Told {
  readonly contract: Contract;
  readonly reports: readonly ErrorReport[];
}

function contractOf(vendor: "acme" | "inner"): Told {
  const reports: ErrorReport[] = [];
  const catalog = vendor === "acme" ? acme : defineCatalog({ vendor, codes: {} });
  return { contract: createContract(catalog, { onError: (report) => reports.push(report) }) as Contract, reports };
}

/** Starts an app that the first copy covers. The second copy covers the part below `/inner`, and looks up ids in `/id`. */
type Start = (outer: Contract, inner: Contract) => Promise<string>;

const fail = () => {
  throw new Error(LEAKY_TEXT);
};

function opened({ url, close }: { readonly url: string; close(): Promise<void> }): string {
  onTestFinished(close);
  return url;
}

const STARTS: Readonly<Record<string, Start>> = {
  ...Object.fromEntries(
    [["express4", express4 as unknown as typeof express5] as const, ["express5", express5] as const].map(
      ([name, framework]): [string, Start] => [
        name,
        async (outer, inner) => {
          const app = framework();
          app.use(first.express.uhp(outer));
          const router = framework.Router();
          router.get("/thrown", fail);
          router.get("/written", (_request, response) => void response.status(502).send(LEAKY_TEXT));
          app.use("/inner", second.express.uhp(inner), router, ...second.express.uhpErrorHandler(inner));
          app.get("/id", (request, response) => {
            response.json(outer.headers(second.express.requestContext(request, response)));
          });
          app.get("/thrown", fail);
          app.use(second.express.uhpErrorHandler(outer));
          return opened(await listen(app, (server) => attachBoth(server, outer)));
        },
      ],
    ),
  ),
  ...Object.fromEntries(
    [["koa2", Koa2 as unknown as typeof Koa3] as const, ["koa3", Koa3] as const].map(([name, Koa]): [string, Start] => [
      name,
      async (outer, inner) => {
        const app = new Koa();
        app.use(first.koa.uhp(outer));
        const covered = second.koa.uhp(inner);
        app.use((ctx, next) => (ctx.path.startsWith("/inner") ? covered(ctx as never, next) : next()));
        const router = new Router();
        router.get("/inner/thrown", fail).get("/thrown", fail);
        router.get("/inner/written", (ctx) => {
          ctx.status = 502;
          ctx.body = LEAKY_TEXT;
        });
        router.get("/id", (ctx) => {
          ctx.body = outer.headers(second.koa.requestContext(ctx as never));
        });
        app.use(router.routes());
        return opened(await listen(app.callback(), (server) => attachBoth(server, outer)));
      },
    ]),
  ),
  ...Object.fromEntries(
    FASTIFY_KITS.map(([name, kit]): [string, Start] => [
      name,
      async (outer, inner) => {
        const app = kit.Fastify({ forceCloseConnections: true, ...first.fastify.uhpServerOptions(outer) });
        await app.register(first.fastify.uhp as never, { contract: outer });
        app.get("/thrown", fail);
        app.get("/id", (request, reply) => outer.headers(second.fastify.requestContext(request, reply)));
        await app.register(
          async (scope) => {
            await scope.register(second.fastify.uhp as never, { contract: inner });
            scope.get("/thrown", fail);
            scope.get("/written", (_request, reply) => reply.code(502).send(LEAKY_TEXT));
          },
          { prefix: "/inner" },
        );
        attachBoth(app.server, outer);
        const url = await app.listen({ host: "127.0.0.1", port: 0 });
        return opened({ url, close: () => app.close() });
      },
    ]),
  ),
};

function attachBoth(server: Server, contract: Contract): void {
  first.node.attach(server, contract);
  second.node.attach(server, contract);
}

describe.each(Object.entries(STARTS))("two copies of the adapter in one process, on %s", (_name, start) => {
  test("are different modules", () => {
    expect(first.node.attach).not.toBe(second.node.attach);
    expect(first.koa.uhp).not.toBe(second.koa.uhp);
  });

  test.each(["/thrown", "/written"])("leave the inner contract its response, reported once: %s", async (path) => {
    const [outer, inner] = [contractOf("acme"), contractOf("inner")];
    const url = await start(outer.contract, inner.contract);
    const { code } = expectEnvelope(await send(url, { path: `/inner${path}` }), ["inner"]);
    expect(code).toBe(path === "/thrown" ? "inner_internal_error" : "inner_upstream_error");
    expect(inner.reports).toMatchObject([{ outcome: "answered", code }]);
    expect(outer.reports).toEqual([]);
  });

  test("answer and report once what the outer contract covers", async () => {
    const [outer, inner] = [contractOf("acme"), contractOf("inner")];
    const url = await start(outer.contract, inner.contract);
    expect(expectEnvelope(await send(url, { path: "/thrown" })).code).toBe("acme_internal_error");
    expectEnvelope(parseMessage(await sendBytes(url, "GARBAGE\r\n\r\n")));
    expect(outer.reports.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["answered", "acme_internal_error"],
      ["answered", "acme_bad_request"],
    ]);
    expect(inner.reports).toEqual([]);
  });

  test("give a request one id", async () => {
    const url = await start(contractOf("acme").contract, contractOf("inner").contract);
    const { headers, body } = await send(url, { path: "/id" });
    expect(JSON.parse(body)).toMatchObject({ "x-request-id": headers["x-request-id"] });
  });
});

test("there were no warnings", () => {
  expect(warnings).toEqual([]);
});
