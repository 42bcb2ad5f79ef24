import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createContract } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";
import { withResolvers } from "../support/with-resolvers.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS, NODE_DRIVERS } from "./drivers/index.ts";
import { eventsOf, RESPONSE, type Run, streaming } from "./streaming.ts";

/** Milliseconds of silence before a comment, instead of the usual seconds. */
const SHORT = 10;

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  proven(["STR-1", "VER-2"], "a silent task sends comments, and nothing else", async () => {
    const heard = withResolvers<void>();
    const run: Run = async (stream) => {
      await stream.send({ type: "response.created", response: RESPONSE });
      // The task stalls until the client has heard enough comments.
      await heard.promise;
      await stream.send({ type: "response.completed", response: { ...RESPONSE, status: "completed" } });
      stream.end();
    };
    await streaming(
      driver,
      run,
      async (url, reports) => {
        const { body, headers, status } = await fetch(`${url}/case`);
        expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
        expect(headers.get("uhp-version")).toBe("2026-10-04");
        // Nothing between the two may collect the events.
        expect(headers.get("cache-control")).toBe("no-cache, no-transform");
        expect(headers.get("x-accel-buffering")).toBe("no");
        let heardSoFar = "";
        const decoder = new TextDecoder();
        for await (const chunk of body as ReadableStream<Uint8Array>) {
          heardSoFar += decoder.decode(chunk, { stream: true });
          if (heardSoFar.split(": keep-alive\n\n").length > 5) heard.resolve();
        }
        const [first, ...rest] = heardSoFar.split("\n\n");
        expect(first).toMatch(/^data: .*"sequence_number":0/);
        const last = rest.findIndex((part) => part.startsWith("data: "));
        expect(new Set(rest.slice(0, last))).toEqual(new Set([": keep-alive"]));
        expect(rest.slice(last + 1)).toEqual([""]);
        expect(eventsOf(heardSoFar).map((event) => event["sequence_number"])).toEqual([0, 1]);
        expect(reports).toEqual([]);
      },
      { keepAliveMs: SHORT },
    );
  });

  test("when a client leaves, its stream is closed, and the task may go on", async () => {
    const [arrived, left] = [withResolvers<void>(), withResolvers<void>()];
    const done = withResolvers<readonly unknown[]>();
    const run: Run = async (stream, io) => {
      await stream.send({ type: "response.created" });
      arrived.resolve();
      io.onClose(() => setImmediate(() => setImmediate(() => left.resolve())));
      await left.promise;
      const seen = [stream.open, await stream.send({ type: "late" })];
      stream.fail(new Error(LEAKY_TEXT));
      done.resolve(seen);
    };
    await streaming(driver, run, async (url, reports) => {
      const controller = new AbortController();
      const { body } = await fetch(`${url}/case`, { signal: controller.signal });
      await body?.getReader().read();
      await arrived.promise;
      controller.abort();
      expect(await done.promise).toEqual([false, false]);
      expect(reports).toMatchObject([{ outcome: "aborted", level: "debug" }]);
    });
  });

  test("a client that does not read holds the task back, and misses nothing once it does", async () => {
    const held = withResolvers<void>();
    const big = "x".repeat(100_000);
    let sent = 0;
    const run: Run = async (stream) => {
      let waited = false;
      // A hundred megabytes, more than any socket buffers unread.
      while (!waited && sent < 1_000) {
        const done = stream.send({ type: "delta", big });
        sent += 1;
        waited = await Promise.race([done.then(() => false), pause(100, true)]);
        if (waited) held.resolve();
        await done;
      }
      await stream.send({ type: "response.completed" });
      stream.end();
    };
    await streaming(driver, run, async (url) => {
      const incoming = await new Promise<IncomingMessage>((resolve) => get(`${url}/case`, { agent: false }, resolve));
      await held.promise;
      expect(sent).toBeLessThan(1_000);
      const body = await text(incoming);
      const numbers = eventsOf(body).map((event) => event["sequence_number"]);
      expect(numbers).toEqual(Array.from({ length: sent + 1 }, (_, at) => at));
    });
  });

  test("a HEAD ends at its head, so that a handler which sends until it must stop does not go on", async () => {
    const stopped = withResolvers<void>();
    const run: Run = async (stream) => {
      while (await stream.send({ type: "delta" }));
      stopped.resolve();
    };
    await streaming(driver, run, async (url, reports) => {
      const { status, headers, body } = await send(url, { path: "/case", method: "HEAD" });
      expect([status, headers["content-type"], body]).toEqual([200, "text/event-stream; charset=utf-8", ""]);
      await stopped.promise;
      expect(reports).toEqual([]);
    });
  });

  test("a throw after the stream has ended is reported as late", async () => {
    const run: Run = async (stream) => {
      await stream.send({ type: "response.completed", response: RESPONSE });
      stream.end();
      throw new Error(LEAKY_TEXT);
    };
    await streaming(driver, run, async (url, reports) => {
      const { body } = await send(url, { path: "/case" });
      expect(eventsOf(body).map(({ type }) => type)).toEqual(["response.completed"]);
      const late = [{ outcome: "late", level: "error" }];
      await vi.waitFor(() => expect(reports).toMatchObject(late), { timeout: 20_000 });
    });
  });

  test.each(["end", "fail", "terminal event"] as const)(
    "a stream shows where it ends, and keeps its connection: %s",
    async (ending) => {
      const run: Run = async (stream) => {
        await stream.send({ type: "response.created" });
        if (ending === "fail") stream.fail(acme.taskError("timeout"));
        else if (ending === "end") stream.end();
        else await stream.send({ type: "response.completed" });
      };
      await streaming(driver, run, async (url) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        onTestFinished(() => agent.destroy());
        for (const isReused of [false, true]) {
          const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
            const request = get(`${url}/case`, { agent }, resolve).on("error", reject);
            request.once("finish", () => expect(request.reusedSocket).toBe(isReused));
          });
          // Without either header, a client mistakes a broken connection for the end of the stream.
          expect(incoming.headers["transfer-encoding"] ?? incoming.headers["content-length"]).toBeDefined();
          await text(incoming);
        }
      });
    },
  );

  const kept = "headers.set-before" in driver.knownFailing ? test.fails : test;
  kept("headers that were set before stay on the stream, but those of another body", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const handler: Handler = (io) => {
      io.set("Access-Control-Allow-Origin", "*");
      io.set("Content-Length", "2");
      io.set("ETag", '"of-another-body"');
      const stream = io.stream(contract, { responseObject: RESPONSE });
      stream.send({ type: "response.completed" });
      stream.end();
    };
    await during(await driver.start(contract, handler), async (url) => {
      const { status, headers, body } = await send(url, { path: "/case" });
      expect([status, headers["access-control-allow-origin"]]).toEqual([200, "*"]);
      expect(headers["etag"]).toBeUndefined();
      // A server that has the whole stream at once may state its length.
      expect([undefined, String(body.length)]).toContain(headers["content-length"]);
      expect(eventsOf(body)).toHaveLength(1);
    });
  });
});

describe.each(NODE_DRIVERS)("$name, by Node's own response", (driver) => {
  test("a head that was written but not sent can still change", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const handler =
      (fails: boolean): Handler =>
      async (io) => {
        io.response.setHeader("Content-Type", "text/event-stream");
        io.response.writeHead(200);
        const stream = io.stream(contract, { responseObject: RESPONSE });
        if (fails) return stream.fail(acme.error("session_busy"));
        await stream.send({ type: "response.completed" });
        stream.end();
      };
    await during(await driver.start(contract, handler(true)), async (url) => {
      const received = await send(url, { path: "/case" });
      expect([received.status, expectEnvelope(received).code]).toEqual([409, "session_busy"]);
    });
    await during(await driver.start(contract, handler(false)), async (url) => {
      const { headers, body } = await send(url, { path: "/case" });
      expect([headers["cache-control"], eventsOf(body).length]).toEqual(["no-cache, no-transform", 1]);
    });
  });

  test("a transfer encoding that was set before stays", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const handler: Handler = async (io) => {
      io.set("Transfer-Encoding", "chunked");
      const stream = io.stream(contract, { responseObject: RESPONSE });
      await stream.send({ type: "response.completed" });
      stream.end();
    };
    await during(await driver.start(contract, handler), async (url) => {
      const { headers, body } = await send(url, { path: "/case" });
      expect([headers["transfer-encoding"], eventsOf(body).length]).toEqual(["chunked", 1]);
    });
  });
});
