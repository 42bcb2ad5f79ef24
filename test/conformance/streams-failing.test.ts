import { get } from "node:http";
import { createContract, type ErrorReport, type EventStream } from "@uhp-errors/core";
import { describe, expect } from "vitest";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS, NODE_DRIVERS } from "./drivers/index.ts";
import { eventsOf, RESPONSE, type Run, streaming } from "./streaming.ts";

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  const failures: Readonly<Record<string, readonly [thrown: () => unknown, code: string, type: string]>> = {
    "a task's code": [() => acme.taskError("provider_error"), "provider_error", "harness_error"],
    "a vendor's task code": [() => acme.taskError("acme_agent_crashed"), "acme_agent_crashed", "harness_error"],
    "a request's code": [() => acme.error("session_expired"), "session_expired", "invalid_request_error"],
    "an unknown error": [() => new Error(LEAKY_TEXT), "acme_internal_error", "server_error"],
  };
  for (const [what, [thrown, code, type]] of Object.entries(failures)) {
    proven(["STR-2", "TSK-1", "LEAK-1"], `a stream that fails with ${what} ends with its last events`, async () => {
      const run: Run = async (stream) => {
        await stream.send({ type: "response.created", response: { ...RESPONSE, output: ["a"] } });
        stream.fail(thrown());
        await stream.send({ type: "response.completed" });
        stream.end();
      };
      await streaming(driver, run, async (url, reports) => {
        const { status, body } = await send(url, { path: "/case" });
        expect(status).toBe(200);
        for (const secret of SECRET_VALUES) expect(body).not.toContain(secret);
        const [, error, failed, ...rest] = eventsOf(body);
        expect(rest).toEqual([]);
        expect(error).toMatchObject({ type: "error", sequence_number: 1, code });
        expect(failed).toMatchObject({
          type: "response.failed",
          sequence_number: 2,
          response: { id: "resp_1", output: ["a"], status: "failed", error: { type, code } },
        });
        expect(reports).toMatchObject([{ outcome: "streamed", code }]);
      });
    });
  }

  proven(["VER-6", "STR-2"], "a failed stream names a newer code as the client's version does", async () => {
    const run: Run = async (stream) => {
      await stream.send({ type: "response.created", response: RESPONSE });
      stream.fail(acme.error("environment_busy"));
    };
    await streaming(driver, run, async (url) => {
      for (const [version, code] of [
        ["2026-10-04", "environment_busy"],
        ["2026-09-12", "acme_environment_busy"],
      ]) {
        const { body } = await send(url, { path: "/case", headers: { "UHP-Version": version ?? "" } });
        const [, error, failed] = eventsOf(body);
        expect(error).toMatchObject({ type: "error", code });
        expect(failed).toMatchObject({ response: { error: { code } } });
      }
    });
  });

  proven(["STR-2", "LEAK-1"], "a throw after the stream has begun ends the stream, and is reported once", async () => {
    for (const [thrown, code] of [
      [acme.taskError("timeout"), "timeout"],
      [new Error(LEAKY_TEXT), "acme_internal_error"],
    ] as const) {
      for (const fails of [() => {}, (stream: EventStream) => stream.fail(thrown)]) {
        for (const waits of [true, false]) {
          const run: Run = async (stream) => {
            const sent = stream.send({ type: "response.created", response: RESPONSE });
            if (waits) await sent;
            fails(stream);
            throw thrown;
          };
          await streaming(driver, run, async (url, reports) => {
            const { status, body } = await send(url, { path: "/case" });
            expect(status).toBe(200);
            const events = eventsOf(body).map((event) => event["code"] ?? event["type"]);
            expect(events).toEqual(["response.created", code, "response.failed"]);
            for (const secret of SECRET_VALUES) expect(body).not.toContain(secret);
            expect(reports).toMatchObject([{ outcome: "streamed", code }]);
          });
        }
      }
    }
  });

  proven(["STR-2", "LEAK-1"], "a stream that fails before its first byte is an ordinary envelope", async () => {
    for (const [thrown, status, code] of [
      [acme.error("session_busy"), 409, "session_busy"],
      [new Error(LEAKY_TEXT), 500, "acme_internal_error"],
    ] as const) {
      const plain: Handler = () => {
        throw thrown;
      };
      const contract = createContract(acme, { onError: () => {} });
      const asked = { path: "/case", headers: { "x-request-id": "same" } };
      const ordinary = await during(await driver.start(contract, plain), (url) => send(url, asked));
      for (const run of [
        (stream: EventStream) => stream.fail(thrown),
        async (stream: EventStream) => stream.fail(thrown),
        async () => Promise.reject(thrown),
      ]) {
        await streaming(driver, run, async (url, reports) => {
          const received = await send(url, asked);
          expect([received.status, expectEnvelope(received).code]).toEqual([status, code]);
          expect(received.body).toBe(ordinary.body);
          expect(received.headers["x-accel-buffering"]).toBeUndefined();
          expect(reports).toMatchObject([{ outcome: "answered", code }]);
        });
      }
    }
  });

  proven(["TSK-1", "COD-5", "ENV-8", "STR-2"], "a task that ends before the first byte fails no request", async () => {
    for (const [code, status] of [
      ["timeout", "failed"],
      ["cancelled", "cancelled"],
    ] as const) {
      await streaming(
        driver,
        (stream: EventStream) => stream.fail(acme.taskError(code)),
        async (url) => {
          const received = await send(url, { path: "/case" });
          expect(received.status).toBe(200);
          expect(received.headers["content-type"]).toMatch(/^text\/event-stream/);
          const last = JSON.parse(received.body.trimEnd().split("\n\n").at(-1)?.replace("data: ", "") ?? "{}");
          expect(last).toMatchObject({ type: "response.failed", response: { status, error: { code } } });
        },
      );
    }
  });
});

describe.each(NODE_DRIVERS)("$name, by Node's own response", (driver) => {
  const proven = provesOn(driver.name);

  proven(["STR-2", "LEAK-1"], "a stream whose first bytes a wrapper refuses is an ordinary envelope", async () => {
    const uses: Readonly<Record<string, (stream: EventStream) => unknown>> = {
      send: (stream) => stream.send({ type: "response.created" }),
      end: (stream) => stream.end(),
      fail: (stream) => stream.fail(new Error("of the task")),
    };
    for (const [use, act] of Object.entries(uses)) {
      const reports: ErrorReport[] = [];
      const contract = createContract(acme, { onError: (report) => reports.push(report) });
      const handler: Handler = async (io) => {
        let isFirst = true;
        const { writeHead } = io.response;
        io.response.writeHead = ((...args: Parameters<typeof writeHead>) => {
          if (!isFirst) return Reflect.apply(writeHead, io.response, args);
          isFirst = false;
          throw new Error(LEAKY_TEXT);
        }) as typeof writeHead;
        await act(io.stream(contract, { responseObject: RESPONSE }));
      };
      await during(await driver.start(contract, handler), async (url) => {
        const received = await send(url, { path: "/case" });
        expect([use, received.status, expectEnvelope(received).code]).toEqual([use, 500, "acme_internal_error"]);
        expect(reports.map(({ thrown }) => String(thrown))).toContain(`Error: ${LEAKY_TEXT}`);
      });
    }
  });

  proven(["LEAK-1"], "a stream in place of an error does not keep that error's reason phrase", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const handler: Handler = async (io) => {
      io.response.writeHead(502, LEAKY_TEXT.split("\n", 1)[0]);
      await io.stream(contract, { responseObject: RESPONSE }).send({ type: "response.completed" });
    };
    await during(await driver.start(contract, handler), async (url) => {
      const head = await new Promise<string>((resolve) =>
        get(`${url}/case`, (incoming) => {
          incoming.resume();
          resolve(`${incoming.statusCode} ${incoming.statusMessage}`);
        }),
      );
      expect(head).toBe("200 OK");
    });
  });

  proven(["STR-2", "LEAK-1"], "a stream whose head was flushed before fails with its last events", async () => {
    for (const fails of [
      (stream: EventStream) => stream.fail(new Error(LEAKY_TEXT)),
      () => {
        throw new Error(LEAKY_TEXT);
      },
    ]) {
      const handler: Handler = (io) => {
        io.response.writeHead(200, { "Content-Type": "text/event-stream" });
        io.response.flushHeaders();
        fails(io.stream(contract, { responseObject: RESPONSE }));
      };
      const reports: ErrorReport[] = [];
      const contract = createContract(acme, { onError: (report) => reports.push(report) });
      await during(await driver.start(contract, handler), async (url) => {
        const { status, body } = await send(url, { path: "/case" });
        expect(status).toBe(200);
        expect(eventsOf(body).map(({ type }) => type)).toEqual(["error", "response.failed"]);
        expect(body).not.toContain(LEAKY_TEXT);
        expect(reports).toMatchObject([{ outcome: "streamed" }]);
      });
    }
  });
});
