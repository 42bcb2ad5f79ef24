import { setImmediate } from "node:timers/promises";
import { createContract } from "@uhp-errors/core";
import { bearer, uhp } from "@uhp-errors/fastify";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { parseMessage, send, sendBytes } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";
import { withResolvers } from "../support/with-resolvers.ts";

function fail(): never {
  throw new Error(LEAKY_TEXT);
}

describe.each(FASTIFY_KITS)("%s", (name, kit) => {
  test("an unknown route is answered before the app's hooks look at a body", async () => {
    const mount = (app: FastifyInstance) => {
      app.addHook("preParsing", fail);
    };
    const use = async (url: string) => {
      expect(expectEnvelope(await send(url, { path: "/nowhere" })).code).toBe("acme_route_not_found");
    };
    await serveFastify(kit, mount, use);
  });

  test("an object derived from a reply can hijack it", async () => {
    const mount = (app: FastifyInstance) => {
      app.get("/hijacked", async (_request, reply) => {
        await setImmediate();
        const heir = Object.create(reply) as typeof reply;
        heir.hijack();
        reply.raw.end("taken");
      });
    };
    const use = async (url: string) => {
      expect(await send(url, { path: "/hijacked" })).toMatchObject({ status: 200, body: "taken" });
    };
    await serveFastify(kit, mount, use);
  });

  test.each(["/thrown", "/nowhere"])("an onSend hook that fails on the error of %s is reported, too", async (path) => {
    const second = new Error("second");
    const mount = (app: FastifyInstance) => {
      app.addHook("onSend", async (_request, reply, payload) => {
        if (reply.statusCode >= 400) throw second;
        return payload;
      });
      app.get("/thrown", fail);
    };
    await serveFastify(kit, mount, async (url, reports) => {
      const { code } = expectEnvelope(await send(url, { path }));
      expect(reports.map((report) => [report.outcome, report.code])).toEqual([
        ["answered", code],
        ["late", "acme_internal_error"],
      ]);
      expect(reports[1]?.thrown).toBe(second);
    });
  });

  describe("what Fastify refuses before its hooks", () => {
    const constraint = {
      name: "secret",
      storage: () => ({ get: () => null, set: () => {} }),
      deriveConstraint: (_request: unknown, _context: unknown, done?: (error: Error) => void) =>
        done?.(new Error(LEAKY_TEXT)),
      validate: () => {},
    };
    const mount = (app: FastifyInstance) => {
      app.get("/items/:id", () => ({}));
    };
    for (const plain of [false, true]) {
      const how = plain ? "without options for the constructor" : "with uhpServerOptions";
      proves(
        ["ENV-1", "LEAK-2"],
        `a bad escape and a parameter that is too long, ${how}`,
        async () => {
          const use = async (url: string) => {
            const bad = await send(url, { path: "/items/%ffhunter2" });
            expect(expectEnvelope(bad).code).toBe("invalid_input");
            const long = await send(url, { path: `/items/${"a".repeat(101)}` });
            // To Fastify 4 it is an unknown route.
            expect(expectEnvelope(long).code).toBe(name === "fastify4" ? "acme_route_not_found" : "acme_uri_too_long");
            for (const { body } of [bad, long]) expect(body).not.toMatch(/hunter2|aaa/);
          };
          await serveFastify(kit, mount, use, { plain });
        },
        name,
      );
      proves(
        ["ENV-1", "LEAK-1"],
        `a constraint that fails, ${how}`,
        async () => {
          const constrained = (app: FastifyInstance) => {
            app.route({ method: "GET", url: "/c", constraints: { secret: "x" }, handler: () => ({}) });
          };
          await serveFastify(
            kit,
            constrained,
            async (url) => {
              expect(expectEnvelope(await send(url, { path: "/c" })).code).toBe("acme_internal_error");
            },
            { plain, server: { constraints: { secret: constraint } } as object },
          );
        },
        name,
      );
    }

    proves(
      ["ENV-1"],
      "a request while the app closes",
      async () => {
        const slow = (app: FastifyInstance) => {
          app.get("/slow", (_request, reply) => {
            reply.hijack();
            // The second request arrives while the first is still being answered.
            app.server.once("request", () => reply.raw.end());
            void app.close();
            reply.raw.writeHead(200, { "Content-Type": "text/plain" }).write("slow");
          });
        };
        await serveFastify(
          kit,
          slow,
          async (url) => {
            const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
            const message = await sendBytes(url, get("/slow"), get("/slow"));
            const [, second = ""] = message.split(/(?=HTTP\/1\.1 503)/);
            expect(expectEnvelope(parseMessage(second)).code).toBe("acme_unavailable");
          },
          { server: { forceCloseConnections: false } },
        );
      },
      name,
    );
  });

  describe("hooks", () => {
    test("that rewrite what is sent do not rewrite the envelope", async () => {
      const mount = (app: FastifyInstance) => {
        app.addHook("onSend", (_request, _reply, payload, done) => done(null, `{"wrapped":${String(payload)}}`));
        app.get("/x", () => {
          throw acme.error("harness_not_found");
        });
        app.get("/ok", () => ({ a: 1 }));
      };
      await serveFastify(kit, mount, async (url, reports) => {
        expect(expectEnvelope(await send(url, { path: "/x" })).code).toBe("harness_not_found");
        expect((await send(url, { path: "/ok" })).body).toBe('{"wrapped":{"a":1}}');
        expect(reports).toHaveLength(1);
      });
    });
    test("that set headers have an effect, whenever they run", async () => {
      const mount = async (app: FastifyInstance) => {
        await app.register(kit.cors, { origin: "https://a.example", credentials: true });
        app.addHook("onSend", async (_request, reply) => {
          reply.header("X-Late", "1");
        });
        app.get("/x", fail);
      };
      await serveFastify(kit, mount, async (url) => {
        for (const path of ["/x", "/nowhere"]) {
          const received = await send(url, { path, headers: { Origin: "https://a.example" } });
          expectEnvelope(received);
          expect(received.headers).toMatchObject({
            "access-control-allow-origin": "https://a.example",
            "access-control-allow-credentials": "true",
            "x-late": "1",
          });
        }
      });
    });
    test("may compress the envelope", async () => {
      const mount = async (app: FastifyInstance) => {
        await app.register(kit.compress, { threshold: 0 });
        app.get("/x", () => {
          throw acme.error("harness_not_found");
        });
      };
      await serveFastify(kit, mount, async (url, reports) => {
        const response = await fetch(`${url}/x`);
        expect(response.status).toBe(404);
        expect(response.headers.get("content-encoding")).toMatch(/^(?:gzip|br|zstd)$/);
        expect(await response.json()).toMatchObject({ error: { code: "harness_not_found" } });
        expect(reports).toHaveLength(1);
      });
    });
  });

  test("headers that a hook puts on the request count", async () => {
    for (const [written, status] of [
      ["Bearer good", 200],
      ["Bearer bad", 401],
      [undefined, 401],
    ] as const) {
      const app = kit.Fastify() as unknown as FastifyInstance;
      const contract = createContract(acme, { onError: () => {} });
      await app.register(uhp, { contract });
      app.addHook("onRequest", async (request) => {
        Reflect.set(request, "headers", { authorization: written });
      });
      app.addHook(
        "onRequest",
        bearer(contract, (token) => token === "good"),
      );
      app.get("/", () => ({ ok: true }));
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      onTestFinished(() => app.close());
      const sent = written === "Bearer good" ? "Bearer bad" : "Bearer good";
      expect((await send(url, { path: "/", headers: { authorization: sent } })).status).toBe(status);
    }
  });

  test("a refusal during slow hooks admits no client that leaves in the meantime", async () => {
    const app = kit.Fastify() as unknown as FastifyInstance;
    const contract = createContract(acme, { onError: () => {} });
    await app.register(uhp, { contract });
    const [sending, left] = [withResolvers<void>(), withResolvers<void>()];
    app.addHook("onSend", async (_request, reply) => {
      reply.raw.once("close", () => left.resolve());
      sending.resolve();
      await left.promise;
    });
    app.addHook(
      "onRequest",
      bearer(contract, () => null),
    );
    let reached = false;
    app.delete("/secret", async () => {
      reached = true;
      return {};
    });
    const controller = new AbortController();
    const { signal } = controller;
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    const headers = { authorization: "Bearer bad" };
    const answer = fetch(`${url}/secret`, { method: "DELETE", headers, signal }).catch(() => "left");
    await sending.promise;
    controller.abort();
    expect(await answer).toBe("left");
    await left.promise;
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    expect(reached).toBe(false);
  });
});
