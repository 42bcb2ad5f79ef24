import { createContract } from "@uhp-errors/core";
import { describe, expect } from "vitest";
import { acme } from "../support/catalog.ts";
import { during, serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

/** `error` comes first, so that the body begins like an envelope. */
const RESPONSE = {
  error: null,
  id: "resp_1",
  status: "in_progress",
  output: [{ type: "message" }],
  timeout_seconds: 600,
};

const FAILURES = {
  harness_error: () => acme.taskError("harness_error"),
  provider_error: () => acme.taskError("provider_error", { cause: new Error(LEAKY_TEXT) }),
  timeout: () => acme.taskError("timeout"),
  acme_agent_crashed: () => acme.taskError("acme_agent_crashed"),
};

function expectTask({ status, headers, body }: Received, wanted: string): Record<string, unknown> {
  expect(status).toBe(200);
  expect(headers["x-should-retry"]).toBeUndefined();
  const { status: state, error, ...rest } = JSON.parse(body);
  expect(state).toBe(wanted);
  const { error: _error, status: _status, ...own } = RESPONSE;
  expect(rest).toEqual(own);
  return error;
}

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  for (const [code, make] of Object.entries(FAILURES)) {
    proven(["TSK-1", "COD-5", "ENV-8", "VER-6"], `a failed task (${code}) is a 200 in either version`, async () => {
      const contract = createContract(acme, { onError: () => {} });
      const handler: Handler = ({ context, reply }) => reply(200, contract.task.failed(RESPONSE, make(), context()));
      await during(await driver.start(contract, handler), async (url) => {
        for (const version of ["2026-10-04", "2026-09-12"]) {
          const received = await send(url, { path: "/case", headers: { "UHP-Version": version } });
          expect(received.headers["uhp-version"]).toBe(version);
          for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
          const error = expectTask(received, "failed");
          expect(Object.keys(error)).toEqual(["type", "code", "message", "param", "detail"]);
          expect(error).toMatchObject({ type: "harness_error", code, param: null, detail: null });
        }
      });
    });
  }

  proven(["TSK-1", "LEAK-1"], "a task that fails unexpectedly is harness_error, with an id", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const handler: Handler = ({ context, reply }) =>
      reply(200, contract.task.failed(RESPONSE, new Error(LEAKY_TEXT), context()));
    await during(await driver.start(contract, handler), async (url) => {
      const received = await send(url, { path: "/case" });
      for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
      expect(expectTask(received, "failed")).toMatchObject({
        code: "harness_error",
        detail: { correlation_id: received.headers["x-request-id"] },
      });
    });
  });

  proven(["TSK-1", "COD-5"], "a cancelled task is a 200 with its code inside, or with null", async () => {
    for (const nullCancelledError of [false, true]) {
      const contract = createContract(acme, { onError: () => {}, compat: { nullCancelledError } });
      const handler: Handler = ({ context, reply }) => reply(200, contract.task.cancelled(RESPONSE, context()));
      await during(await driver.start(contract, handler), async (url) => {
        const error = expectTask(await send(url, { path: "/case" }), "cancelled");
        if (nullCancelledError) expect(error).toBeNull();
        else expect(error).toMatchObject({ type: "harness_error", code: "cancelled", param: null, detail: null });
      });
    }
  });

  proven(["COD-5"], "a task's error in answer to a request is reported as a mistake of the service", async () => {
    for (const make of [...Object.values(FAILURES), () => acme.taskError("cancelled")]) {
      const handler: Handler = () => {
        throw make();
      };
      await serve(driver, handler, async (url, reports) => {
        const received = await send(url, { path: "/case" });
        expect([received.status, expectEnvelope(received).code]).toEqual([500, "acme_internal_error"]);
        expect(reports[0]?.misuse).toContain("belongs inside the 200 response of a task");
      });
    }
  });
});
