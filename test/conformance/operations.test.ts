import { createContract, type ErrorReport, type Operation } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { send } from "../support/http.ts";
import type { Driver, Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

const brew = { method: "GET", path: "/case", codes: ["acme_teapot"] } as const satisfies Operation<typeof acme>;

/** Starts the driver with a contract that knows these operations, and collects what is reported. */
async function serve({ start }: Driver, handler: Handler, operations: readonly Operation[]) {
  const reports: ErrorReport[] = [];
  const onError = (report: ErrorReport) => reports.push(report);
  const contract = createContract(acme, { operations, onError, correlationId: () => "id" });
  const { url, close } = await start(contract, handler);
  onTestFinished(close);
  return { reports, ask: (path = "/case") => send(url, { path }) };
}

/** An answer without its date and the server's `Keep-Alive`. */
const compared = ({ status, headers, body }: Awaited<ReturnType<typeof send>>) => {
  const { date: _, "keep-alive": __, ...others } = headers;
  return { status, headers: others, body };
};

const THROWN: Readonly<Record<string, Handler>> = {
  thrown: () => {
    throw acme.error("session_busy");
  },
  "written by hand": (io) => io.reply(409, { message: "It is closed." }),
};

describe.each(DRIVERS)("$name", (driver) => {
  test.each(Object.entries(THROWN))(
    "a code that the operation does not declare, %s, is reported once",
    async (how, handler) => {
      const without = await serve(driver, handler, []);
      const declared = await serve(driver, handler, [brew]);
      for (let time = 0; time < 3; time += 1) {
        expect(compared(await declared.ask())).toEqual(compared(await without.ask()));
      }
      const code = how === "thrown" ? "session_busy" : "acme_conflict";
      const misuse = `GET /case answered with "${code}", which the operation does not declare; add it to the operation's codes, or throw a declared one`;
      expect(declared.reports).toMatchObject([
        { code, misuse, level: "error", outcome: "answered" },
        { code, misuse: undefined },
        { code, misuse: undefined },
      ]);
      expect(without.reports.map((report) => report.misuse)).toEqual([undefined, undefined, undefined]);
    },
  );

  test("a declared code, one of any operation, and a route without a declaration are left alone", async () => {
    const handlers: Handler[] = [
      () => {
        throw acme.error("acme_teapot");
      },
      () => {
        throw new Error("unknown");
      },
    ];
    const { reports, ask } = await serve(driver, (io) => handlers.shift()?.(io), [brew]);
    expect((await ask()).status).toBe(418);
    expect((await ask()).status).toBe(500);
    expect((await ask("/nowhere")).status).toBe(404);
    expect(reports.map(({ code, misuse }) => [code, misuse])).toEqual([
      ["acme_teapot", undefined],
      ["acme_internal_error", undefined],
      ["acme_route_not_found", undefined],
    ]);
  });
});
