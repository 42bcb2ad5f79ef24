/**
 * The process of one server with one fault. It is started with the names of the driver and of the fault, and with `bare` for a server
 * without a contract. It sends its address, and then answers one question at a time.
 */
import { parentPort } from "node:worker_threads";
import type { ErrorReport } from "@uhp-errors/core";
import type { DriverName } from "../conformance/drivers/names.ts";
import { AGAIN, behaveAs, callsItself } from "./behaviors.ts";
import { FAULTS } from "./faults.ts";
import type { Question, Reported, Said } from "./messages.ts";

const [driverName, faultName, mode] = process.argv.slice(2) as [DriverName, string, "bare" | "ours"];
const { before, after, options = {}, verify } = FAULTS[faultName] ?? {};

const say = (said: Said): void => void (parentPort === null ? process.send?.(said) : parentPort.postMessage(said));
const onQuestion = (answer: (question: Question) => void): void => {
  if (parentPort === null) process.on("message", answer).on("disconnect", () => process.exit());
  else parentPort.on("message", answer);
};

await before?.();

// Loaded only now, since some faults come before anything is loaded.
const { subscribe } = await import("node:diagnostics_channel");
const { Readable } = await import("node:stream");
const { runInNewContext } = await import("node:vm");
const { createContract } = await import("@uhp-errors/core");
const { loadDriver } = await import("../conformance/drivers/load.ts");
const { acme } = await import("./catalog.ts");
const { handlerOf } = await import("./probes.ts");

let reports: Reported[] = [];
// Whatever the fault does to the hook, the channel gets every report.
subscribe("uhp-errors:report", (message) => {
  const { outcome, code, path } = message as ErrorReport;
  if (path !== AGAIN) reports.push({ outcome, code });
});

const handler = handlerOf({ acme, readableFrom: (source) => Readable.from(source), runInNewContext });
const contract = mode === "bare" ? undefined : createContract(acme, options);
const running = await (await loadDriver(driverName)).start(contract, handler, verify);
callsItself(running.url);
// The drivers' own limit is a second. A busy machine may not get to a request in that time.
running.server.headersTimeout = 60_000;
process.on("SIGTERM", () => running.server.close(() => process.exit()));

onQuestion((question) => {
  if (question.ask === "behave") {
    behaveAs(question.as);
    say({ behaves: question.as });
  } else {
    say({ reports });
    reports = [];
  }
});

await after?.();
say({ url: running.url });
