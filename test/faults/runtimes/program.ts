/**
 * What Bun, Deno and Workers serve: one app with one fault, which the first request to `/control/start` names. Other requests to `/control`
 * replace the messages that a process on Node gets.
 */
import { subscribe } from "node:diagnostics_channel";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import type { Fetch } from "../../runtimes/program/app.ts";
import { APPS, type AppName } from "../../runtimes/program/apps.ts";
import { AGAIN, behaveAs, callsItself } from "../behaviors.ts";
import { acme } from "../catalog.ts";
import { FAULTS } from "../faults.ts";
import type { Reported } from "../messages.ts";
import { handlerOf } from "../probes.ts";

let serve: Fetch = () => new Response("nothing was started", { status: 500 });
let reports: Reported[] = [];

subscribe("uhp-errors:report", (message) => {
  const { outcome, code, path } = message as ErrorReport;
  if (path !== AGAIN) reports.push({ outcome, code });
});

/** A stream of bytes: Deno accepts Node's stream as the body of a response, but no strings in it. */
function readableFrom(source: AsyncIterable<string>): Readable {
  return Readable.from(source).map((piece: string) => new TextEncoder().encode(piece));
}

const CONTROL: Readonly<Record<string, (asked: URL) => Promise<Response> | Response>> = {
  async "/control/start"({ origin, searchParams }) {
    const { after, options = {}, verify } = FAULTS[searchParams.get("fault") ?? ""] ?? {};
    const handler = handlerOf({ acme, readableFrom, runInNewContext });
    const contract = searchParams.get("mode") === "bare" ? undefined : createContract(acme, options);
    serve = APPS[searchParams.get("app") as AppName].cases(contract, handler, verify);
    callsItself(origin);
    await after?.();
    return new Response("started");
  },
  "/control/behave"({ searchParams }) {
    behaveAs(searchParams.get("as") ?? "");
    return new Response("behaves");
  },
  "/control/reports"() {
    const since = reports;
    reports = [];
    return new Response(JSON.stringify(since));
  },
};

export default {
  fetch(request: Request): Response | Promise<Response> {
    const asked = new URL(request.url);
    return (CONTROL[asked.pathname] ?? (() => serve(request)))(asked);
  },
};
