import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createContract } from "@uhp-errors/core";
import { uhp, uhpErrorHandler } from "@uhp-errors/express";
import compression from "compression";
import type { Express, RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress, type Use } from "../support/express.ts";
import { parseMessage, send, sendBytes } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

const LARGE = "x".repeat(70_000);
const ENVELOPE_LIKE = JSON.stringify({ error: { kind: "none of ours" }, output: LARGE });

/** Two requests on one connection: the second is answered only if the first response was complete. */
async function sendTwice(url: string, path: string, headers = ""): Promise<string> {
  const first = `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
  return sendBytes(url, `${first}GET /ok HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
}

/** Middleware that ends a response a little later, as a session store does. */
const delaysEnd: RequestHandler = (_request, response, next) => {
  const { end } = response;
  response.end = function (this: typeof response, ...args: unknown[]) {
    if (!response.headersSent) response.writeHead(response.statusCode);
    setTimeout(() => Reflect.apply(end, response, args), 20);
    return response;
  } as typeof end;
  next();
};

const WRAPPERS: readonly (readonly [what: string, middleware: RequestHandler])[] = [
  ["a compressor", compression({ threshold: 0 })],
  ["middleware that ends late", delaysEnd],
];

const GOES_ON = [200, 400].flatMap((status) =>
  ["calls next", "throws"].flatMap((how) => WRAPPERS.map((wrapper) => [status, how, ...wrapper] as const)),
);

describe.each(EXPRESS_FRAMEWORKS)("what is sent through %s", (name, framework) => {
  const serve = (mount: (app: Express) => void, use: Use) =>
    serveExpress(
      framework,
      (app) => {
        app.get("/ok", (_request, response) => {
          response.send("fine");
        });
        mount(app);
      },
      use,
    );

  describe.each(GOES_ON)("when a handler answers with %i and then %s behind %s", (status, how, _what, middleware) => {
    proves(
      ["ENV-1", "LEAK-1"],
      "no response is mixed up with another",
      async () => {
        const mount = (app: Express) => {
          app.get("/both", middleware, (_request, response, next) => {
            response.status(status).json({ message: LEAKY_TEXT.repeat(50), ok: status });
            if (how === "throws") throw new Error(LEAKY_TEXT);
            next();
          });
        };
        await serve(mount, async (url) => {
          const answer = await fetch(`${url}/both`).then(
            async (response) => ({ status: response.status, body: JSON.parse(await response.text()) as object }),
            () => "cut",
          );
          // When the handler throws, an unsent success gives way to the envelope.
          const internal = { status: 500, body: { error: expect.objectContaining({ code: "acme_internal_error" }) } };
          const wanted: Readonly<Record<string, unknown[]>> = {
            "200 calls next": [{ status: 200, body: { message: LEAKY_TEXT.repeat(50), ok: 200 } }],
            "200 throws": [{ status: 200, body: { message: LEAKY_TEXT.repeat(50), ok: 200 } }, internal],
            "400 calls next": [{ status: 400, body: { error: expect.objectContaining({ code: "invalid_input" }) } }],
            // The service's status is its own decision; the message of what it threw is not sent.
            "400 throws": [{ status: 400, body: { error: expect.objectContaining({ code: "invalid_input" }) } }],
          };
          expect(wanted[`${status} ${how}`]).toContainEqual(answer);
        });
      },
      name,
    );
  });

  describe("a success that begins like an envelope", () => {
    const mount = (app: Express) => {
      app.get("/large", (_request, response) => {
        response.type("json").send(ENVELOPE_LIKE);
      });
      app.get("/parts", (_request, response) => {
        response.type("json");
        for (let index = 0; index < ENVELOPE_LIKE.length; index += 10_000)
          response.write(ENVELOPE_LIKE.slice(index, index + 10_000));
        response.end();
      });
      app.get("/lines", (_request, response) => {
        response.type("application/jsonl").write('{"error":{"line":1}}\n');
      });
      app.get("/node", (_request, response) => {
        response.setHeader("Content-Type", "application/json");
        response.end('{"error":{"x":1},"id":1}');
      });
    };

    for (const path of ["/large", "/parts"]) {
      test(`is sent whole: ${path}`, async () => {
        await serve(mount, async (url) => {
          expect((await send(url, { path })).body).toBe(ENVELOPE_LIKE);
          expect(await sendTwice(url, path)).toMatch(/fine$/);
        });
      });
    }

    test("keeps its Content-Length", async () => {
      await serve(mount, async (url) => {
        expect((await send(url, { path: "/node" })).headers).toMatchObject({ "content-length": "24" });
      });
    });

    test("is not held back if it declares a stream of lines", async () => {
      await serve(mount, async (url) => {
        const response = await fetch(`${url}/lines`);
        const first = await response.body?.getReader().read();
        expect(new TextDecoder().decode(first?.value)).toBe('{"error":{"line":1}}\n');
      });
    });
  });

  test("a stream that fails behind a compressor ends in a readable envelope", async () => {
    const mount = (app: Express) => {
      app.use(compression({ threshold: 0 }));
      app.get("/failing", (_request, response, next) => {
        const source = new Readable({ read: () => source.destroy(new Error(LEAKY_TEXT)) });
        pipeline(source, response.type("text"), (error) => error && next(error));
      });
    };
    await serve(mount, async (url) => {
      const response = await fetch(`${url}/failing`);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ error: { code: "acme_internal_error" } });
    });
  });

  test("callbacks of replaced writes are called", async () => {
    const called: string[] = [];
    const mount = (app: Express) => {
      app.get("/called", (_request, response) => {
        response.status(500);
        response.write(LARGE, () => called.push("write"));
        response.write("more", "utf8", () => called.push("write"));
        response.end("last", () => called.push("end"));
      });
      app.get("/once", (_request, response) => {
        response.status(500).end("short", () => called.push("finish"));
      });
    };
    await serve(mount, async (url) => {
      expectEnvelope(await send(url, { path: "/called" }));
      expectEnvelope(await send(url, { path: "/once" }));
      expect(called).toEqual(["write", "write", "end", "finish"]);
    });
  });

  test("a connection is used again after every kind of error", async () => {
    const mount = (app: Express) => {
      app.get("/bare", (_request, response) => {
        response.sendStatus(500);
      });
      app.get("/large", (_request, response) => {
        response.status(502).send(LARGE);
      });
      app.get("/chunked", (_request, response) => {
        response.status(502).write("a");
        response.end("b");
      });
    };
    await serve(mount, async (url) => {
      for (const path of ["/bare", "/large", "/chunked", "/nowhere"]) {
        const messages = (await sendTwice(url, path)).split(/(?=HTTP\/1\.1)/);
        expect(messages).toHaveLength(2);
        expectEnvelope(parseMessage(messages[0] ?? ""));
        expect(messages[1]).toMatch(/fine$/);
      }
    });
  });

  test("a written head counts as sent", async () => {
    const seen: unknown[] = [];
    const mount = (app: Express) => {
      app.get("/head", (_request, response) => {
        response.writeHead(201, { "Content-Type": "application/json" });
        seen.push(response.headersSent, response.statusCode);
        response.end("{}");
      });
    };
    await serve(mount, async (url) => {
      expect((await send(url, { path: "/head" })).status).toBe(201);
      expect(seen).toEqual([true, 201]);
    });
  });

  test("callbacks come in the order in which Node calls them", async () => {
    const write = (response: ServerResponse, order: string[]) => {
      response.on("finish", () => order.push("finish"));
      response.write("a", () => order.push("write"));
      response.end("b", () => order.push("end"));
    };
    const [own, order]: [string[], string[]] = [[], []];
    // Older versions of Node call them in another order.
    await during(await listen((_request, response) => write(response, own)), async (url) => void (await send(url, {})));
    const mount = (app: Express) => {
      app.get("/order", (_request, response) => write(response.status(500), order));
    };
    await serve(mount, async (url) => {
      expectEnvelope(await send(url, { path: "/order" }));
      expect(order).toEqual(own);
      expect([...order].sort()).toEqual(["end", "finish", "write"]);
    });
  });

  test("a source that is piped into an error is read to its end", async () => {
    const sources: Readable[] = [];
    const mount = (app: Express) => {
      app.get("/piped", (_request, response) => {
        const source = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(10_000)));
        sources.push(source);
        source.pipe(response.status(502));
      });
    };
    await serve(mount, async (url) => {
      expect(expectEnvelope(await send(url, { path: "/piped" })).code).toBe("acme_upstream_error");
      expect(sources.map(({ readableEnded }) => readableEnded)).toEqual([true]);
    });
  });

  test("a throw after a head for JSON is still answered, and a second head is refused", async () => {
    const mount = (app: Express) => {
      app.get("/head-thrown", (_request, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        throw acme.error("session_expired");
      });
      app.get("/head-twice", (_request, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        expect(() => response.writeHead(201)).toThrow(/ERR_HTTP_HEADERS_SENT|Cannot write headers/);
        response.end("{}");
      });
    };
    await serve(mount, async (url) => {
      expect(expectEnvelope(await send(url, { path: "/head-thrown" })).code).toBe("session_expired");
      expect(await send(url, { path: "/head-twice" })).toMatchObject({ status: 200, body: "{}" });
    });
  });

  proves(
    ["VER-2"],
    "the version is the contract's, whatever a written head says",
    async () => {
      const theirs = { "UHP-Version": "1999-01-01", "X-Request-Id": "theirs" };
      const mount = (app: Express) => {
        app.get("/object", (_request, response) => {
          response.writeHead(200, { "Content-Type": "text/plain", ...theirs }).end("x");
        });
        app.get("/list", (_request, response) => {
          response.writeHead(302, ["Location", "/", ...Object.entries(theirs).flat()]).end();
        });
        app.get("/json", (_request, response) => {
          response.writeHead(200, { "Content-Type": "application/json", ...theirs }).end("{}");
        });
      };
      await serve(mount, async (url) => {
        for (const path of ["/object", "/list", "/json"]) {
          const { headers, rawHeaders } = await send(url, { path, headers: { "x-request-id": "ours" } });
          expect(headers).toMatchObject({ "uhp-version": "2026-10-04", "x-request-id": "ours" });
          expect(rawHeaders.filter((value) => /theirs|1999/.test(value))).toEqual([]);
        }
      });
    },
    name,
  );

  proves(
    ["VER-2"],
    "the version is the contract's, whatever a proxied response says",
    async () => {
      const mount = (app: Express) => {
        app.get("/set", (_request, response) => {
          response.set("UHP-Version", "1999-01-01").removeHeader("x-request-id");
          response.send("x");
        });
      };
      await serve(mount, async (url) => {
        const { headers } = await send(url, { path: "/set" });
        expect(headers["uhp-version"]).toBe("2026-10-04");
        expect(headers["x-request-id"]).toBeDefined();
      });
    },
    name,
  );

  test("a response from before the contract is left alone", async () => {
    const reports: unknown[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const app = framework();
    app.use((_request, response, next) => {
      response.send("early");
      next();
    });
    app.use(uhp(contract));
    app.use(uhpErrorHandler(contract));
    await during(await listen(app), async (url) => {
      expect(await send(url, {})).toMatchObject({ status: 200, body: "early" });
      expect(reports).toEqual([]);
    });
  });

  describe("405", () => {
    const mount = (app: Express) => {
      const all = name === "express4" ? "*" : "/{*rest}";
      app.options(all, (_request, response) => {
        response.send();
      });
      app.get(all, (_request, _response, next) => next());
      app.put("/things/:id", (_request, response) => {
        response.send();
      });
    };
    test("is not sent for a route that takes every path", async () => {
      await serve(mount, async (url) => {
        expect(expectEnvelope(await send(url, { method: "POST", path: "/nope" })).code).toBe("acme_route_not_found");
        expect((await send(url, { method: "POST", path: "/things/1" })).headers["allow"]).toBe("PUT");
      });
    });
    test("and `appliesTo` also know a target with scheme and authority", async () => {
      const contract = createContract(acme, { appliesTo: ({ path }) => path.startsWith("/v1/"), onError: () => {} });
      const app = framework();
      app.use(uhp(contract));
      app.get("/v1/a", (_request, response) => {
        response.send();
      });
      app.use(uhpErrorHandler(contract));
      await during(await listen(app), async (url) => {
        const message = await sendBytes(url, "POST http://h/v1/a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        const received = parseMessage(message);
        expect(expectEnvelope(received).code).toBe("acme_method_not_allowed");
        expect(received.headers["allow"]).toBe("GET, HEAD");
      });
    });
  });
});
