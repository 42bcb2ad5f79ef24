import { createOperationCheck, type ErrorReport, type Operation } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { serve } from "../support/drivers.ts";
import { send } from "../support/http.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

const operations: readonly Operation[] = [{ method: "GET", path: "/case", codes: ["acme_teapot"] }];

/** What a route does, and the code that it must not answer with, if any. */
const HANDLERS: Readonly<Record<string, readonly [handler: Handler, undeclared?: string]>> = {
  "an error that is not declared": [
    () => {
      throw acme.error("session_busy");
    },
    "session_busy",
  ],
  "an error by hand that is not declared": [(io) => io.reply(409, { message: "It is closed." }), "acme_conflict"],
  "a declared error": [
    () => {
      throw acme.error("acme_teapot");
    },
  ],
};

describe.each(DRIVERS)("$name", (driver) => {
  test.each(Object.entries(HANDLERS))("the check of operations names %s, or nothing", async (_what, row) => {
    const [handler, undeclared] = row;
    const check = createOperationCheck(acme, operations);
    const findings: (readonly [code: ErrorReport["code"], sentence: string | undefined])[] = [];
    const onError = (report: ErrorReport) => findings.push([report.code, check(report)]);
    const use = async (url: string) => {
      await send(url, { path: "/case" });
      await send(url, { path: "/nowhere" });
      const sentence = `GET /case answered with "${undeclared}", which the operation does not declare`;
      expect(findings).toEqual([
        [expect.any(String), undeclared && expect.stringContaining(sentence)],
        ["acme_route_not_found", undefined],
      ]);
    };
    await serve(driver, handler, use, { onError });
  });
});
