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
});
