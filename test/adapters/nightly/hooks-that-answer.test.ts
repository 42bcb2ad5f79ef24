import type { ServerResponse } from "node:http";
import type { ErrorReport, OnError } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import type { Handler } from "../../conformance/drivers/driver.ts";
import { NODE_DRIVERS } from "../../conformance/drivers/index.ts";
import { acme } from "../../support/catalog.ts";
import { serve } from "../../support/drivers.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { send } from "../../support/http.ts";

/** Ways in which a service's hook sends its own response. */
const HOOKS: Readonly<Record<string, (response: ServerResponse, report: ErrorReport) => unknown>> = {
  "whatever was sent": (response) => {
    response.writeHead(503, { "Content-Type": "application/json" }).end('{"own":"answer"}');
  },
  "some turns later": async (response) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (!response.headersSent) response.writeHead(503).end("own answer");
  },
};

/** Failures for which such a hook runs. */
const FAILURES: Readonly<Record<string, readonly [Handler, code: string]>> = {
  "an error of the catalog": [
    () => {
      throw acme.error("session_busy");
    },
    "session_busy",
  ],
  "an error that is sent": [({ reply }) => reply(409, "secret at 10.0.0.7"), "acme_conflict"],
  "a response that is destroyed": [
    ({ response }) => void response.destroy(new Error("secret at 10.0.0.7")),
    "acme_internal_error",
  ],
};

describe.each(NODE_DRIVERS)("a hook that responds itself, on $name", (driver) => {
  describe.each(Object.entries(HOOKS))("%s", (_when, answer) => {
    const onError =
      (reports: ErrorReport[]): OnError =>
      (report) => {
        reports.push(report);
        const { response } = report.context.native as { readonly response: ServerResponse };
        return answer(response, report);
      };

    test.each(Object.entries(FAILURES))(
      "leaves the contract's response to %s as it is",
      async (_what, [handler, code]) => {
        const reports: ErrorReport[] = [];
        const use = async (url: string) => {
          expect(expectEnvelope(await send(url, { path: "/case" })).code).toBe(code);
          // The process is still running.
          expect((await send(url, { path: "/case" })).headers["uhp-version"]).toBe("2026-10-04");
          expect(reports.map((report) => [report.code, report.outcome])).toEqual([
            [code, "answered"],
            [code, "answered"],
          ]);
        };
        await serve(driver, handler, use, { onError: onError(reports) });
      },
    );

    test.each([
      ["a version that is not served", { path: "/case", headers: { "UHP-Version": "1999-01-01" } }, 400],
      ["an unknown route", { path: "/nowhere" }, 404],
    ])("leaves the contract's response to %s as it is", async (_what, sent, status) => {
      const reports: ErrorReport[] = [];
      const use = async (url: string) => {
        const received = await send(url, sent);
        expectEnvelope(received);
        expect([received.status, reports.length]).toEqual([status, 1]);
      };
      await serve(driver, undefined, use, { onError: onError(reports) });
    });
  });
});

describe.each(NODE_DRIVERS)("a hook that responds before the contract has taken the response, on $name", (driver) => {
  test("keeps its response, and no report claims another one", async () => {
    const reports: ErrorReport[] = [];
    const use = async (url: string) => {
      const received = await send(url, { path: "/case", headers: { "UHP-Version": "1999-01-01" } });
      expect([received.status, received.body]).toEqual([200, "own answer"]);
      expect(reports.filter(({ outcome }) => outcome === "answered")).toEqual([]);
    };
    await serve(driver, ({ reply }) => reply(204), use, {
      onError: (report) => void reports.push(report),
      correlationId: ({ native }) => {
        const { response } = native as { readonly response: ServerResponse };
        if (!response.headersSent) response.writeHead(200).end("own answer");
        return "own";
      },
    });
  });
});
