import { connect, constants } from "node:http2";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import createFastifyError from "@fastify/error";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { bearer, uhp } from "@uhp-errors/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { acme } from "./support/catalog.ts";
import { expectEnvelope } from "./support/envelope.ts";
import { FASTIFY_KITS, serveFastify } from "./support/fastify.ts";
import { parseMessage, send, sendBytes } from "./support/http.ts";
import { proves } from "./support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "./support/secrets.ts";

const json = { "Content-Type": "application/json" };

function fail(): never {
  throw new Error(LEAKY_TEXT);
}

describe.each(FASTIFY_KITS)("%s", (name, kit) => {
  describe("a schema for responses", () => {
    const error = { type: "object", properties: { oops: { type: "string" } }, required: ["oops"] };
    const mount = (app: FastifyInstance) => {
      const note = { type: "object", properties: { note: { type: "string" } } };
      app.get("/loose", { schema: { response: { "5xx": note } } }, fail);
      app.get("/strict", { schema: { response: { "4xx": error, "5xx": error } } }, fail);
      app.get("/known", { schema: { response: { 404: error, default: error } } }, () => {
        throw acme.error("harness_not_found");
      });
      app.get("/success", { schema: { response: { 200: error } } }, () => ({ other: LEAKY_TEXT }));
    };
    for (const [path, code] of [
      ["/loose", "acme_internal_error"],
      ["/strict", "acme_internal_error"],
      ["/known", "harness_not_found"],
      ["/success", "acme_internal_error"],
    ] as const) {
      proves(
        ["ENV-2", "LEAK-1"],
        `does not rewrite the envelope of ${path}`,
        async () => {
          await serveFastify(kit, mount, async (url) => {
            expect(expectEnvelope(await send(url, { path })).code).toBe(code);
          });
        },
        name,
      );
    }
  });

  describe("serializers", () => {
    const mount = (app: FastifyInstance) => {
      app.setReplySerializer(() => "rewritten");
      app.get("/app", fail);
      app.get("/reply", (_request, reply) => {
        reply.serializer(() => "rewritten").trailer("X-Sum", (_reply, _payload, done) => done(null, "1"));
        fail();
      });
    };
    for (const path of ["/app", "/reply"]) {
      test(`of ${path} leave the envelope alone`, async () => {
        await serveFastify(kit, mount, async (url) => {
          expect(expectEnvelope(await send(url, { path })).code).toBe("acme_internal_error");
        });
      });
    }
  });

  describe("validation", () => {
    const body = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
    const mount = (app: FastifyInstance) => {
      app.setSchemaErrorFormatter(() => new Error(LEAKY_TEXT));
      app.post("/body", { schema: { body } }, () => ({}));
      app.get("/headers", { schema: { headers: { type: "object", required: ["x-tenant"] } } }, () => ({}));
      app.get(
        "/query",
        { schema: { querystring: { type: "object", properties: { n: { type: "integer" } } } } },
        () => ({}),
      );
    };
    for (const [path, method, param] of [
      ["/body", "POST", "name"],
      ["/headers", "GET", null],
      ["/query?n=x", "GET", "n"],
    ] as const) {
      proves(
        ["ENV-7", "LEAK-2"],
        `of ${path} does not depend on how the app formats its errors`,
        async () => {
          await serveFastify(kit, mount, async (url) => {
            const received = await send(url, {
              path,
              method,
              headers: method === "POST" ? json : {},
              ...(method === "POST" ? { body: "{}" } : {}),
            });
            expect(expectEnvelope(received)).toMatchObject({ code: "invalid_input", param });
          });
        },
        name,
      );
    }
  });

  describe("an app's own formatter or compiler", () => {
    const schema = { body: { type: "object", required: ["name"] } };
    const failures: Readonly<Record<string, () => Error>> = {
      "a code of its own": () => Object.assign(new Error(LEAKY_TEXT), { code: "VALIDATION_FAILED" }),
      "fields that other clients' errors have": () =>
        Object.assign(new Error(LEAKY_TEXT), { error: "x", requestId: 1 }),
      "a status of its own": () => Object.assign(new Error(LEAKY_TEXT), { statusCode: 422 }),
    };
    for (const [what, make] of Object.entries(failures)) {
      for (const where of ["formatter", "compiler"]) {
        proves(
          ["ENV-4", "LEAK-2"],
          `may give its errors ${what}: ${where}`,
          async () => {
            const mount = (app: FastifyInstance) => {
              if (where === "formatter") app.setSchemaErrorFormatter(make);
              else app.setValidatorCompiler(() => () => ({ error: make() }));
              app.post("/", { schema }, () => ({}));
            };
            await serveFastify(kit, mount, async (url) => {
              const received = await send(url, { method: "POST", headers: json, body: "{}" });
              expect(expectEnvelope(received).code).toBe("invalid_input");
            });
          },
          name,
        );
      }
    }
  });

  describe("a body limit", () => {
    const upload = (url: string, path: string, bytes: number, type = "application/x-custom") =>
      send(url, { method: "POST", path, headers: { "Content-Type": type }, body: "x".repeat(bytes) });
    const mount = (app: FastifyInstance) => {
      const parse = (_request: unknown, body: string, done: (error: null, body: string) => void) => done(null, body);
      app.addContentTypeParser("application/x-custom", { parseAs: "string", bodyLimit: 100 }, parse as never);
      app.post("/app", () => ({}));
      app.post("/route", { bodyLimit: 50 }, () => ({}));
    };
    proves(
      ["LIM-1", "COD-2"],
      "is stated when it is the one that counts, and none is invented for a parser that has its own",
      async () => {
        await serveFastify(
          kit,
          mount,
          async (url) => {
            const ofParser = expectEnvelope(await upload(url, "/app", 200));
            expect(ofParser).toMatchObject({ code: "acme_content_too_large", detail: null });
            const ofRoute = expectEnvelope(await upload(url, "/route", 200));
            expect(ofRoute).toMatchObject({ code: "file_too_large", detail: { max_bytes: 50 } });
            const ofApp = expectEnvelope(await upload(url, "/app", 2_000, "text/plain"));
            expect(ofApp).toMatchObject({ code: "file_too_large", detail: { max_bytes: 1_000 } });
          },
          { server: { bodyLimit: 1_000 } },
        );
      },
      name,
    );
  });

  describe("scopes and routes with an error handler of their own", () => {
    const own = (error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
      reply.code(409).send({ message: String(error) });
    const mount = (app: FastifyInstance) => {
      app.register(
        async (scope) => {
          scope.setErrorHandler(own);
          scope.get("/thrown", fail);
        },
        { prefix: "/scope" },
      );
      app.get("/route", { errorHandler: own }, fail);
      app.register(
        async (scope) => {
          await scope.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
          scope.get("/thrown", fail);
        },
        { prefix: "/nested" },
      );
      app.register(async (scope) => scope.get("/inner", fail), { prefix: "/plain" });
    };
    proves(
      ["ENV-1", "LEAK-1"],
      "are told of at start-up, and what they answer is replaced",
      async () => {
        const warnings: string[] = [];
        const listener = (warning: Error) => warnings.push(warning.message);
        process.on("warning", listener);
        onTestFinished(() => void process.off("warning", listener));
        await serveFastify(kit, mount, async (url) => {
          for (const path of ["/scope/thrown", "/route"]) {
            const received = await send(url, { path });
            expect(expectEnvelope(received).code).toBe("acme_conflict");
            for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
          }
          expect(expectEnvelope(await send(url, { path: "/plain/inner" })).code).toBe("acme_internal_error");
        });
        expect(warnings.filter((text) => /error handler of its own/.test(text))).toEqual([
          expect.stringContaining("the scope /scope"),
        ]);
      },
      name,
    );
  });

  test("a scope's error handler that throws the error on leaves it to the contract", async () => {
    const mount = (app: FastifyInstance) => {
      app.register(async (scope) => {
        scope.setErrorHandler((error) => {
          throw error;
        });
        scope.get("/x", () => {
          throw acme.error("harness_not_found");
        });
      });
    };
    await serveFastify(kit, mount, async (url) => {
      expect(expectEnvelope(await send(url, { path: "/x" })).code).toBe("harness_not_found");
    });
  });

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
        // biome-ignore lint/suspicious/noThenProperty: what a query builder returns, for one.
        return { then: (_done: unknown, failed: (error: Error) => void) => failed(new Error(LEAKY_TEXT)) };
      });
      app.get("/half", async (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { "Content-Type": "text/plain" });
        await new Promise((written) => reply.raw.write("half of it", written));
        fail();
      });
      app.get("/whole", (_request, reply) => {
        reply.hijack();
        reply.raw.end("whole");
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
    test("a throw behind the first byte cuts the connection", async () => {
      await serveFastify(kit, mount, async (url, reports) => {
        const message = await sendBytes(url, "GET /half HTTP/1.1\r\nHost: x\r\n\r\n");
        expect(message).toContain("half of it");
        expect(message).not.toMatch(/\r\n0\r\n\r\n$/);
        expect(reports).toMatchObject([{ outcome: "cut" }]);
      });
    });
    test("an answer leaves as it was written", async () => {
      await serveFastify(kit, mount, async (url, reports) => {
        expect(await send(url, { path: "/whole" })).toMatchObject({ status: 200, body: "whole" });
        expect(reports).toEqual([]);
      });
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
            // To Fastify 4 it is an address that nothing is at.
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
            // The second request comes in while this one is still answered.
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
    proves(
      ["ENV-1", "LEAK-1"],
      "that throw while the envelope is sent do not change it",
      async () => {
        const mount = (app: FastifyInstance) => {
          app.addHook("onSend", fail);
          app.get("/x", () => {
            throw acme.error("harness_not_found");
          });
        };
        await serveFastify(kit, mount, async (url) => {
          expect(expectEnvelope(await send(url, { path: "/x" })).code).toBe("harness_not_found");
        });
      },
      name,
    );
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
    test("that set headers are heard, whenever they run", async () => {
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

  describe("unknown routes", () => {
    proves(
      ["ENV-1"],
      "come before the body, and after the app's own hooks",
      async () => {
        const mount = (app: FastifyInstance) => {
          app.addHook("onRequest", async (request) => {
            if (request.headers.authorization === undefined) throw acme.error("missing_credential");
          });
        };
        await serveFastify(kit, mount, async (url) => {
          const broken = { method: "POST", path: "/nowhere", body: "{", headers: json };
          expect(expectEnvelope(await send(url, broken)).code).toBe("missing_credential");
          const known = { ...broken, headers: { ...json, Authorization: "Bearer x" } };
          expect(expectEnvelope(await send(url, known)).code).toBe("acme_route_not_found");
        });
      },
      name,
    );

    for (const order of ["before the plugin", "after it", "while it loads"]) {
      test(`are the app's own where it has set a handler for them ${order}`, async () => {
        const app: FastifyInstance = kit.Fastify();
        const own = () =>
          app.setNotFoundHandler((request, reply) =>
            request.url === "/page" ? reply.type("text/html").send("<h1>Page</h1>") : reply.code(404).send({ no: 1 }),
          );
        if (order === "before the plugin") own();
        const loaded = app.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
        if (order === "while it loads") own();
        await loaded;
        if (order === "after it") own();
        const page = await app.inject("/page");
        expect([page.statusCode, page.body]).toEqual([200, "<h1>Page</h1>"]);
        const nowhere = await app.inject("/nowhere");
        expect(JSON.parse(nowhere.body).error.code).toBe("acme_route_not_found");
        await app.close();
      });
    }

    test("are none of the business of a scope without a prefix", async () => {
      const app: FastifyInstance = kit.Fastify();
      app.register(async (scope) => {
        await scope.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
        scope.get("/mine", fail);
      });
      expect(JSON.parse((await app.inject("/mine")).body).error.code).toBe("acme_internal_error");
      const nowhere = await app.inject("/nowhere");
      expect(JSON.parse(nowhere.body)).toMatchObject({ message: "Route GET:/nowhere not found" });
      expect(nowhere.headers["uhp-version"]).toBeUndefined();
      await app.close();
    });

    for (const where of ["the app", "a scope"]) {
      test(`are no addresses for the sake of CORS on ${where}, or of a route that takes every path`, async () => {
        const mount = async (app: FastifyInstance) => {
          app.get("/*", (_request, reply) => reply.callNotFound());
          if (where === "the app") await app.register(kit.cors, {});
          else {
            app.register(
              async (scope) => {
                await scope.register(kit.cors, {});
              },
              { prefix: "/v1" },
            );
          }
        };
        await serveFastify(kit, mount, async (url) => {
          for (const path of ["/nowhere", "/no%20where", "/n%C3%A4", "/a%2Fb", "/%2a", "/v1/nowhere", "/no;a=b"]) {
            const received = await send(url, { method: "POST", path });
            expect(expectEnvelope(received).code, path).toBe("acme_route_not_found");
          }
        });
      });
    }

    test("list the methods of the address, wildcards included, and not those of a route that takes every path", async () => {
      const mount = (app: FastifyInstance) => {
        app.put("/things/:id", () => ({}));
        app.patch("/things/:id", () => ({}));
        app.get("/files/*", () => ({}));
        app.options("/*", () => ({}));
        app.delete("*", (_request, reply) => reply.callNotFound());
      };
      await serveFastify(kit, mount, async (url) => {
        const allow = async (path: string) => (await send(url, { method: "POST", path })).headers["allow"];
        expect(await allow("/things/1?x=1")).toBe("PATCH, PUT");
        expect(await allow("/files/a/b")).toBe("GET, HEAD");
        expect(await allow("/nowhere")).toBeUndefined();
        expect(expectEnvelope(await send(url, { method: "DELETE", path: "/x" })).code).toBe("acme_route_not_found");
      });
    });
  });

  describe("official plugins", () => {
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
        expect(expectEnvelope(await send(url, { path: "/replied" })).code).toBe("acme_route_not_found");
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
    test("@fastify/error, with which an app makes errors of its own", async () => {
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
      "@fastify/multipart: a file over the limit is refused however it is read, and one that is not passes",
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
          app.post("/own-limit", async (request) => {
            await drain(await request.file({ limits: { fileSize: 500 } }));
            return { stored: true };
          });
          app.post("/own-check", async (request) => {
            const part = await request.file({ throwFileSizeLimit: false });
            await drain(part);
            return { truncated: part?.file.truncated };
          });
        };
        await serveFastify(kit, mount, async (url, reports) => {
          const upload = async (path: string, bytes: number) => {
            const body = new FormData();
            body.append("file", new Blob([new Uint8Array(bytes)]), "file.bin");
            const response = await fetch(url + path, { method: "POST", body });
            return { status: response.status, body: (await response.json()) as { error?: object } };
          };
          for (const [path, max_bytes] of [
            ["/buffer", 1_000],
            ["/stream", 1_000],
            ["/files", 1_000],
            ["/own-limit", 500],
          ] as const) {
            expect(await upload(path, 5_000), path).toMatchObject({
              status: 413,
              body: { error: { code: "file_too_large", param: "file", detail: { max_bytes } } },
            });
            expect((await upload(path, 400)).status).toBe(200);
          }
          expect(await upload("/own-check", 5_000)).toEqual({ status: 200, body: { truncated: true } });
          expect(reports).toHaveLength(4);
        });
      },
      name,
    );
  });

  test("what a hook writes in the place of the request's headers counts", async () => {
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

  test("what a handler returns is waited for once: a query that is, would run again", async () => {
    const app = kit.Fastify() as unknown as FastifyInstance;
    await app.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
    let runs = 0;
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: as query builders do it.
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

  test("a handler that returns its reply, whatever way it answers, is left alone", async () => {
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

  test("a throw after an answer is told of once, also where contracts are nested", async () => {
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
    await vi.waitFor(() => expect(reports).toMatchObject([{ outcome: "late" }]));
  });

  test("a refusal that hooks take their time with lets nobody through when the client leaves meanwhile", async () => {
    const app = kit.Fastify() as unknown as FastifyInstance;
    const contract = createContract(acme, { onError: () => {} });
    await app.register(uhp, { contract });
    const [sending, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
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

  test("over HTTP/2, half an answer is seen to be broken", async () => {
    const app = kit.Fastify({ http2: true }) as unknown as FastifyInstance;
    const reports: ErrorReport[] = [];
    await app.register(uhp, { contract: createContract(acme, { onError: (report) => reports.push(report) }) });
    app.get("/half", async (_request, reply) => {
      reply.hijack();
      await new Promise((written) => reply.raw.write("half of it", written));
      fail();
    });
    app.get("/thrown", fail);
    const client = connect(await app.listen({ host: "127.0.0.1", port: 0 }));
    onTestFinished(async () => {
      client.close();
      await app.close();
    });
    const get = async (path: string) => {
      const stream = client.request({ ":path": path });
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => {});
      await new Promise((closed) => stream.on("close", closed));
      return { body: Buffer.concat(chunks).toString(), code: stream.rstCode };
    };
    expect(JSON.parse((await get("/thrown")).body).error.code).toBe("acme_internal_error");
    expect(await get("/half")).toEqual({ body: "half of it", code: constants.NGHTTP2_INTERNAL_ERROR });
    expect(reports.map(({ outcome }) => outcome)).toEqual(["answered", "cut"]);
  });

  test("routes that were declared before the plugin was loaded are covered", async () => {
    const app: FastifyInstance = kit.Fastify();
    const contract = createContract(acme, { onError: () => {} });
    app.register(uhp, { contract });
    app.get("/x", fail);
    app.get("/ok", () => "fine");
    const failed = await app.inject("/x");
    expect(
      expectEnvelope({ status: failed.statusCode, headers: failed.headers as never, body: failed.body }).code,
    ).toBe("acme_internal_error");
    const fine = await app.inject("/ok");
    expect(fine.headers["uhp-version"]).toBe("2026-10-04");
    await app.close();
  });
});
