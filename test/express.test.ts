import type { ServerResponse } from "node:http";
import { type ContractOptions, createContract, defineCatalog, type ErrorReport, joinCatalogs } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import compression from "compression";
import type { Express, Response } from "express";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "./drivers/listen.ts";
import { acme } from "./support/catalog.ts";
import { expectEnvelope } from "./support/envelope.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress, type Use } from "./support/express.ts";
import { parseMessage, type Received, send, sendBytes } from "./support/http.ts";
import { proves } from "./support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "./support/secrets.ts";

const ADDED = ["uhp-version", "x-request-id"];

describe.each(EXPRESS_FRAMEWORKS)("%s", (name, framework) => {
  const serve = (mount: (app: Express) => void, use: Use, options?: ContractOptions) =>
    serveExpress(framework, mount, use, options);

  describe("what succeeds", () => {
    const routes = (app: Express) => {
      app.get("/json", (_request, response) => {
        response.json({ a: 1 });
      });
      app.get("/error-field", (_request, response) => {
        response.json({ error: { type: "x" }, id: 1 });
      });
      app.get("/error-field/node", (_request, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.write('{"error":{"type"');
        response.write(':"x"},"id":1}');
        response.end();
      });
      app.get("/node", (_request, response) => {
        response.writeHead(201, "Made", { "Content-Type": "application/json", "X-Own": "1" });
        response.end('{"a":1}');
      });
      app.get("/text", (_request, response) => {
        response.type("text").send("hello");
      });
      app.get("/empty", (_request, response) => {
        response.status(204).end();
      });
      app.get("/redirect", (_request, response) => {
        response.redirect("/json");
      });
      app.get("/buffer", (_request, response) => {
        response.type("json").send(Buffer.from('{"error": 1}'));
      });
      app.get("/large", (_request, response) => {
        response.json({ a: "x".repeat(300_000) });
      });
      app.get("/packed", compression({ threshold: 0 }), (_request, response) => {
        response.json({ a: "x".repeat(3_000) });
      });
      app.use("/files", framework.static(new URL("files", import.meta.url).pathname));
    };

    async function bare(path: string, headers: Record<string, string>, method: string): Promise<Received> {
      const app = framework();
      routes(app);
      let received: Received | undefined;
      await during(await listen(app), async (url) => {
        received = await send(url, { path, headers, method });
      });
      if (received === undefined) throw new Error("nothing was received");
      return received;
    }

    const requests: readonly (readonly [path: string, headers: Record<string, string>, method: string])[] = [
      ...[
        "/json",
        "/error-field",
        "/error-field/node",
        "/node",
        "/text",
        "/empty",
        "/redirect",
        "/buffer",
        "/large",
      ].flatMap((path) => [[path, {}, "GET"] as const, [path, {}, "HEAD"] as const]),
      ["/json", { "If-None-Match": 'W/"7-9w2JMQZYdb1eBIoJvNJbBtE1zMk"' }, "GET"],
      ["/packed", { "Accept-Encoding": "gzip" }, "GET"],
      ["/files/hello.txt", {}, "GET"],
      ["/files/hello.txt", { Range: "bytes=0-4" }, "GET"],
      ["/json", {}, "OPTIONS"],
    ];
    for (const [path, headers, method] of requests) {
      const clauses = ["VER-2"] as const;
      proves(
        clauses,
        `${method} ${path} ${JSON.stringify(headers)} gains two headers and keeps every byte`,
        async () => {
          const before = await bare(path, headers, method);
          await serve(routes, async (url, reports) => {
            const after = await send(url, { path, headers, method });
            expect({ ...after, rawHeaders: withoutAdded(after) }).toEqual({
              ...before,
              headers: { ...before.headers, ...pick(after.headers, ADDED), date: after.headers["date"] },
              rawHeaders: withoutAdded(before),
            });
            expect(after.headers["uhp-version"]).toBe("2026-10-04");
            expect(after.status).toBeLessThan(400);
            expect(reports).toEqual([]);
          });
        },
        name,
      );
    }

    test("a stream is sent as it is written", async () => {
      let resume = () => {};
      const arrived = new Promise<void>((resolve) => {
        resume = resolve;
      });
      const stream = (app: Express) => {
        app.get("/stream", async (_request, response) => {
          response.set("Content-Type", "text/event-stream").flushHeaders();
          response.write("data: 1\n\n");
          await arrived;
          response.end("data: 2\n\n");
        });
      };
      await serve(stream, async (url) => {
        const response = await fetch(`${url}/stream`);
        const reader = response.body?.getReader();
        const first = await reader?.read();
        // The second event is written only now, so the first cannot have waited for it.
        resume();
        const second = await reader?.read();
        const decoder = new TextDecoder();
        expect([decoder.decode(first?.value), decoder.decode(second?.value)]).toEqual(["data: 1\n\n", "data: 2\n\n"]);
      });
    });
  });

  describe("HEAD", () => {
    const routes = (app: Express) => {
      app.all("/thrown", () => {
        throw acme.error("harness_not_found");
      });
      app.all("/bare", (_request, response) => {
        response.status(503).send("down");
      });
    };
    for (const path of ["/thrown", "/bare", "/nowhere"]) {
      proves(
        ["ENV-1", "VER-2"],
        `of ${path} has the headers of GET and no body`,
        async () => {
          await serve(routes, async (url) => {
            const get = await send(url, { path, headers: { "x-request-id": "one" } });
            const head = await send(url, { path, headers: { "x-request-id": "one" }, method: "HEAD" });
            expectEnvelope(get);
            expect(head.body).toBe("");
            expect({ ...head, body: "", headers: { ...head.headers, date: "" }, rawHeaders: [] }).toEqual({
              ...get,
              body: "",
              headers: { ...get.headers, date: "" },
              rawHeaders: [],
            });
          });
        },
        name,
      );
    }
  });

  describe("when it is too late for an answer", () => {
    proves(
      ["LEAK-1"],
      "half an answer is cut, so that the client sees it broken",
      async () => {
        const routes = (app: Express) => {
          app.get(
            "/half",
            uhp.async(async (_request: unknown, response: Response) => {
              await new Promise((written) => response.write("half of it", written));
              throw new Error(LEAKY_TEXT);
            }),
          );
        };
        await serve(routes, async (url, reports) => {
          const message = await sendBytes(url, "GET /half HTTP/1.1\r\nHost: x\r\n\r\n");
          expect(message).toContain("half of it");
          expect(message).not.toMatch(/\r\n0\r\n\r\n$/);
          for (const secret of SECRET_VALUES) expect(message).not.toContain(secret);
          expect(reports).toMatchObject([{ outcome: "cut", level: "error", origin: "unknown", status: 500 }]);
        });
      },
      name,
    );

    test("a throw after a whole answer changes nothing and is reported", async () => {
      const routes = (app: Express) => {
        app.get("/late", (_request, response) => {
          response.json({ ok: true });
          throw acme.error("preview_failed");
        });
      };
      await serve(routes, async (url, reports) => {
        expect(await send(url, { path: "/late" })).toMatchObject({ status: 200, body: '{"ok":true}' });
        expect(reports).toMatchObject([{ outcome: "late", code: "preview_failed" }]);
      });
    });

    test("a handler that answers and calls next as well changes nothing", async () => {
      const routes = (app: Express) => {
        app.get("/twice", (_request, response, next) => {
          response.json({ ok: true });
          next();
        });
      };
      await serve(routes, async (url, reports) => {
        expect(await send(url, { path: "/twice" })).toMatchObject({ status: 200, body: '{"ok":true}' });
        expect(reports).toEqual([]);
      });
    });

    /** What a test waits for: that its request has arrived, and that the hook was told. */
    const untilTold = () => ({ arrived: Promise.withResolvers<void>(), told: Promise.withResolvers<ErrorReport>() });

    test("a client that left is reported as such and never as a server fault", async () => {
      const { arrived, told } = untilTold();
      const mount = (app: Express) => {
        app.get(
          "/slow",
          uhp.async(async (_request: unknown, response: Response) => {
            const gone = new Promise<void>((left) => response.on("close", left));
            arrived.resolve();
            await gone;
            throw new Error(LEAKY_TEXT);
          }),
        );
      };
      const use: Use = async (url) => {
        const controller = new AbortController();
        const request = fetch(`${url}/slow`, { signal: controller.signal }).catch(() => {});
        await arrived.promise;
        controller.abort();
        await request;
        expect(await told.promise).toMatchObject({ outcome: "aborted", level: "debug", status: null, code: null });
      };
      await serve(mount, use, { onError: told.resolve });
    });

    test("an upload that breaks off is reported as aborted", async () => {
      const { arrived, told } = untilTold();
      const mount = (app: Express) => {
        app.post(
          "/json",
          (_request, _response, next) => {
            arrived.resolve();
            next();
          },
          framework.json(),
        );
      };
      const use: Use = async (url) => {
        const controller = new AbortController();
        const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) });
        const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, duplex: "half" };
        const request = fetch(`${url}/json`, { ...init, signal: controller.signal } as RequestInit).catch(() => {});
        await arrived.promise;
        controller.abort();
        await request;
        expect(await told.promise).toMatchObject({ outcome: "aborted", level: "debug", status: null });
      };
      await serve(mount, use, { onError: told.resolve });
    });
  });

  describe("what Node answers by itself", () => {
    const host = "Host: x\r\n";
    const requests: readonly (readonly [what: string, bytes: string, status: number, code: string])[] = [
      ["garbage", "GARBAGE\r\n\r\n", 400, "acme_bad_request"],
      ["an unknown method", `BREW / HTTP/1.1\r\n${host}\r\n`, 400, "acme_bad_request"],
      [
        "two lengths",
        `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
        400,
        "acme_bad_request",
      ],
      ["a large header", `GET / HTTP/1.1\r\n${host}X: ${"a".repeat(9_000)}\r\n\r\n`, 431, "acme_headers_too_large"],
      [
        "large chunk extensions",
        `POST /nowhere HTTP/1.1\r\n${host}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}\r\n`,
        413,
        "acme_content_too_large",
      ],
      ["headers that never end", `GET / HTTP/1.1\r\n${host}`, 408, "acme_request_timeout"],
      [
        "an unknown expectation",
        `GET / HTTP/1.1\r\n${host}Expect: tea\r\nConnection: close\r\n\r\n`,
        417,
        "acme_expectation_failed",
      ],
      ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "invalid_input"],
    ];
    for (const [what, bytes, status, code] of requests) {
      proves(
        ["ENV-1", "VER-2"],
        `${what}: ${status}`,
        async () => {
          // A body that is waited for, so that the parser meets what comes after the head.
          const routes = (app: Express) => app.post("/nowhere", framework.text());
          await serve(routes, async (url) => {
            const received = parseMessage(await sendBytes(url, bytes));
            expect(received.status).toBe(status);
            expect(expectEnvelope(received).code).toBe(code);
            expect(received.headers["connection"]).toBe("close");
          });
        },
        name,
      );
    }

    test("HTTP/1.0 needs no Host", async () => {
      await serve(
        (app) => app.get("/ok", (_request, response) => response.send("ok")),
        async (url) => {
          expect(await sendBytes(url, "GET /ok HTTP/1.0\r\n\r\n")).toMatch(/ 200 OK/);
        },
      );
    });

    test("garbage behind half an answer closes the connection without another one", async () => {
      const routes = (app: Express) => app.get("/open", (_request, response) => void response.write("open"));
      await serve(routes, async (url) => {
        const message = await sendBytes(url, `GET /open HTTP/1.1\r\n${host}\r\n`, "GARBAGE\r\n\r\n");
        expect(message.match(/HTTP\/1\.1/g)).toHaveLength(1);
      });
    });
  });

  describe("a server that also serves pages", () => {
    const pages = (app: Express) => {
      app.get("/", (_request, response) => {
        response.send("<h1>Hello</h1>");
      });
      app.get("/broken", (_request, response) => {
        response.status(500).send("<h1>Sorry</h1>");
      });
      app.get("/thrown", () => {
        // The default page shows the stack, which passes through the contract's middleware when there is one.
        throw Object.assign(new Error("page"), { status: 410, stack: "page" });
      });
    };
    const api = (app: Express) => {
      app.get("/v1/broken", (_request, response) => {
        response.status(500).send("<h1>Sorry</h1>");
      });
    };
    const build: Readonly<Record<string, (reports: ErrorReport[]) => Express>> = {
      without: () => {
        const app = framework();
        pages(app);
        return app;
      },
      "mount path": (reports) => {
        const app = framework();
        const contract = createContract(acme, { onError: (report) => reports.push(report) });
        app.use("/v1", uhp.contract(contract));
        pages(app);
        api(app);
        app.use("/v1", uhp.errors(contract));
        return app;
      },
      when: (reports) => {
        const app = framework();
        const contract = createContract(acme, {
          onError: (report) => reports.push(report),
          when: ({ path }) => path.startsWith("/v1/"),
        });
        app.use(uhp.contract(contract));
        pages(app);
        api(app);
        app.use(uhp.errors(contract));
        return app;
      },
    };

    for (const confined of ["mount path", "when"]) {
      for (const path of ["/", "/broken", "/missing", "/thrown"]) {
        test(`confined by ${confined}, leaves ${path} byte-identical`, async () => {
          const answers: Received[] = [];
          for (const how of ["without", confined]) {
            const app = build[how]?.([]) ?? framework();
            // The final handler prints an error that nobody handles, unless it is told that this is a test.
            app.set("env", "test");
            await during(await listen(app), async (url) => {
              const received = await send(url, { path });
              answers.push({
                ...received,
                headers: { ...received.headers, date: "" },
                rawHeaders: withoutAdded(received),
              });
              expect(received.headers["uhp-version"]).toBeUndefined();
            });
          }
          expect(answers[1]).toEqual(answers[0]);
          expect(answers[0]?.status).toBe(
            path === "/" ? 200 : { "/broken": 500, "/missing": 404, "/thrown": 410 }[path],
          );
        });
      }
      proves(
        ["ENV-1"],
        `confined by ${confined}, answers its own paths`,
        async () => {
          const reports: ErrorReport[] = [];
          const app = build[confined]?.(reports) ?? framework();
          await during(await listen(app), async (url) => {
            expect(expectEnvelope(await send(url, { path: "/v1/broken" })).code).toBe("acme_internal_error");
            expect(expectEnvelope(await send(url, { path: "/v1/missing" })).code).toBe("acme_route_not_found");
          });
          expect(reports).toHaveLength(2);
        },
        name,
      );
    }
  });

  test("two contracts under two paths answer each their own", async () => {
    const globex = defineCatalog({ vendor: "globex" });
    const app = framework();
    const silent = { onError: () => {} };
    const [one, other] = [createContract(acme, silent), createContract(joinCatalogs(globex, acme), silent)];
    app.use(uhp.contract(one));
    app.use("/other", uhp.contract(other));
    app.get("/other/bare", (_request, response) => {
      response.sendStatus(500);
    });
    app.use("/other", uhp.errors(other));
    app.use(uhp.errors(one));
    await during(await listen(app), async (url) => {
      expect(expectEnvelope(await send(url, { path: "/missing" })).code).toBe("acme_route_not_found");
      expect(expectEnvelope(await send(url, { path: "/other/missing" }), ["globex"]).code).toBe(
        "globex_route_not_found",
      );
      expect(expectEnvelope(await send(url, { path: "/other/bare" }), ["globex"]).code).toBe("globex_internal_error");
    });
  });

  test("a compressor may pack an envelope of ours", async () => {
    const routes = (app: Express) => {
      app.use(compression({ threshold: 0 }));
      app.get("/thrown", () => {
        throw acme.error("harness_not_found");
      });
    };
    await serve(routes, async (url) => {
      const response = await fetch(`${url}/thrown`);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-encoding")).toMatch(/^(?:gzip|br)$/);
      expect(await response.json()).toMatchObject({ error: { code: "harness_not_found" } });
    });
  });

  test("an envelope written by hand keeps its code through a compressor", async () => {
    const routes = (app: Express) => {
      app.get("/packed", compression({ threshold: 0 }), (_request, response) => {
        const error = {
          type: "invalid_request_error",
          code: "session_expired",
          message: "Old.",
          param: null,
          detail: null,
        };
        response.status(404).json({ error });
      });
    };
    await serve(routes, async (url) => {
      const received = await send(url, { path: "/packed", headers: { "Accept-Encoding": "gzip" } });
      expect(expectEnvelope(received).code).toBe("session_expired");
    });
  });

  describe("405", () => {
    const routes = (app: Express) => {
      const inner = framework.Router();
      inner.put("/deep/:id", (_request, response) => {
        response.send("put");
      });
      inner.route("/deep/:id").patch((_request, response) => {
        response.send("patch");
      });
      app.use("/outer", framework.Router().use("/inner", inner));
      app.get("/passes", (_request, _response, next) => next());
    };
    proves(
      ["ENV-4"],
      "lists the methods of nested routers",
      async () => {
        await serve(routes, async (url) => {
          const received = await send(url, { method: "DELETE", path: "/outer/inner/deep/7?x=1" });
          expect(expectEnvelope(received).code).toBe("acme_method_not_allowed");
          expect(received.headers["allow"]).toBe("PATCH, PUT");
        });
      },
      name,
    );
    test("is not for a route that took the method and passed the request on", async () => {
      await serve(routes, async (url) => {
        expect(expectEnvelope(await send(url, { path: "/passes" })).code).toBe("acme_route_not_found");
      });
    });
    test("works in a mounted app", async () => {
      const mounted = (app: Express) => {
        const sub = framework();
        sub.get("/x", (_request, response) => {
          response.send("x");
        });
        sub.use(uhp.errors(createContract(acme, { onError: () => {} })));
        app.use("/sub", sub);
      };
      await serve(mounted, async (url) => {
        expect((await send(url, { method: "POST", path: "/sub/x" })).headers["allow"]).toBe("GET, HEAD");
      });
    });
  });

  describe("a hook", () => {
    const hooks: Readonly<Record<string, () => unknown>> = {
      throws: () => {
        throw new Error("hook");
      },
      rejects: () => Promise.reject(new Error("hook")),
      "returns a hostile thenable": () => new Proxy({}, { get: failing }),
    };
    for (const [what, onError] of Object.entries(hooks)) {
      test(`that ${what} changes no answer, and its failure is printed`, async () => {
        const printed = vi.spyOn(console, "error").mockImplementation(() => {});
        onTestFinished(() => printed.mockRestore());
        const routes = (app: Express) => {
          app.get("/thrown", () => {
            throw acme.error("harness_not_found");
          });
        };
        await serve(
          routes,
          async (url) => {
            expect(expectEnvelope(await send(url, { path: "/thrown" })).code).toBe("harness_not_found");
            expect(expectEnvelope(await send(url, { path: "/thrown" })).code).toBe("harness_not_found");
          },
          { onError },
        );
        expect(printed).toHaveBeenCalledWith("onError failed:", expect.any(Error));
      });
    }
  });

  test("the report has what the client does not", async () => {
    const thrown = new Error(LEAKY_TEXT);
    const routes = (app: Express) => {
      app.get("/unknown", () => {
        throw thrown;
      });
      app.get("/bare", (_request, response) => {
        response.status(403).send("<p>why</p>");
      });
    };
    await serve(routes, async (url, reports) => {
      await send(url, { path: "/unknown?a=1", headers: { "x-request-id": "abc", "UHP-Version": "2026-09-12" } });
      await send(url, { path: "/bare" });
      expect(reports[0]).toEqual({
        level: "error",
        outcome: "answered",
        thrown,
        origin: "unknown",
        producer: undefined,
        code: "acme_internal_error",
        type: "server_error",
        status: 500,
        version: "2026-09-12",
        correlationId: "abc",
        method: "GET",
        path: "/unknown?a=1",
        withheld: [{ what: "message", text: LEAKY_TEXT }],
        removed: [],
        problem: undefined,
      });
      expect(reports[0]?.thrown).toBe(thrown);
      expect(reports[1]).toMatchObject({
        level: "info",
        thrown: undefined,
        code: "insufficient_scope",
        withheld: [{ what: "body", text: "<p>why</p>" }],
      });
    });
  });

  test("uhp.async hands on the very value that was thrown", async () => {
    for (const value of [undefined, null, "", 0, "route", "router"]) {
      const routes = (app: Express) => {
        app.get(
          "/odd",
          uhp.async(() => {
            throw value;
          }),
        );
      };
      await serve(routes, async (url, reports) => {
        expect((await send(url, { path: "/odd" })).status).toBe(500);
        expect(reports[0]?.thrown).toBe(value);
      });
    }
  });
});

test("the adapter needs nothing of Express but its calling convention", async () => {
  const contract = createContract(acme, { onError: () => {} });
  const [notFound] = uhp.errors(contract) as [(...args: unknown[]) => void];
  const server = (request: unknown, response: ServerResponse) => {
    uhp.contract(contract)(request as never, response, () => notFound(request, response, () => {}));
  };
  await during(await listen(server), async (url) => {
    expect(expectEnvelope(await send(url, {})).code).toBe("acme_route_not_found");
  });
});

function failing(): never {
  throw new Error("hook");
}

function withoutAdded({ rawHeaders }: Received): string[] {
  const fields = Array.from({ length: rawHeaders.length / 2 }, (_, index) =>
    rawHeaders.slice(index * 2, index * 2 + 2),
  );
  return fields.filter(([name = ""]) => ![...ADDED, "date"].includes(name.toLowerCase())).flat();
}

function pick(headers: Received["headers"], names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}
