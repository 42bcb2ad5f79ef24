import { Readable } from "node:stream";
import cors from "@koa/cors";
import Router from "@koa/router";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, uhp } from "@uhp-errors/koa";
import Koa3 from "koa";
import { koaBody } from "koa-body";
import Koa2 from "koa2";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send, sendBytes } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";

const FRAMEWORKS: readonly (readonly [name: "koa2" | "koa3", Koa: typeof Koa3])[] = [
  ["koa2", Koa2 as unknown as typeof Koa3],
  ["koa3", Koa3],
];

describe.each(FRAMEWORKS)("%s", (name, Koa) => {
  /** Runs an app for the duration of a test; `mount` adds what comes after the contract. */
  async function serve(
    mount: (app: Koa3) => unknown,
    use: (url: string, reports: readonly ErrorReport[]) => Promise<void>,
    before: (app: Koa3) => unknown = () => {},
  ): Promise<void> {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const app = new Koa();
    before(app);
    app.use(uhp(contract));
    mount(app);
    const server = await listen(app.callback(), (bare) => attach(bare, contract));
    await during(server, (url) => use(url, reports));
  }

  describe("ctx.throw", () => {
    for (const [args, status, code] of [
      [[404, LEAKY_TEXT], 404, "acme_not_found"],
      [[401], 401, "acme_unauthenticated"],
      [[429, "slow", { headers: { "Retry-After": "3" } }], 429, "rate_limited"],
      [[500, LEAKY_TEXT, { expose: true }], 500, "acme_internal_error"],
      [[400, { data: LEAKY_TEXT }], 400, "invalid_input"],
    ] as const) {
      proves(
        ["ENV-4", "LEAK-1"],
        `${args[0]} becomes ${code}`,
        async () => {
          const mount = (app: Koa3) => app.use((context) => Reflect.apply(context.throw, context, args));
          await serve(mount, async (url) => {
            const received = await send(url, {});
            expect(received.status).toBe(status);
            expect(expectEnvelope(received).code).toBe(code);
            for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
          });
        },
        name,
      );
    }
  });

  describe("@koa/router", () => {
    const mount = (app: Koa3) => {
      const router = new Router();
      router.get("/things/:id", (context) => {
        context.body = {};
      });
      app.use(router.routes()).use(router.allowedMethods());
    };
    for (const [method, status, code] of [
      ["DELETE", 405, "acme_method_not_allowed"],
      ["SEARCH", 501, "acme_not_implemented"],
    ] as const) {
      proves(
        ["ENV-1", "ENV-4"],
        `${method} of an address that has GET: ${status} with Allow`,
        async () => {
          await serve(mount, async (url) => {
            const received = await send(url, { method, path: "/things/1" });
            expect(received.status).toBe(status);
            expect(expectEnvelope(received).code).toBe(code);
            expect(received.headers["allow"]).toBe("GET, HEAD");
          });
        },
        name,
      );
    }
    test("its allowedMethods may throw instead", async () => {
      const throwing = (app: Koa3) => {
        const router = new Router().get("/x", () => {});
        app.use(router.routes()).use(router.allowedMethods({ throw: true }));
      };
      await serve(throwing, async (url) => {
        const received = await send(url, { method: "DELETE", path: "/x" });
        expect(expectEnvelope(received).code).toBe("acme_method_not_allowed");
      });
    });
  });

  describe("a body that cannot be serialized", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const bodies: Readonly<Record<string, () => unknown>> = {
      "a big integer": () => ({ a: 1n }),
      "a cycle": () => cycle,
      "a toJSON that throws": () => ({
        toJSON: () => {
          throw new Error(LEAKY_TEXT);
        },
      }),
      "a toJSON that throws undefined": () => ({
        toJSON: () => {
          throw undefined;
        },
      }),
      "a toJSON that throws null": () => ({
        toJSON: () => {
          throw null;
        },
      }),
      "a stream that is destroyed without an error": () => {
        const stream = new Readable({ read() {} });
        setImmediate(() => stream.destroy());
        return stream;
      },
      "a stream that was destroyed before": () => new Readable({ read() {} }).destroy(),
    };
    for (const [what, make] of Object.entries(bodies)) {
      proves(
        ["ENV-1", "LEAK-1"],
        `${what} fails outside every middleware and is answered`,
        async () => {
          const mount = (app: Koa3) =>
            app.use((context) => {
              context.body = make();
            });
          await serve(mount, async (url, reports) => {
            expect(expectEnvelope(await send(url, {})).code).toBe("acme_internal_error");
            expect(reports).toMatchObject([{ outcome: "answered", origin: "unknown" }]);
          });
        },
        name,
      );
    }
  });

  test("a stream that is destroyed in the middle without an error is cut, and reported once", async () => {
    const mount = (app: Koa3) =>
      app.use((context) => {
        const stream = new Readable({ read() {} });
        stream.push("half of it");
        setTimeout(() => stream.destroy(), 20);
        context.body = stream;
      });
    await serve(mount, async (url, reports) => {
      const bytes = await sendBytes(url, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      expect(bytes).toContain("half of it");
      expect(bytes).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(reports).toMatchObject([{ outcome: "cut", level: "error" }]);
    });
  });

  describe("the app's error event", () => {
    const thrown: Readonly<Record<string, () => unknown>> = {
      "an error": () => new Error(LEAKY_TEXT),
      "a contract error": () => acme.error("harness_not_found"),
      "a text": () => LEAKY_TEXT,
      null: () => null,
      undefined: () => undefined,
    };
    for (const [what, make] of Object.entries(thrown)) {
      test(`calls its listeners once for ${what}, with an Error and the context`, async () => {
        const heard: unknown[][] = [];
        const value = make();
        const mount = (app: Koa3) => {
          app.on("error", (...args) => heard.push(args));
          app.use(() => {
            throw value;
          });
        };
        await serve(mount, async (url) => {
          expectEnvelope(await send(url, { path: "/x?a=1" }));
          expect(heard).toHaveLength(1);
          const [error, context] = heard[0] ?? [];
          expect(error).toBeInstanceOf(Error);
          expect(value instanceof Error ? error : (error as Error).cause).toBe(value);
          expect(context).toMatchObject({ originalUrl: "/x?a=1" });
        });
      });
    }
    test("is emitted once for a stream that breaks, and says that the response had been sent", async () => {
      const heard: Error[] = [];
      async function* source() {
        yield "half of it";
        throw new Error(LEAKY_TEXT);
      }
      const mount = (app: Koa3) => {
        app.on("error", (error) => heard.push(error));
        app.use((context) => {
          context.body = Readable.from(source());
        });
      };
      await serve(mount, async (url, reports) => {
        await expect(send(url, {})).rejects.toThrow();
        expect(heard).toMatchObject([{ message: LEAKY_TEXT, headerSent: true }]);
        expect(reports).toMatchObject([{ outcome: "cut" }]);
      });
    });
    test("counts a custom `onerror` as a listener, and an error of another realm as an error", async () => {
      const heard: unknown[] = [];
      // An error made as before classes existed. Some libraries still make them this way.
      const old = Object.assign(Object.create(Error.prototype), { message: "old", status: 418 });
      const mount = (app: Koa3) => {
        app.onerror = (error) => heard.push(error);
        app.use(() => {
          throw old;
        });
      };
      await serve(mount, async (url) => {
        expectEnvelope(await send(url, {}));
        expect(heard).toEqual([old]);
        expect(heard[0]).toBe(old);
      });
    });
    test("is not emitted unless something was thrown", async () => {
      const listener = vi.fn();
      await serve(
        (app) => app.on("error", listener),
        async (url) => {
          expectEnvelope(await send(url, { path: "/nowhere" }));
          expect(listener).not.toHaveBeenCalled();
        },
      );
    });
    test("prints nothing without listeners: the contract reports", async () => {
      const printed = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => printed.mockRestore());
      const mount = (app: Koa3) =>
        app.use(() => {
          throw new Error(LEAKY_TEXT);
        });
      await serve(mount, async (url, reports) => {
        expectEnvelope(await send(url, {}));
        expect(printed).not.toHaveBeenCalled();
        expect(reports).toHaveLength(1);
      });
    });
    for (const [what, failure] of [
      ["an error", new Error("listener")],
      ["what cannot be printed", Object.create(null)],
    ] as const) {
      test(`may have a listener that throws ${what}: the response stays, and a warning says so`, async () => {
        const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
        const mount = (app: Koa3) => {
          app.on("error", () => {
            throw failure;
          });
          app.use(() => {
            throw acme.error("harness_not_found");
          });
        };
        await serve(mount, async (url) => {
          expect(expectEnvelope(await send(url, {})).code).toBe("harness_not_found");
          expect((await warned).message).toMatch(/listener for the app's error event threw/);
        });
      });
    }
  });

  proves(
    ["ENV-1", "LEAK-1"],
    "what escapes from middleware in front of the contract is answered through ctx.onerror",
    async () => {
      const before = (app: Koa3) =>
        app.use(async (_context, next) => {
          await next();
          throw new Error(LEAKY_TEXT);
        });
      const mount = (app: Koa3) =>
        app.use((context) => {
          context.body = "ok";
        });
      await serve(
        mount,
        async (url) => {
          expect(expectEnvelope(await send(url, {})).code).toBe("acme_internal_error");
        },
        before,
      );
    },
    name,
  );

  test("headers that earlier middleware has set survive", async () => {
    const before = (app: Koa3) => app.use(cors({ origin: "https://a.example", credentials: true }));
    const mount = (app: Koa3) =>
      app.use((context) => {
        context.set("Content-Encoding", "gzip");
        context.cookies.set("theme", "dark");
        throw new Error(LEAKY_TEXT);
      });
    await serve(
      mount,
      async (url) => {
        const received = await send(url, { headers: { Origin: "https://a.example" } });
        expectEnvelope(received);
        expect(received.headers).toMatchObject({
          "access-control-allow-origin": "https://a.example",
          "access-control-allow-credentials": "true",
          vary: "Origin",
        });
        expect(received.headers["set-cookie"]).toMatch(/^theme=dark/);
      },
      before,
    );
  });

  proves(
    ["LIM-1", "LEAK-2"],
    "koa-body: a file over formidable's limit, a form that breaks off, a body that is too large",
    async () => {
      const mount = (app: Koa3) => {
        app.use(koaBody({ multipart: true, jsonLimit: 1_000, formidable: { maxFileSize: 1_000 } }));
        app.use((context) => {
          context.body = {};
        });
      };
      await serve(mount, async (url) => {
        const form = new FormData();
        form.append("file", new Blob([new Uint8Array(5_000)]), "hunter2.bin");
        const large = await fetch(url, { method: "POST", body: form });
        expect(large.status).toBe(413);
        expect(await large.json()).toMatchObject({ error: { code: "file_too_large", detail: { max_bytes: 1_000 } } });

        const post = (type: string, body: string) =>
          send(url, { method: "POST", headers: { "Content-Type": type }, body });
        const broken = await post("multipart/form-data; boundary=b", "--b\r\nhunter2");
        expect(expectEnvelope(broken).code).toBe("invalid_input");
        const json = await post("application/json", `{"a":"${"x".repeat(2_000)}"}`);
        expect(expectEnvelope(json)).toMatchObject({ code: "acme_content_too_large", detail: { max_bytes: 1_000 } });
        const syntax = await post("application/json", '{"password": hunter2');
        expect(expectEnvelope(syntax).code).toBe("invalid_input");
        expect([broken, json, syntax].map(({ body }) => body).join()).not.toContain("hunter2");
      });
    },
    name,
  );
});
