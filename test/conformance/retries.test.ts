import { createContract, type ErrorType } from "@uhp-errors/core";
import { retryAdvice } from "@uhp-errors/core/retry";
import { describe, expect } from "vitest";
import { acme, untypedError } from "../support/catalog.ts";
import type { Clause } from "../support/clauses.ts";
import { during, serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

/** The contract's table (section 7.4), written down again so that a mistake in the library's table is found. */
const TABLE: readonly (readonly [row: string, code: string, retried: boolean, retryAfter?: number])[] = [
  ["a server error of 500", "acme_internal_error", true],
  ["a server error of 502", "preview_failed", true],
  ["a server error of 503", "harness_unavailable", true],
  ["a server error of 504", "acme_upstream_timeout", true],
  ["a server error of 501", "preview_unavailable", false],
  ["a limit of rate", "rate_limited", true, 2],
  ["a budget that is spent", "quota_exhausted", false],
  ["a busy session", "session_busy", true],
  ["an invalid request", "harness_mismatch", false],
  ["an invalid credential", "invalid_credential", false],
  ["a lack of permission", "insufficient_scope", false],
];

const REQUESTS = [
  { method: "GET", key: undefined, may: true },
  { method: "OPTIONS", key: undefined, may: true },
  { method: "POST", key: undefined, may: false },
  { method: "POST", key: "", may: false },
  { method: "POST", key: "k1", may: true },
];

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  for (const [row, code, retried, retryAfter] of TABLE) {
    const clauses: readonly Clause[] = retryAfter === undefined ? ["RET-1"] : ["RET-1", "RET-2"];
    proven(clauses, `${row} is${retried ? "" : " not"} to be retried, and never without being safe to`, async () => {
      const handler: Handler = () => {
        throw untypedError(code, { retryAfter });
      };
      await serve(driver, handler, async (url) => {
        for (const { method, key, may } of REQUESTS) {
          const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
          const received = await send(url, { path: "/case", method, headers });
          const error = expectEnvelope(received);
          expect(received.headers["x-should-retry"], `${method} ${key}`).toBe(String(retried && may));
          expect(received.headers["retry-after"]).toBe(retryAfter?.toString());
          const seen = { ...error, type: error.type as ErrorType, status: received.status };
          const advice = retryAdvice(seen, { method, hasIdempotencyKey: Boolean(key) });
          expect(advice.automatic).toBe(retried && may);
        }
      });
    });
  }

  proven(["RET-1", "TSK-1"], "a failed task is left to the client, without a hint for or against a retry", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const handler: Handler = ({ context, reply }) =>
      reply(200, contract.task.failed({ id: "resp_1" }, acme.taskError("provider_error"), context()));
    await during(await driver.start(contract, handler), async (url) => {
      const { status, headers, body } = await send(url, { path: "/case" });
      expect([status, headers["x-should-retry"], headers["retry-after"]]).toEqual([200, undefined, undefined]);
      const { error } = JSON.parse(body);
      const request = { method: "POST", hasIdempotencyKey: true };
      expect(retryAdvice({ ...error, status }, request)).toEqual({ rule: "client_judgement", automatic: false });
    });
  });

  proven(["RET-2"], "a wait that the service has set stays on every status", async () => {
    for (const status of [409, 429, 500, 502, 503]) {
      const handler: Handler = ({ reply }) => reply(status, { taken: true }, { "Retry-After": "9" });
      await serve(driver, handler, async (url) => {
        const received = await send(url, { path: "/case" });
        expectEnvelope(received);
        expect([received.status, received.headers["retry-after"]]).toEqual([status, "9"]);
      });
    }
  });
});
