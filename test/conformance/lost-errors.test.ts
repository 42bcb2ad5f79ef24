import { setImmediate as turn } from "node:timers/promises";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { send } from "../support/http.ts";
import type { Driver, Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

/** Starts the driver with a handler, and collects what is reported. */
async function serve({ start }: Driver, handler: Handler) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const { url, close } = await start(contract, handler);
  onTestFinished(close);
  return { reports, ask: (path = "/case") => send(url, { path }) };
}

/**
 * Something in these apps waits before the handler runs. The contract then cannot tell whose the handler's errors are, and reports nothing.
 */
const WAITING: readonly string[] = ["fastify5", "nest-fastify", "web"];

/** On these, a returned error counts as an error, like a thrown one. */
const TAKES_ERRORS: readonly string[] = ["fastify4", "fastify5", "nest-fastify", "h3"];

const BUSY = "A task is already running in this session.";

describe.each(DRIVERS)("$name", (driver) => {
  const isKnown = !WAITING.includes(driver.name);

  test("an error that the handler made and did not throw is reported, and the success is sent", async () => {
    const { reports, ask } = await serve(driver, (io) => {
      acme.error("session_busy");
      io.reply(200, { ok: true });
    });
    expect(await ask()).toMatchObject({ status: 200, body: '{"ok":true}' });
    if (isKnown) await vi.waitUntil(() => reports.length > 0, { timeout: 20_000 });
    const unanswered = { outcome: "unanswered", code: "session_busy", level: "info", misuse: undefined };
    expect(reports).toMatchObject(isKnown ? [unanswered] : []);
  });

  test("an error that the handler returned as a body is sent as an error, and the report says so", async () => {
    const { reports, ask } = await serve(driver, (io) => io.reply(200, acme.error("session_busy")));
    expect(await ask()).toMatchObject({ status: 409 });
    const misuse = TAKES_ERRORS.includes(driver.name) ? undefined : expect.stringMatching(/status 200/);
    expect(reports).toMatchObject([{ code: "session_busy", misuse }]);
  });

  test("an error that the handler caught and answered by hand is named in the report", async () => {
    const { reports, ask } = await serve(driver, (io) => {
      try {
        throw acme.error("session_busy");
      } catch {
        io.reply(409, { message: "Try again later." });
      }
    });
    expect(await ask()).toMatchObject({ status: 409 });
    const named = expect.stringMatching(/^"session_busy" was made while this request ran, and something else answered/);
    const misuse = isKnown ? named : undefined;
    expect(reports).toMatchObject([{ code: "acme_conflict", misuse }]);
  });

  test("an error that is thrown, at once or later, has one report without a warning", async () => {
    const { reports, ask } = await serve(driver, async () => {
      const error = acme.error("session_busy");
      await turn();
      throw error;
    });
    expect(await ask()).toMatchObject({ status: 409 });
    await turn();
    expect(reports).toMatchObject([{ outcome: "answered", code: "session_busy", misuse: undefined }]);
  });

  test("no request of a hundred at once is blamed for another's error", async () => {
    let number = 0;
    const { reports, ask } = await serve(driver, async (io) => {
      number += 1;
      const isThrown = number % 2 === 0;
      for (let turns = (number % 7) + 1; turns > 0; turns -= 1) await turn();
      // An error that is made elsewhere in the process, and handled there.
      const background = acme.error("session_busy");
      await turn();
      if (isThrown) throw background;
      io.reply(404, { message: BUSY });
    });
    await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(reports).toHaveLength(100);
    expect(reports.filter(({ misuse }) => misuse !== undefined)).toEqual([]);
  });
});
