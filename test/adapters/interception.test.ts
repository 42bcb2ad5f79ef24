import { request as open } from "node:http";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test, vi } from "vitest";
import type { Handler } from "../conformance/drivers/driver.ts";
import { NODE_DRIVERS } from "../conformance/drivers/index.ts";
import { acme } from "../support/catalog.ts";
import { during, serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send, sendBytes } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

const INTERNAL = "10.0.3.7:5432";

/** What a handler sees of its response after it has written a head. It must be what Node shows for a head that was written. */
const SEEN: Readonly<Record<string, (response: Parameters<Handler>[0]["response"]) => unknown>> = {
  headersSent: (response) => response.headersSent,
  _header: (response) => typeof Reflect.get(response, "_header"),
  setHeader: (response) => response.setHeader("X-Late", "1"),
  appendHeader: (response) => response.appendHeader("X-Late", "1"),
  removeHeader: (response) => response.removeHeader("X-Kept"),
  writeHead: (response) => response.writeHead(200),
  writableEnded: (response) => response.writableEnded,
  statusCode: (response) => response.statusCode,
};

function look(response: Parameters<Handler>[0]["response"]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(SEEN).map(([name, read]) => {
      try {
        return [name, read(response) === response ? "the response" : read(response)];
      } catch (thrown) {
        return [name, (thrown as { readonly code?: string }).code];
      }
    }),
  );
}

/** Forms of a head whose fields must all arrive, and what a bare server sends. */
const HEADS: Readonly<Record<string, unknown>> = {
  object: { "X-A": "1", "Set-Cookie": ["a=1", "b=2"] },
  "flat list": ["X-A", "1", "Set-Cookie", "a=1", "Set-Cookie", "b=2"],
  "list of pairs": [
    ["X-A", "1"],
    ["Set-Cookie", ["a=1", "b=2"]],
  ],
  "list of pairs, one name twice": [
    ["Set-Cookie", "a=1"],
    ["X-A", "1"],
    ["Set-Cookie", "b=2"],
  ],
};

/** Errors that never end. */
const UNENDING: Readonly<Record<string, Handler>> = {
  "begun as an envelope": ({ response }) => {
    response.writeHead(500, { "Content-Type": "application/json" });
    response.write('{"error":{"type":"server_error",');
  },
  "larger than any envelope": ({ response }) => {
    response.writeHead(500, { "Content-Type": "application/json" });
    response.write(`{"error":{"type":"${"x".repeat(70_000)}`);
  },
  "labelled as compressed": ({ response }) => {
    response.writeHead(503, { "Content-Encoding": "gzip" });
    response.write(gzipSync(LEAKY_TEXT).subarray(0, 12));
  },
  "endless white space": ({ response }) => {
    response.statusCode = 500;
    response.write(" ");
  },
  "a head that was flushed": ({ response }) => {
    response.statusCode = 502;
    response.flushHeaders();
  },
  "a page": ({ response }) => {
    response.statusCode = 500;
    response.write("<p>half of it");
  },
};

describe.each(NODE_DRIVERS)("what is sent through $name", (driver) => {
  test.each([200, 404])("a head with %i is shown as Node shows it", async (status) => {
    const seen: unknown[] = [];
    const handler: Handler = ({ response }) => {
      response.setHeader("X-Kept", "yes");
      response.writeHead(status, { "Content-Type": "text/plain" });
      seen.push(look(response));
      response.end("done");
    };
    await serve(driver, handler, async (url) => void (await send(url, { path: "/case" })));
    await during(await driver.start(undefined, handler), async (url) => void (await send(url, { path: "/case" })));
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toMatchObject({ headersSent: true, _header: "string", writeHead: "ERR_HTTP_HEADERS_SENT" });
  });

  test.each(Object.entries(HEADS))("a success keeps each field of a head given as %s", async (_form, fields) => {
    const handler: Handler = ({ response }) => {
      response.writeHead(200, fields as Record<string, string>);
      response.end("ok");
    };
    const bare = await during(await driver.start(undefined, handler), (url) => send(url, { path: "/case" }));
    await serve(driver, handler, async (url) => {
      const ours = await send(url, { path: "/case" });
      expect(ours.status).toBe(bare.status);
      // If the framework has already set a field, Node refuses some forms.
      if (bare.status !== 200) return;
      const isAdded = (_part: string, index: number, all: readonly string[]) =>
        !/^(?:uhp-version|x-request-id|date)$/i.test(all[index - (index % 2)] ?? "");
      expect(ours.rawHeaders.filter(isAdded)).toEqual(bare.rawHeaders.filter(isAdded));
      expect(ours.headers["uhp-version"]).toBe("2026-10-04");
    });
  });

  test("another service's own id and version, relayed with its head, give way to the contract's", async () => {
    const handler: Handler = ({ response }) => {
      response.writeHead(200, ["UHP-VERSION", "1999", "X-Request-Id", "theirs", "X-A", "1"] as never);
      response.end();
    };
    await serve(driver, handler, async (url) => {
      const { headers } = await send(url, { path: "/case", headers: { "x-request-id": "mine" } });
      expect(headers).toMatchObject({ "uhp-version": "2026-10-04", "x-request-id": "mine", "x-a": "1" });
    });
  });

  test.each([
    ["a fraction", 410.1, 410],
    ["a number that Node cuts to 32 bits", -4294966796, 500],
    ["a text", "404", 404],
  ])("a status of %s is read as Node reads it", async (_what, given, status) => {
    const handler: Handler = ({ response }) => {
      response.writeHead(given as number);
      response.end(LEAKY_TEXT);
    };
    await serve(driver, handler, async (url, reports) => {
      const received = await send(url, { path: "/case" });
      expectEnvelope(received);
      expect([received.status, reports.length]).toEqual([status, 1]);
    });
  });

  proves(
    ["LEAK-1", "ENV-1"],
    "a write that Node refuses does not stop the interception",
    async () => {
      const handler: Handler = ({ response }) => {
        expect(() => response.end(123 as never)).toThrow(expect.objectContaining({ code: "ERR_INVALID_ARG_TYPE" }));
        expect(() => response.write(null as never)).toThrow(
          expect.objectContaining({ code: "ERR_STREAM_NULL_VALUES" }),
        );
        response.statusCode = 500;
        expect(() => response.write({} as never)).toThrow(expect.objectContaining({ code: "ERR_INVALID_ARG_TYPE" }));
        response.end(LEAKY_TEXT);
      };
      await serve(driver, handler, async (url, reports) => {
        const received = await send(url, { path: "/case" });
        expect(expectEnvelope(received).code).toBe("acme_internal_error");
        expect(reports).toHaveLength(1);
      });
    },
    driver.name,
  );

  describe("an error that never ends", () => {
    for (const [what, handler] of Object.entries(UNENDING)) {
      proves(
        ["ENV-1", "LEAK-1"],
        `is answered in time: ${what}`,
        async () => {
          await serve(
            driver,
            handler,
            async (url, reports) => {
              expectEnvelope(await send(url, { path: "/case" }));
              expect(reports).toMatchObject([{ outcome: "answered", origin: "recognized" }]);
            },
            { bufferTimeoutMs: 30 },
          );
        },
        driver.name,
      );
    }

    test("and what is written later is dropped, with its callbacks called", async () => {
      const called: string[] = [];
      const handler: Handler = async ({ response }) => {
        response.writeHead(500, { "Content-Type": "application/json" });
        response.write('{"error":{', () => called.push("first"));
        await new Promise((resolve) => response.once("finish", resolve));
        expect(response.write("late", () => called.push("late"))).toBe(true);
        response.end(() => called.push("end"));
      };
      await serve(driver, handler, async (url) => void expectEnvelope(await send(url, { path: "/case" })), {
        bufferTimeoutMs: 30,
      });
      await vi.waitFor(() => expect(called).toEqual(["first", "late", "end"]));
    });
  });

  test("an envelope in many pieces is recognized", async () => {
    const body = JSON.stringify({
      error: { type: "invalid_request_error", code: "session_busy", message: "Wait.", param: null, detail: null },
    });
    const handler: Handler = ({ response }) => {
      response.writeHead(409);
      for (const character of body) response.write(character);
      response.end();
    };
    await serve(driver, handler, async (url) => {
      expect(expectEnvelope(await send(url, { path: "/case" })).code).toBe("session_busy");
    });
  });

  test.each([
    [60_000, "session_busy"],
    [66_000, "acme_conflict"],
  ])("white space counts: an envelope of %i bytes is %s", async (length, code) => {
    const body = JSON.stringify({
      error: { type: "invalid_request_error", code: "session_busy", message: "Wait.", param: null, detail: null },
    });
    const handler: Handler = ({ response }) => {
      response.writeHead(409);
      response.end(body.padEnd(length));
    };
    await serve(driver, handler, async (url) => {
      expect(expectEnvelope(await send(url, { path: "/case" })).code).toBe(code);
    });
  });

  proves(
    ["ENV-8"],
    "an envelope that is sent in pieces with a success status is warned of",
    async () => {
      const body = JSON.stringify({
        error: { type: "invalid_request_error", code: "session_busy", message: "Wait.", param: null, detail: null },
      });
      const handler: Handler = ({ response }) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.write(body.slice(0, 30));
        response.end(body.slice(30));
      };
      await serve(driver, handler, async (url, reports) => {
        const received = await send(url, { path: "/case" });
        expect([received.status, received.body]).toEqual([200, body]);
        expect(reports).toMatchObject([{ outcome: "late", level: "error", code: "session_busy" }]);
        expect(reports[0]?.misuse).toBe("an envelope was written with status 200; throw the error or set its status");
      });
    },
    driver.name,
  );

  test("a success that merely begins like an envelope is left alone", async () => {
    const handler: Handler = ({ response }) => {
      response.statusCode = 200;
      response.write('{"error":{');
      response.end('"x":1}}');
    };
    await serve(driver, handler, async (url, reports) => {
      expect((await send(url, { path: "/case" })).body).toBe('{"error":{"x":1}}');
      expect(reports).toEqual([]);
    });
  });

  test("a piped success keeps its back-pressure", async () => {
    const total = 4_000_000;
    const seen: boolean[] = [];
    const handler: Handler = ({ response }) => {
      const source = Readable.from(Array.from({ length: total / 16_000 }, () => Buffer.alloc(16_000, "x")));
      const { write } = response;
      response.statusCode = 200;
      response.write = function (this: typeof response, ...args: unknown[]) {
        const more = Reflect.apply(write, this, args) as boolean;
        seen.push(more);
        return more;
      } as typeof write;
      source.pipe(response);
    };
    await serve(driver, handler, async (url) => {
      const length = await new Promise<number>((resolve, reject) => {
        open(`${url}/case`, (incoming) => {
          let bytes = 0;
          setTimeout(() => incoming.on("data", (chunk: Buffer) => (bytes += chunk.length)), 50);
          incoming.on("end", () => resolve(bytes));
        })
          .on("error", reject)
          .end();
      });
      expect(length).toBe(total);
      expect(seen).toContain(false);
    });
  });

  proves(
    ["LEAK-1"],
    "no error carries fields that name the server software, wherever they were set",
    async () => {
      const machinery = ["server", "x-powered-by", "x-internal-host", "link", "location", "x-amz-request-id"];
      const handler: Handler = ({ response }) => {
        for (const name of machinery) response.setHeader(name, INTERNAL);
        response.setHeader("X-Tenant", "t1");
        // If this field was set before, it would show that all of them are another service's.
        const upstream = { ...Object.fromEntries(machinery.map((name) => [name, INTERNAL])), via: INTERNAL };
        response.writeHead(502, { ...upstream, "X-Theirs": "1", Vary: "Origin", "Access-Control-Allow-Origin": "*" });
        response.end(INTERNAL);
      };
      await serve(driver, handler, async (url) => {
        const received = await send(url, { path: "/case" });
        expectEnvelope(received);
        expect(received.rawHeaders.join("\n")).not.toContain(INTERNAL);
        expect(received.headers).toMatchObject({
          vary: "Origin",
          "access-control-allow-origin": "*",
          "x-tenant": "t1",
        });
        expect(received.headers["x-theirs"]).toBeUndefined();
      });
    },
    driver.name,
  );

  test("the option errorHeaderFilter widens and narrows what stays", async () => {
    const handler: Handler = ({ response }) => {
      response.setHeader("X-Tenant", "t1");
      response.writeHead(502, { "X-Theirs": "1", Link: "<a>", Via: "b" });
      response.end();
    };
    const options = { errorHeaderFilter: { keep: ["link", "x-their*"], drop: ["X-Tenant"] } };
    const use = async (url: string) => {
      const { headers } = await send(url, { path: "/case" });
      expect([headers["link"], headers["x-theirs"], headers["x-tenant"], headers["via"]]).toEqual([
        "<a>",
        "1",
        undefined,
        undefined,
      ]);
    };
    await serve(driver, handler, use, options);
  });

  test("a range outside the content keeps the field that states the length", async () => {
    const handler: Handler = ({ response }) => {
      response.setHeader("Content-Range", "bytes */1234");
      response.statusCode = 416;
      response.end("nope");
    };
    await serve(driver, handler, async (url) => {
      expect((await send(url, { path: "/case" })).headers["content-range"]).toBe("bytes */1234");
    });
  });

  test("a head without a body, then a throw, is answered with the written status", async () => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    for (const [written, code] of [
      [200, "acme_internal_error"],
      [404, "acme_not_found"],
    ] as const) {
      const handler: Handler = ({ response }) => {
        response.writeHead(written, { "Content-Length": "9", "X-Theirs": "1" });
        throw new Error(LEAKY_TEXT);
      };
      await during(await driver.start(contract, handler), async (url) => {
        const bytes = await sendBytes(url, "GET /case HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        expect(bytes).toContain(`"code":"${code}"`);
        expect(bytes).not.toContain("X-Theirs");
        expect(bytes.match(/^content-length/gim)).toHaveLength(1);
      });
    }
    expect(reports.map(({ origin }) => origin)).toEqual(["unknown", "unknown"]);
  });
});
