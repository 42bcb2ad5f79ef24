import { Readable } from "node:stream";
import Router from "@koa/router";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, uhp } from "@uhp-errors/koa";
import type Koa3 from "koa";
import type { Middleware } from "koa";
import { koaBody } from "koa-body";
import { describe, expect, test, vi } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send, sendBytes } from "../support/http.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";
import { withResolvers } from "../support/with-resolvers.ts";

describe.each(KOA_FRAMEWORKS)("%s", (name, Koa) => {
  /** Runs an app for the duration of a test; `mount` adds what comes after the contract. */
  async function serve(
    mount: (app: Koa3) => unknown,
    use: (url: string, reports: readonly ErrorReport[]) => Promise<void>,
  ): Promise<void> {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const app = new Koa();
    app.use(uhp(contract));
    mount(app);
    const server = await listen(app.callback(), (bare) => attach(bare, contract));
    await during(server, (url) => use(url, reports));
  }

  test("the allowedMethods of @koa/router may throw", async () => {
    const throwing = (app: Koa3) => {
      const router = new Router().get("/x", () => {});
      app.use(router.routes()).use(router.allowedMethods({ throw: true }));
    };
    await serve(throwing, async (url) => {
      const received = await send(url, { method: "DELETE", path: "/x" });
      expect(expectEnvelope(received).code).toBe("acme_method_not_allowed");
    });
  });

  test("a handler that nothing waited for, and that answers after the 404, is reported with what to do", async () => {
    const { promise: answered, resolve: answer } = withResolvers<void>();
    const { promise: late, resolve } = withResolvers<void>();
    const mount = (app: Koa3) => {
      app.use((_context, next) => void next());
      app.use(async (context) => {
        await answered;
        context.body = { ok: true };
        resolve();
      });
    };
    await serve(mount, async (url, reports) => {
      expect((await send(url, {})).status).toBe(404);
      answer();
      await late;
      expect(reports.map(({ outcome }) => outcome)).toEqual(["answered", "late"]);
      expect(String(reports[1]?.thrown)).toContain("must `await next()`");
    });
  });

  test("middleware that answers an error of the catalog has a place for the contract", async () => {
    const own: Middleware = async (context, next) => {
      try {
        await next();
      } catch {
        context.status = 409;
      }
    };
    const mount = (app: Koa3) =>
      app.use(own).use(() => {
        throw acme.error("session_busy");
      });
    await serve(mount, async (url, reports) => {
      await send(url, {});
      expect(reports[0]?.misuse).toBe(
        `"session_busy" was made while this request ran, and something else answered with 409: put uhp(contract) in the place of the middleware that catches errors, or let it throw them again`,
      );
    });
  });

  describe("a body that cannot be sent", () => {
    const bodies: Readonly<Record<string, () => unknown>> = {
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
        context.body = stream;
        const { write } = context.res;
        context.res.write = function (this: typeof context.res, chunk: Buffer) {
          return Reflect.apply(write, this, [chunk, () => stream.destroy()]);
        } as typeof write;
        stream.push("half of it");
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
