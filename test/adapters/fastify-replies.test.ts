import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/fastify";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { eventually } from "../support/eventually.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { send, sendBytes } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

function fail(): never {
  throw new Error(LEAKY_TEXT);
}

describe.each(FASTIFY_KITS)("%s", (name, kit) => {
  describe("after reply.hijack()", () => {
    const mount = (app: FastifyInstance) => {
      app.get("/sync", (_request, reply) => {
        reply.hijack();
        fail();
      });
      app.get("/async", async (_request, reply) => {
        reply.hijack();
        await Promise.resolve();
        fail();
      });
      app.get("/thenable", (_request, reply) => {
        reply.hijack();
        // biome-ignore lint/suspicious/noThenProperty: query builders return such objects.
        return { then: (_done: unknown, failed: (error: Error) => void) => failed(new Error(LEAKY_TEXT)) };
      });
      app.get("/half", async (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { "Content-Type": "text/plain" });
        await new Promise((written) => reply.raw.write("half of it", written));
        fail();
      });
    };
    for (const path of ["/sync", "/async", "/thenable"]) {
      proves(
        ["ENV-1", "LEAK-1"],
        `a throw is answered: ${path}`,
        async () => {
          await serveFastify(kit, mount, async (url, reports) => {
            expect(expectEnvelope(await send(url, { path })).code).toBe("acme_internal_error");
            expect(reports).toMatchObject([{ outcome: "answered", status: 500 }]);
          });
        },
        name,
      );
    }
    test("a throw after the first byte cuts the connection", async () => {
      await serveFastify(kit, mount, async (url, reports) => {
        const message = await sendBytes(url, "GET /half HTTP/1.1\r\nHost: x\r\n\r\n");
        expect(message).toContain("half of it");
        expect(message).not.toMatch(/\r\n0\r\n\r\n$/);
        expect(reports).toMatchObject([{ outcome: "cut" }]);
      });
    });
  });

  test("what a handler returns is awaited once: awaiting a query twice would run it twice", async () => {
    const app = kit.Fastify() as unknown as FastifyInstance;
    await app.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
    let runs = 0;
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: query builders do this.
      then(done: (rows: object[]) => void) {
        runs += 1;
        done([{ run: runs }]);
      },
    };
    app.get("/rows", () => query);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    expect((await send(url, { path: "/rows" })).body).toBe('[{"run":1}]');
    expect(runs).toBe(1);
  });

  test("a handler that returns its reply is left alone, however it responds", async () => {
    const app = kit.Fastify() as unknown as FastifyInstance;
    const reports: ErrorReport[] = [];
    await app.register(uhp, { contract: createContract(acme, { onError: (report) => reports.push(report) }) });
    app.get("/json", (_request, reply) => reply.send({ ok: true }));
    app.get("/stream", (_request, reply) => reply.send(Readable.from(["ok"])));
    app.get("/async", async (_request, reply) => reply.send({ ok: true }));
    app.get("/slow", { onSend: async () => setImmediate() }, (_request, reply) => reply.send({ ok: true }));
    app.get("/hijacked", (_request, reply) => {
      reply.hijack();
      reply.raw.end("ok");
      return reply;
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    for (const path of ["/json", "/stream", "/async", "/slow", "/hijacked"]) {
      const received = await send(url, { path });
      expect([path, received.status, received.body.includes("ok")]).toEqual([path, 200, true]);
    }
    expect(reports).toEqual([]);
  });

  test("a throw after a response is reported once, even with nested contracts", async () => {
    const app = kit.Fastify() as unknown as FastifyInstance;
    const reports: ErrorReport[] = [];
    const contract = () => createContract(acme, { onError: (report) => reports.push(report) });
    await app.register(uhp, { contract: contract() });
    await app.register(async (scope) => {
      await scope.register(uhp, { contract: contract() });
      scope.get("/late", async (_request, reply) => {
        reply.send({ ok: true });
        await new Promise((left) => reply.raw.once("finish", left));
        fail();
      });
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    expect((await send(url, { path: "/late" })).status).toBe(200);
    await eventually(() => expect(reports).toMatchObject([{ outcome: "late" }]));
  });
});
