import { type ClientInit, createClient, parseError, parseTaskError } from "@uhp-errors/client";
import type { ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import type { Driver, Handler } from "../../conformance/drivers/driver.ts";
import { DRIVERS } from "../../conformance/drivers/index.ts";
import { listen } from "../../conformance/drivers/listen.ts";
import { acme, untypedError } from "../../support/catalog.ts";
import { during, serve } from "../../support/drivers.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { type Received, type Sent, send } from "../../support/http.ts";
import { SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import { withResolvers } from "../../support/with-resolvers.ts";

/** How a service calls another one at `url`, and what the call throws. */
type Call = (url: string) => Promise<unknown>;

const json =
  (init: ClientInit = {}): Call =>
  (url) =>
    createClient({ baseUrl: url, catalog: acme, maxAttempts: 1 }).json("/case", init);

/** A call that is aborted by an event: once the head of the response has come, or at once if none will come. */
function timingOut(hasHead: boolean): Call {
  const isTime = withResolvers<void>();
  if (!hasHead) isTime.resolve();
  const after = (_ms: number, callback: () => void) => {
    let isCanceled = false;
    void isTime.promise.then(() => setImmediate(() => isCanceled || callback()));
    return () => {
      isCanceled = true;
    };
  };
  const clock = { now: Date.now, elapsed: () => performance.now(), random: Math.random, after };
  return (url) =>
    createClient({
      baseUrl: url,
      catalog: acme,
      maxAttempts: 1,
      clock,
      fetch: async (address, init) => {
        const response = await fetch(address, init);
        isTime.resolve();
        return response;
      },
    }).json("/case");
}

interface Seen {
  readonly answer: Received;
  readonly report: ErrorReport | undefined;
}

/** What a service on `driver` answers and reports when its call to another service throws. */
async function thrownOn(driver: Driver, other: string, call: Call, sent: Sent = {}): Promise<Seen> {
  let seen: Seen | undefined;
  const handler: Handler = () => call(other);
  await serve(driver, handler, async (url, reports) => {
    const answer = await send(url, { path: "/case", ...sent });
    expect(reports).toHaveLength(1);
    seen = { answer, report: reports[0] };
  });
  return seen as Seen;
}

/** A service with a contract that responds with one error. */
function refusing(driver: Driver, code: string, init: object, use: (url: string) => Promise<void>): Promise<void> {
  const handler: Handler = () => {
    throw untypedError(code, init);
  };
  return serve(driver, handler, use, { correlationId: () => "other-request-1" });
}

/** Too long to occur in a random id by chance. */
const ETA_SECONDS = 4_711_471_147_114;

const GET: Sent = { method: "GET" };
const POST: Sent = { method: "POST" };
const KEYED: Sent = { method: "POST", headers: { "Idempotency-Key": "k1" } };

describe.each(DRIVERS)("$name", { concurrent: true }, (driver) => {
  test.each<[code: string, status: number, retried: boolean, init?: object]>([
    ["harness_not_found", 404, false, { message: `No ${SECRETS.path}.`, param: "a.b" }],
    ["invalid_credential", 401, false],
    ["insufficient_scope", 403, false],
    ["quota_exhausted", 429, false],
    ["rate_limited", 429, true, { retryAfter: 7 }],
    ["session_busy", 409, true],
    ["harness_unavailable", 503, true, { retryAfter: 7 }],
    ["preview_unavailable", 501, false],
    ["acme_gpu_cold", 503, true, { detail: { eta_seconds: ETA_SECONDS } }],
    ["acme_teapot", 418, false],
  ])("%s of another service is an upstream failure", async (code, status, retried, init = {}) => {
    // Only the wait of a 429 or 503 is passed on.
    const wait = "retryAfter" in init ? ["7", "7000"] : [undefined, undefined];
    await refusing(driver, code, init, async (other) => {
      for (const [sent, may] of [
        [GET, true],
        [POST, false],
        [KEYED, true],
      ] as const) {
        const { answer, report } = await thrownOn(driver, other, json(), sent);
        expect(expectEnvelope(answer)).toMatchObject({ code: "acme_upstream_error", param: null });
        expect(answer.status).toBe(502);
        expect(answer.headers["x-should-retry"]).toBe(String(retried && may));
        expect([answer.headers["retry-after"], answer.headers["retry-after-ms"]]).toEqual(wait);
        expect(answer.headers).not.toHaveProperty("www-authenticate");
        const shown = JSON.stringify(answer);
        for (const part of [...SECRET_VALUES, code, "other-request-1", String(ETA_SECONDS)])
          expect(shown).not.toContain(part);
        expect(report).toMatchObject({
          level: "error",
          origin: "recognized",
          recognizer: "@uhp-errors/client",
          upstream: { code, status, requestId: "other-request-1" },
        });
      }
    });
  });

  test("a response that forbids another attempt is passed on as not retryable", async () => {
    await refusing(driver, "harness_unavailable", {}, async (other) => {
      for (const [init, retried] of [
        [{ method: "POST", idempotencyKey: "k" }, "true"],
        [{ method: "POST" }, "false"],
      ] as const) {
        const { answer } = await thrownOn(driver, other, json(init));
        expect([answer.status, answer.headers["x-should-retry"]]).toEqual([502, retried]);
      }
    });
  });

  test("an error that was read without the client counts, too, and so does that of a task", async () => {
    const task = () => Promise.reject(parseTaskError({ status: "failed", error: acme.taskError("timeout").toJSON() }));
    await refusing(driver, "harness_not_found", {}, async (other) => {
      const read: Call = async (url) => Promise.reject(await parseError(await fetch(`${url}/case`)));
      for (const [call, upstream] of [
        [read, { code: "harness_not_found", status: 404, requestId: "other-request-1" }],
        [task, { code: "timeout", status: 200, requestId: undefined }],
      ] as const) {
        const { answer, report } = await thrownOn(driver, other, call);
        expect([answer.status, answer.headers["x-should-retry"]]).toEqual([502, "false"]);
        expect(report?.upstream).toEqual(upstream);
      }
    });
  });

  test("a response outside the contract is an upstream failure, reported with its status", async () => {
    for (const [status, retried] of [
      [302, "false"],
      [404, "false"],
      [502, "true"],
    ] as const) {
      const page = await listen((_request, response) => {
        response.writeHead(status, { "x-request-id": "page-1", "x-internal-host": SECRETS.host });
        response.end(`<h1>${SECRETS.password}</h1>`);
      });
      const { answer, report } = await during(page, (url) => thrownOn(driver, url, json()));
      expect(expectEnvelope(answer).code).toBe("acme_upstream_error");
      expect([answer.status, answer.headers["x-should-retry"]]).toEqual([502, retried]);
      for (const secret of [...SECRET_VALUES, "page-1"]) expect(JSON.stringify(answer)).not.toContain(secret);
      expect(report?.upstream).toEqual({ code: null, status, requestId: "page-1" });
    }
  });

  test("a missing response is an upstream failure, unless it began and forbade another attempt", async () => {
    for (const [head, retried] of [
      [undefined, "true"],
      [{ "content-length": "9", "x-should-retry": "false" }, "false"],
    ] as const) {
      const broken = await listen((request, response) => {
        if (head === undefined) return void request.socket.destroy();
        response.writeHead(200, head);
        response.write("{", () => setImmediate(() => request.socket.destroy()));
      });
      const { answer, report } = await during(broken, (url) => thrownOn(driver, url, json()));
      expect(expectEnvelope(answer).code).toBe("acme_upstream_error");
      expect([answer.status, answer.headers["x-should-retry"]]).toEqual([502, retried]);
      expect(report).toMatchObject({ recognizer: "@uhp-errors/client" });
      expect(report?.upstream).toBeUndefined();
    }
  });

  test("a timeout is an upstream timeout, unless a response had begun and forbidden another attempt", async () => {
    for (const [head, retried] of [
      [undefined, "true"],
      [{ "x-should-retry": "false" }, "false"],
    ] as const) {
      const silent = await listen((_request, response) => {
        if (head !== undefined) response.writeHead(503, head).flushHeaders();
      });
      const { answer, report } = await during(silent, (url) => thrownOn(driver, url, timingOut(head !== undefined)));
      expect(expectEnvelope(answer).code).toBe("acme_upstream_timeout");
      expect([answer.status, answer.headers["x-should-retry"]]).toEqual([504, retried]);
      expect(report).toMatchObject({ recognizer: "@uhp-errors/client" });
    }
  });

  test("a call that the service's own signal ends is treated as for fetch", async () => {
    const own = new Error("The service's own reason.");
    const silent = await listen(() => {});
    const later = () => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: (reason?: unknown) => setTimeout(() => controller.abort(reason), 50) };
    };
    await during(silent, async (url) => {
      for (const [reason, status] of [
        [undefined, 504],
        [new DOMException("Late.", "TimeoutError"), 504],
        [own, 500],
      ] as const) {
        const calls: Call[] = [
          (other) => json({ signal: began() })(other),
          (other) => fetch(other, { signal: began() }),
        ];
        const began = () => {
          const { signal, abort } = later();
          abort(reason);
          return signal;
        };
        for (const call of calls) expect((await thrownOn(driver, url, call)).answer.status).toBe(status);
      }
    });
  });
});
