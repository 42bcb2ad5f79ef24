import { EventEmitter } from "node:events";
import createFastifyError from "@fastify/error";
import sse from "@fastify/sse";
import type { ErrorReport } from "@uhp-errors/core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { eventually } from "../support/eventually.ts";
import { FASTIFY_5, FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { send } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

/** Of `@fastify/sse` there is no release for Fastify 4. */
test("@fastify/sse, which ends its stream before it passes an error on", async () => {
  const mount = async (app: FastifyInstance) => {
    await app.register(sse as unknown as FastifyPluginAsync);
    app.get("/late", { sse: true }, async (_request, reply) => {
      await reply.sse.send({ data: "first" });
      throw new Error(LEAKY_TEXT);
    });
    app.get("/early", { sse: true }, () => Promise.reject(new Error(LEAKY_TEXT)));
  };
  await serveFastify(FASTIFY_5, mount, async (url, reports) => {
    const headers = { Accept: "text/event-stream", Connection: "close" };
    expect(await send(url, { path: "/late", headers })).toMatchObject({ status: 200, body: 'data: "first"\n\n' });
    expect(reports).toMatchObject([{ outcome: "late", route: "/late", thrown: { message: LEAKY_TEXT } }]);
    expect(expectEnvelope(await send(url, { path: "/early", headers })).code).toBe("acme_internal_error");
    expect(reports).toHaveLength(2);
  });
});

describe.each(FASTIFY_KITS)("%s", (name, kit) => {
  describe("official plugins", () => {
    test("a plugin that wraps a handler and answers what it throws", async () => {
      const mount = (app: FastifyInstance) => {
        app.addHook("onRoute", (route) => {
          const { handler } = route;
          route.handler = async function wrapper(request, reply) {
            try {
              return await handler.call(this, request, reply);
            } catch {
              return reply.send({ fallback: true });
            }
          };
        });
        app.get("/x", () => Promise.reject(new Error(LEAKY_TEXT)));
      };
      await serveFastify(kit, mount, async (url, reports) => {
        expect(await send(url, { path: "/x" })).toMatchObject({ status: 200, body: '{"fallback":true}' });
        expect(reports).toEqual([]);
      });
    });
    test.each([false, true])(
      "a plugin that wraps an error that comes late, with reportOnly: %s",
      async (reportOnly) => {
        const mount = (app: FastifyInstance) => {
          app.addHook("onRoute", (route) => {
            const { handler } = route;
            route.handler = async function wrapper(request, reply) {
              try {
                return await handler.call(this, request, reply);
              } catch (cause) {
                throw new Error("wrapped", { cause });
              }
            };
          });
          app.get("/x", (_request, reply) => {
            void reply.send("ok");
            throw new Error(LEAKY_TEXT);
          });
        };
        const use = async (url: string, reports: readonly ErrorReport[]) => {
          expect(await send(url, { path: "/x" })).toMatchObject({ status: 200, body: "ok" });
          await eventually(() => expect(reports.map(({ outcome }) => outcome)).toEqual(["late"]));
          expect(reports).toMatchObject([{ thrown: { message: LEAKY_TEXT } }]);
        };
        await serveFastify(kit, mount, use, { contract: { reportOnly } });
      },
    );
    proves(
      ["AUT-1", "AUT-2"],
      "@fastify/jwt",
      async () => {
        const mount = async (app: FastifyInstance) => {
          await app.register(kit.jwt, { secret: "not-a-real-secret" });
          app.get("/me", { onRequest: (request) => request.jwtVerify() }, () => ({}));
        };
        await serveFastify(kit, mount, async (url) => {
          const get = (headers: Record<string, string> = {}) => send(url, { path: "/me", headers });
          expect(expectEnvelope(await get()).code).toBe("missing_credential");
          for (const token of ["x", "a.b.c", "eyJhbGciOiJIUzI1NiJ9.e30.AAAA"]) {
            const received = await get({ Authorization: `Bearer ${token}` });
            expect(expectEnvelope(received).code).toBe("invalid_credential");
            expect(received.headers["www-authenticate"]).toBe("Bearer");
          }
        });
      },
      name,
    );
    test("@fastify/sensible", async () => {
      const mount = async (app: FastifyInstance) => {
        await app.register(kit.sensible);
        app.get("/thrown", () => {
          throw app.httpErrors.tooManyRequests(LEAKY_TEXT);
        });
        app.get("/replied", (_request, reply) => reply.notFound(LEAKY_TEXT));
      };
      await serveFastify(kit, mount, async (url) => {
        expect(expectEnvelope(await send(url, { path: "/thrown" })).code).toBe("rate_limited");
        expect(expectEnvelope(await send(url, { path: "/replied" })).code).toBe("acme_not_found");
      });
    });
    proves(
      ["LIM-2"],
      "@fastify/rate-limit keeps its headers",
      async () => {
        const mount = async (app: FastifyInstance) => {
          await app.register(kit.rateLimit, { max: 1, timeWindow: 60_000 });
          app.get("/limited", () => ({}));
        };
        await serveFastify(kit, mount, async (url) => {
          await send(url, { path: "/limited" });
          const received = await send(url, { path: "/limited" });
          expect(expectEnvelope(received).code).toBe("rate_limited");
          expect(received.headers).toMatchObject({
            "retry-after": expect.stringMatching(/^\d+$/),
            "x-ratelimit-remaining": "0",
            "retry-after-ms": expect.stringMatching(/^\d+000$/),
            "x-should-retry": "true",
          });
        });
      },
      name,
    );
    test("@fastify/under-pressure", async () => {
      const mount = async (app: FastifyInstance) => {
        await app.register(kit.underPressure, {
          healthCheck: async () => false,
          healthCheckInterval: 60_000,
          retryAfter: 7,
        });
        app.get("/x", () => ({}));
      };
      await serveFastify(kit, mount, async (url) => {
        const received = await send(url, { path: "/x" });
        expect(expectEnvelope(received).code).toBe("acme_unavailable");
        expect(received.headers).toMatchObject({ "retry-after": "7", "retry-after-ms": "7000" });
      });
    });
    test("@fastify/error, with which an app makes custom errors", async () => {
      const Teapot = createFastifyError("MY_TEAPOT", LEAKY_TEXT, 418);
      await serveFastify(
        kit,
        (app) => {
          app.get("/x", () => {
            throw new Teapot();
          });
        },
        async (url) => {
          expect(expectEnvelope(await send(url, { path: "/x" })).code).toBe("acme_http_418");
        },
      );
    });
    proves(
      ["LIM-1"],
      "@fastify/multipart: a file over the limit is refused however it is read, and a smaller one passes",
      async () => {
        const mount = async (app: FastifyInstance) => {
          await app.register(kit.multipart, { limits: { fileSize: 1_000 } });
          const drain = async (part: { file: AsyncIterable<unknown> } | undefined) => {
            for await (const _chunk of part?.file ?? []);
          };
          app.post("/buffer", async (request) => ({ size: (await (await request.file())?.toBuffer())?.length }));
          app.post("/stream", async (request) => {
            await drain(await request.file());
            return { stored: true };
          });
          app.post("/files", async (request) => {
            for await (const part of request.files()) await drain(part);
            return { stored: true };
          });
          app.post("/parts", async (request) => {
            for await (const part of request.parts()) if (part.type === "file") await drain(part);
            return { stored: true };
          });
          app.post("/own-limit", async (request) => {
            await drain(await request.file({ limits: { fileSize: 500 } }));
            return { stored: true };
          });
          app.post("/fails", async (request) => {
            await drain(await request.file());
            throw acme.error("session_busy");
          });
          app.post("/own-check", async (request) => {
            const part = await request.file({ throwFileSizeLimit: false });
            await drain(part);
            return { truncated: part?.file.truncated };
          });
        };
        await serveFastify(kit, mount, async (url, reports) => {
          const upload = async (path: string, bytes?: number) => {
            const body = new FormData();
            body.append("text", "x");
            if (bytes !== undefined) body.append("file", new Blob([new Uint8Array(bytes)]), "file.bin");
            const response = await fetch(url + path, { method: "POST", body });
            return { status: response.status, body: (await response.json()) as { error?: object } };
          };
          for (const [path, max_bytes] of [
            ["/buffer", 1_000],
            ["/stream", 1_000],
            ["/files", 1_000],
            ["/parts", 1_000],
            ["/own-limit", 500],
          ] as const) {
            expect(await upload(path, 5_000), path).toMatchObject({
              status: 413,
              body: { error: { code: "file_too_large", param: "file", detail: { max_bytes } } },
            });
            expect((await upload(path, 400)).status).toBe(200);
            expect((await upload(path)).status).toBe(200);
          }
          expect(await upload("/own-check", 5_000)).toEqual({ status: 200, body: { truncated: true } });
          expect(reports).toHaveLength(5);
          expect(await upload("/fails", 5_000)).toMatchObject({
            status: 409,
            body: { error: { code: "session_busy" } },
          });
          expect(reports.slice(5).map(({ code }) => code)).toEqual(["session_busy"]);
        });
      },
      name,
    );
    const cut = Object.assign(
      new EventEmitter().on("limit", () => {}),
      { truncated: true },
    );
    const names = ["file", "files", "parts"] as const;
    test.each([names, ["file", "files"], ["file", "parts"], ["files", "parts"]] as const)(
      "functions of the app's own with names of @fastify/multipart stay as they are: %s, %s",
      async (...own) => {
        const mount = (app: FastifyInstance) => {
          for (const name of own) app.decorateRequest(name as "file", async () => ({ file: cut }) as never);
          app.get("/own", async (request) => {
            await request.file?.();
            return names.filter((name) => typeof request[name] === "function");
          });
        };
        await serveFastify(kit, mount, async (url, reports) => {
          const { status, body } = await send(url, { path: "/own" });
          expect([status, JSON.parse(body), reports]).toEqual([200, own, []]);
        });
      },
    );
  });
});
