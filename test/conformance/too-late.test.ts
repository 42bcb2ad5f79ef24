import { once } from "node:events";
import { pipeline, Readable } from "node:stream";
import { setImmediate as setImmediateAsync } from "node:timers/promises";
import type { ErrorReport } from "@uhp-errors/core";
import { describe, expect, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send, sendBytes } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";
import { withResolvers } from "../support/with-resolvers.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS, NODE_DRIVERS } from "./drivers/index.ts";

const GET = "GET /case HTTP/1.1\r\nHost: x\r\n\r\n";

/** A stream of the service that fails after some chunks, or at once. */
function failing(...chunks: readonly string[]): Readable {
  async function* source() {
    yield* chunks;
    throw new Error(LEAKY_TEXT);
  }
  return Readable.from(source());
}

/** A stream without an end, as slow as its reader. */
function endless(): Readable {
  return new Readable({
    read() {
      setImmediate(() => this.push("x".repeat(1_000)));
    },
  });
}

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  describe("before the first byte", () => {
    const sentAs = "stream.fails-at-once" in driver.knownFailing ? "text/plain" : "text/event-stream";
    const streams: Readonly<Record<string, Handler>> = {
      "the framework sends": ({ reply }) => reply(200, failing(), { "Content-Type": sentAs }),
      "fills an error, of the status that was set,": ({ reply }) =>
        reply(502, failing("<p>half of it"), { "Content-Type": "text/html" }),
    };
    const written: Readonly<Record<string, Handler>> = {
      "is piped by hand": ({ response }) => {
        response.statusCode = 200;
        pipeline(failing(), response, () => {});
      },
      "comes after a head that was written": ({ response }) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        pipeline(failing(), response, () => {});
      },
    };
    for (const [how, handler] of Object.entries({ ...streams, ...(driver.hasNodeResponse ? written : {}) })) {
      proven(["STR-2", "LEAK-1"], `a stream that fails and that ${how} ends in an ordinary envelope`, async () => {
        await serve(driver, handler, async (url, reports) => {
          const received = await send(url, { path: "/case" });
          const [status, code] = how.startsWith("fills") ? [502, "acme_upstream_error"] : [500, "acme_internal_error"];
          expect(expectEnvelope(received).code).toBe(code);
          expect(received.status).toBe(status);
          for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
          expect(reports).toMatchObject([{ outcome: "answered", origin: "unknown", status }]);
        });
      });
    }
  });

  describe("after the first byte", () => {
    const halves: Readonly<Record<string, Handler>> = {
      "a stream that the framework sends": ({ reply }) =>
        reply(200, failing("half of it"), { "Content-Type": "text/plain" }),
      "a long stream that the framework sends": ({ reply }) =>
        reply(200, failing("x".repeat(4_000_000), "half of it"), { "Content-Type": "text/plain" }),
    };
    const written: Readonly<Record<string, Handler>> = {
      "a handler that writes and throws in the same turn": ({ response }) => {
        response.statusCode = 200;
        response.write("data: ");
        response.write("half of it");
        throw new Error(LEAKY_TEXT);
      },
      "a handler that begins a stream of events and throws in the same turn": ({ response }) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write("data: half of it");
        throw new Error(LEAKY_TEXT);
      },
      "a handler that writes more than a connection takes at once and throws in the same turn": ({ response }) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write("data: ");
        response.write("x".repeat(4_000_000));
        response.write("half of it");
        throw new Error(LEAKY_TEXT);
      },
      "a handler that writes some of a declared length and rejects": async ({ response }) => {
        response.writeHead(200, { "Content-Length": "100" });
        response.write("half of it");
        throw new Error(LEAKY_TEXT);
      },
      "a handler that writes and throws": async ({ response }) => {
        response.statusCode = 200;
        await new Promise((written) => response.write("half of it", written));
        throw new Error(LEAKY_TEXT);
      },
    };
    for (const [what, handler] of Object.entries({ ...halves, ...(driver.hasNodeResponse ? written : {}) })) {
      proven(["STR-2", "LEAK-1"], `${what} is cut, so that the client sees it broken, and reported once`, async () => {
        await serve(driver, handler, async (url, reports) => {
          const message = await sendBytes(url, GET);
          expect(message).toContain("half of it");
          expect(message).not.toMatch(/\r\n0\r\n\r\n$/);
          for (const secret of SECRET_VALUES) expect(message).not.toContain(secret);
          expect(reports).toMatchObject([{ outcome: "cut", level: "error", origin: "unknown", status: 500 }]);
        });
      });
    }
  });

  test("a client that left is reported as such, and never as a server fault", async () => {
    const arrived = withResolvers<void>();
    const told = withResolvers<ErrorReport>();
    const handler: Handler = async (io) => {
      arrived.resolve();
      await new Promise<void>((left) => io.onClose(left));
      throw new Error(LEAKY_TEXT);
    };
    const options = { onError: told.resolve };
    await serve(
      driver,
      handler,
      async (url) => {
        const controller = new AbortController();
        const request = fetch(`${url}/case`, { signal: controller.signal }).catch(() => {});
        await arrived.promise;
        controller.abort();
        await request;
        expect(await told.promise).toMatchObject({ outcome: "aborted", level: "debug", status: null, code: null });
      },
      options,
    );
  });

  /** Errors that are complete only after the client has left. */
  const unread: Readonly<Record<string, (io: Parameters<Handler>[0], left: Promise<void>) => unknown>> = {
    // Koa 2 sends nothing then.
    ...(driver.name !== "koa2" && {
      "that the framework sends": async (io, left) => {
        await left;
        io.reply(503, LEAKY_TEXT);
      },
    }),
    ...(driver.hasNodeResponse && {
      "that is written": async ({ response }, left) => {
        await left;
        response.writeHead(503, { "Content-Type": "text/plain" });
        response.write(LEAKY_TEXT);
        response.end();
      },
      "that was begun before": async ({ response }, left) => {
        response.writeHead(503);
        response.write('{"error":{');
        await left;
        response.end(LEAKY_TEXT);
      },
      "that was begun before and is never ended": ({ response }) => {
        response.writeHead(503);
        response.write('{"error":{');
      },
    }),
  };
  for (const [what, write] of Object.entries(unread)) {
    test(`an error ${what} for a client that left is reported as aborted, once`, async () => {
      const arrived = withResolvers<void>();
      const handler: Handler = async (io) => {
        const left = new Promise<void>((resolve) => io.onClose(resolve));
        const done = write(io, left);
        setImmediate(arrived.resolve);
        await done;
      };
      await serve(driver, handler, async (url, reports) => {
        const controller = new AbortController();
        const request = fetch(`${url}/case`, { signal: controller.signal }).catch(() => {});
        await arrived.promise;
        controller.abort();
        await request;
        await vi.waitFor(() => expect(reports).not.toEqual([]), { timeout: 20_000 });
        await setImmediateAsync();
        expect(reports).toMatchObject([{ outcome: "aborted", level: "debug", status: null, code: null }]);
      });
    });
  }

  const downloads: Readonly<Record<string, Handler>> = {
    "a download": ({ reply }) => reply(200, endless(), { "Content-Type": "application/octet-stream" }),
    "a stream of events": ({ reply }) => reply(200, endless(), { "Content-Type": "text/event-stream" }),
  };
  for (const [what, handler] of Object.entries(downloads)) {
    test(`a client that leaves in the middle of ${what} is not a server fault, and is reported at most once`, async () => {
      const closed = withResolvers<void>();
      const watched: Handler = (io) => {
        io.onClose(() => setImmediate(() => setImmediate(closed.resolve)));
        return handler(io);
      };
      await serve(driver, watched, async (url, reports) => {
        const controller = new AbortController();
        const { body } = await fetch(`${url}/case`, { signal: controller.signal });
        await body?.getReader().read();
        controller.abort();
        await closed.promise;
        expect(reports.filter(({ outcome, level }) => outcome !== "aborted" || level !== "debug")).toEqual([]);
        expect(reports.length).toBeLessThanOrEqual(1);
      });
    });
  }

  proven(["ENV-1"], "an error whose body never ends is still answered", async () => {
    const handler: Handler = ({ reply }) => reply(503, endless(), { "Content-Type": "text/plain" });
    await serve(driver, handler, async (url) => {
      expect(expectEnvelope(await send(url, { path: "/case" })).code).toBe("acme_unavailable");
    });
  });

  test("an upload that breaks off is reported as aborted, once", async () => {
    const reports: ErrorReport[] = [];
    const told = withResolvers<void>();
    const options = {
      onError: (report: ErrorReport) => {
        reports.push(report);
        told.resolve();
      },
    };
    await serve(
      driver,
      undefined,
      async (url, _reports, server) => {
        const arrived = once(server, "request");
        const controller = new AbortController();
        const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) });
        const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, duplex: "half" };
        const request = fetch(`${url}/json`, { ...init, signal: controller.signal } as RequestInit).catch(() => {});
        await arrived;
        controller.abort();
        await request;
        await told.promise;
      },
      options,
    );
    expect(reports).toMatchObject([{ outcome: "aborted", level: "debug", status: null, method: "POST" }]);
  });
});

describe.each(NODE_DRIVERS)("$name, by Node's own response", (driver) => {
  test("a throw after a whole response changes nothing, and is reported", async () => {
    const handler: Handler = ({ response }) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":true}');
      throw acme.error("preview_failed");
    };
    await serve(driver, handler, async (url, reports) => {
      expect(await send(url, { path: "/case" })).toMatchObject({ status: 200, body: '{"ok":true}' });
      expect(reports).toMatchObject([{ outcome: "late", code: "preview_failed" }]);
    });
  });
});
