import { inspect } from "node:util";
import { type ErrorReport, isContractError, printReports, serializeReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { acme, untypedError } from "../support/catalog.ts";
import { serve } from "../support/drivers.ts";
import { send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";
import { RESPONSE, streaming } from "./streaming.ts";

const PLANTED = "planted-fact-of-operators";
const PASSWORD = "hunter2-planted";
const context = { shard: PLANTED, password: PASSWORD, deep: [{ token: PASSWORD }] };
const SHOWN = { shard: PLANTED, password: "[credential]", deep: [{ token: "[credential]" }] };

const THROWN: Readonly<Record<string, () => unknown>> = {
  "a contract's code": () => acme.error("session_busy", { context }),
  "an own code": () => acme.error("acme_gpu_cold", { detail: { eta_seconds: 3 }, context }),
  "a code that does not exist": () => untypedError("acme_nope", { context }),
  "a cause": () => acme.error("session_busy", { cause: acme.error("session_expired", { context }) }),
  "a cause of an unknown error": () => new Error("x", { cause: acme.error("session_expired", { context }) }),
  "a changed error": () => Object.assign(acme.error("session_busy", { context }), { param: "input" }),
  "an error behind a proxy": () => new Proxy(acme.error("session_busy", { context }), {}),
};

function contextsIn(report: ErrorReport | undefined): unknown[] {
  if (report === undefined) return [];
  const { thrown, causes = [] } = serializeReport(report);
  return [thrown, ...causes].flatMap((facts) => facts?.context ?? []);
}

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  proven(["LEAK-1"], "a context is in the report and not in the response", async () => {
    for (const [what, make] of Object.entries(THROWN)) {
      const handler: Handler = () => {
        throw make();
      };
      await serve(driver, handler, async (url, reports) => {
        const sent = await send(url, { path: "/case" });
        const wire = JSON.stringify([sent.headers, sent.body]);
        expect([what, wire.includes(PLANTED), wire.includes(PASSWORD)]).toEqual([what, false, false]);
        expect([what, contextsIn(reports[0])]).toEqual([what, [SHOWN]]);
      });
    }
  });

  proven(["LEAK-1", "STR-2"], "a context is not in the events of a stream that fails", async () => {
    for (const make of [() => acme.taskError("timeout", { context }), () => acme.error("session_busy", { context })]) {
      for (const begins of [true, false]) {
        await streaming(
          driver,
          async (stream) => {
            if (begins) await stream.send({ type: "response.created", response: RESPONSE });
            stream.fail(make());
          },
          async (url, reports) => {
            const sent = await send(url, { path: "/case" });
            const wire = JSON.stringify([sent.headers, sent.body]);
            expect([wire.includes(PLANTED), wire.includes(PASSWORD)]).toEqual([false, false]);
            expect(contextsIn(reports[0])).toEqual([SHOWN]);
          },
        );
      }
    }
  });
});

test("an error does not show its context by itself, and its owner can read it", () => {
  const error = acme.error("session_busy", { context });
  const own = Object.getOwnPropertyNames(error).map((name) => [name, String(Reflect.get(error, name))]);
  const shown = [
    inspect(error),
    JSON.stringify(error),
    JSON.stringify({ ...error }),
    JSON.stringify(own),
    inspect(structuredClone(error)),
    String(error.stack),
  ];
  for (const text of shown) expect(text).not.toContain(PLANTED);
  expect(isContractError(error) && error.context).toEqual(context);
  expect(acme.error("session_busy").context).toBe(undefined);
});

test.each(["json", "readable"] as const)(
  "a report printed as %s shows the context without its secrets",
  async (style) => {
    const printed: string[] = [];
    const [driver] = DRIVERS;
    const handler: Handler = () => {
      throw acme.error("session_busy", { context });
    };
    const onError = printReports({ style, color: false, write: (text) => void printed.push(text) });
    await serve(driver as (typeof DRIVERS)[number], handler, async (url) => void (await send(url, { path: "/case" })), {
      onError,
    });
    expect(printed.join()).toContain(PLANTED);
    expect(printed.join()).not.toContain(PASSWORD);
  },
);
