import { createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, intercept } from "@uhp-errors/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { createAdapterContract } from "../support/adapter-contract.ts";
import { acme } from "../support/catalog.ts";
import { exchangeRaw } from "../support/raw-exchange.ts";

/** Runs something while every list without a first value inherits one. */
function whilePolluted(value: unknown, run: () => void): void {
  Object.defineProperty(Array.prototype, "0", { value, configurable: true, writable: true });
  try {
    run();
  } finally {
    Reflect.deleteProperty(Array.prototype, "0");
  }
}

test("a response that is destroyed without a reason is given up, whatever lists inherit", async () => {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report) });
  const { url, close } = await listen((request, response) => {
    intercept(contract, request, response);
    whilePolluted("polluted", () => response.destroy());
  });
  onTestFinished(close);
  expect((await exchangeRaw(url, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).bytes).toBe("");
  expect(reports).toEqual([]);
});

test("a connection that its listener only ends is observed without a response, whatever lists inherit", async () => {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly: true, onError: (report) => reports.push(report) });
  const { url, close } = await listen(
    () => {},
    (server) => {
      attach(server, contract);
      server.on("clientError", (_error, socket) => {
        whilePolluted("HTTP/1.1 503 Busy\r\n\r\n", () => socket.end());
      });
    },
  );
  onTestFinished(close);
  await exchangeRaw(url, "GARBAGE\r\n\r\n");
  await vi.waitUntil(() => reports.length > 0, 20_000);
  expect(reports).toMatchObject([{ outcome: "observed", reportOnly: { sent: { status: 0 } } }]);
});
