import { Agent, request as open } from "node:http";
import { createContract } from "@uhp-errors/core";
import { asyncHandler, uhp, uhpErrorHandler } from "@uhp-errors/express";
import compression from "compression";
import type { Express, RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress } from "../support/express.ts";
import { send } from "../support/http.ts";

/** Sets the fields of a head one by one, and returns the other arguments. */
function setFields(response: Parameters<RequestHandler>[1], head: readonly unknown[]): unknown[] {
  const fields = head.findLast((part) => typeof part === "object" && part !== null) ?? {};
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value as string);
  return head.filter((part) => typeof part !== "object");
}

/** Middleware that acts once when a head is written, as sessions, loggers and compressors do. */
const onHead =
  (act: (response: Parameters<RequestHandler>[1]) => void): RequestHandler =>
  (_request, response, next) => {
    const { writeHead } = response;
    let acted = false;
    response.writeHead = function (this: typeof response, ...head: unknown[]) {
      const rest = setFields(this, head);
      const before = this.statusCode;
      if (!acted) act(this);
      acted = true;
      const args = this.statusCode === before ? rest : [this.statusCode];
      return Reflect.apply(writeHead, this, args);
    } as typeof writeHead;
    next();
  };

/** A service that relays another service's error. */
const relays: RequestHandler = (_request, response) => {
  response.setHeader("Set-Cookie", "own=1");
  response.writeHead(502, { "Set-Cookie": "theirs=1", "X-Customer": "bob", "Retry-After": "3" });
  response.end("bad");
};

describe.each(EXPRESS_FRAMEWORKS)("the watch on %s", (_name, framework) => {
  const fails: Readonly<Record<string, (app: Express) => void>> = {
    "a bare JSON error": (app) =>
      app.get("/", (_request, response) => {
        response.status(404).json({ error: "no" });
      }),
    "a written head": (app) =>
      app.get("/", (_request, response) => {
        response.writeHead(404, { "Content-Type": "text/plain" });
        response.end("no");
      }),
    "a status alone": (app) =>
      app.get("/", (_request, response) => {
        response.sendStatus(404);
      }),
    "a written success, and then a throw": (app) =>
      app.get("/", (_request, response) => {
        response.writeHead(200, { "Content-Type": "text/plain" });
        throw acme.error("harness_not_found");
      }),
    "a throw": (app) =>
      app.get("/", () => {
        throw acme.error("harness_not_found");
      }),
  };
  for (const threshold of [0, 1024]) {
    test.each(Object.entries(fails))(
      `does not mind a compressor in front of it, from ${threshold} bytes on: %s`,
      async (_what, mount) => {
        const contract = createContract(acme, { onError: () => {} });
        const app = framework().set("env", "test");
        app.use(compression({ threshold }), uhp(contract));
        mount(app);
        app.use(uhpErrorHandler(contract));
        await during(await listen(app), async (url) => {
          const response = await fetch(url, { headers: { "Accept-Encoding": "gzip" } });
          expect(response.status).toBe(404);
          expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
        });
      },
    );
  }

  test("middleware that turns HEAD into GET sends no body", async () => {
    const mount = (app: Express) => {
      app.use((request, _response, next) => {
        if (request.method === "HEAD") request.method = "GET";
        next();
      });
      app.get("/thrown", () => {
        throw acme.error("session_busy");
      });
      app.get("/bare", (_request, response) => {
        response.status(404).json({});
      });
      app.get("/fine", (_request, response) => {
        response.send("fine");
      });
    };
    await serveExpress(framework, mount, async (url) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (method: string, path: string) =>
        new Promise<string>((resolve, reject) => {
          open(`${url}${path}`, { method, agent }, (incoming) => {
            let body = "";
            incoming.on("data", (chunk: Buffer) => (body += chunk.toString()));
            incoming.on("end", () => resolve(`${incoming.statusCode} ${body}`));
          })
            .on("error", reject)
            .end();
        });
      expect([await ask("HEAD", "/thrown"), await ask("HEAD", "/bare"), await ask("GET", "/fine")]).toEqual([
        "409 ",
        "404 ",
        "200 fine",
      ]);
      agent.destroy();
    });
  });

  test.each([
    ["alone", []],
    ["behind middleware that waits for heads", [onHead(() => {})]],
    ["behind two of them", [onHead(() => {}), onHead((response) => response.setHeader("X-Own", "1"))]],
  ])("few fields of a relayed head stay: %s", async (_where, middleware) => {
    const mount = (app: Express) => app.get("/", ...middleware, relays);
    await serveExpress(framework, mount, async (url) => {
      const { headers } = await send(url, {});
      expect([headers["set-cookie"], headers["x-customer"], headers["x-own"] ?? "1"]).toEqual([
        "own=1",
        undefined,
        "1",
      ]);
    });
  });

  test("a relayed id gives way to the contract's after such middleware, too", async () => {
    const mount = (app: Express) =>
      app.get(
        "/",
        onHead(() => {}),
        (_request, response) => {
          response.writeHead(200, { "X-Request-ID": "theirs" });
          response.end();
        },
      );
    await serveExpress(framework, mount, async (url) => {
      expect((await send(url, { headers: { "x-request-id": "mine" } })).headers["x-request-id"]).toBe("mine");
    });
  });

  test.each(["json", "end", "write"])(
    "a success that a listener for heads turns into an error is an error: %s",
    async (how) => {
      const mount = (app: Express) => {
        app.use(
          onHead((response) => {
            response.statusCode = 503;
          }),
        );
        app.get("/", (_request, response) => {
          if (how === "json") response.json({ secret: "hunter2" });
          else if (how === "end") response.end("hunter2");
          else {
            response.write("hunter2");
            response.end();
          }
        });
      };
      await serveExpress(framework, mount, async (url, reports) => {
        const received = await send(url, {});
        expect([received.status, expectEnvelope(received).code]).toEqual([503, "acme_unavailable"]);
        expect(reports).toHaveLength(1);
      });
    },
  );

  test("data that equals an earlier error is a success", async () => {
    let saved: unknown;
    const mount = (app: Express) => {
      app.get("/make", (_request, response) => {
        saved = JSON.parse(JSON.stringify(acme.error("harness_not_found")));
        response.json({ ok: true });
      });
      app.get("/list", (_request, response) => {
        response.json(saved);
      });
    };
    await serveExpress(framework, mount, async (url, reports) => {
      await send(url, { path: "/make" });
      const listed = await send(url, { path: "/list" });
      expect([listed.status, JSON.parse(listed.body)]).toEqual([200, saved]);
      // The first request made an error without throwing it.
      expect(reports.map(({ path, outcome }) => [path, outcome])).toEqual([["/make", "unanswered"]]);
    });
  });

  test("an error that another request makes and throws is not blamed on this one", async () => {
    let made = () => {};
    const isMade = new Promise<void>((resolve) => {
      made = resolve;
    });
    let answered = () => {};
    const hasResponded = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const mount = (app: Express) => {
      app.get(
        "/bare",
        asyncHandler(async (_request, response: import("express").Response) => {
          await isMade;
          response.status(409).json({ m: 1 });
          answered();
        }),
      );
      app.get(
        "/thrown",
        asyncHandler(async () => {
          const error = acme.error("session_busy");
          made();
          await hasResponded;
          throw error;
        }),
      );
    };
    await serveExpress(framework, mount, async (url, reports) => {
      await Promise.all([send(url, { path: "/bare" }), send(url, { path: "/thrown" })]);
      expect(reports.map(({ misuse }) => misuse)).toEqual([undefined, undefined]);
    });
  });

  test.each([
    ["/u/a%20b/x", "/u/:id/x"],
    ["/u/u/x", "/u/:id/x"],
    ["/u/secret%40mail.com/x", "/u/:id/x"],
  ])("the route of %s is %s", async (path, route) => {
    const mount = (app: Express) => {
      const inner = framework.Router();
      inner.get("/x", () => {
        throw acme.error("session_busy");
      });
      app.use("/u/:id", inner);
    };
    await serveExpress(framework, mount, async (url, reports) => {
      await send(url, { path });
      expect(reports[0]?.route).toBe(route);
    });
  });
});
