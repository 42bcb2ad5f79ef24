import { type Contract, createContract, parseEnvelope } from "@uhp-errors/core";
import { install as installExpress } from "@uhp-errors/express";
import { install as installH3 } from "@uhp-errors/h3";
import { install as installHono } from "@uhp-errors/hono";
import express from "express";
import { fromNodeHandler, H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";

function failing(): never {
  throw acme.error("session_busy");
}

/** Apps that mount a part through its `fetch`, so that they see only its responses. */
const APPS: Readonly<Record<string, (contract: Contract, isPartCovered: boolean) => (request: Request) => unknown>> = {
  Hono(contract, isPartCovered) {
    const part = new Hono();
    if (isPartCovered) installHono(part, contract);
    part.get("/busy", failing);
    const app = new Hono();
    installHono(app, contract);
    app.mount("/part", part.fetch);
    return (request) => app.fetch(request);
  },
  h3(contract, isPartCovered) {
    const part = new H3({ silent: true });
    if (isPartCovered) installH3(part, contract);
    part.get("/busy", failing);
    const app = new H3({ silent: true });
    installH3(app, contract);
    app.mount("/part", part.fetch);
    return (request) => app.fetch(request);
  },
};

describe.each(Object.entries(APPS))("a part of %s that is mounted through its fetch", (_name, appOf) => {
  test.each([
    ["keeps its codes where the contract is installed in it too", true, "session_busy"],
    ["is known by the status of its responses alone", false, expect.stringMatching(/^acme_/)],
  ])("%s", async (_what, isPartCovered, code) => {
    const codes: (string | null)[] = [];
    const contract = createContract(acme, { onError: (report) => codes.push(report.code) });
    const response = (await appOf(contract, isPartCovered)(new Request("http://local/part/busy"))) as Response;
    expect(parseEnvelope(await response.json())?.error.code).toEqual(code);
    expect(codes).toEqual([code]);
  });
});

describe("what fromNodeHandler calls on h3", () => {
  const answered = async (isPartCovered: boolean, path: string) => {
    const contract = createContract(acme, { onError: () => {} });
    const part = express();
    if (isPartCovered) installExpress(part, contract);
    part.get("/part/busy", failing).get("/part/fine", (_request, response) => void response.json({ ok: true }));
    const app = new H3({ silent: true });
    installH3(app, contract);
    app.all("/part/**", fromNodeHandler(part as never));
    const server = await listen(toNodeHandler(app) as never);
    try {
      const response = await fetch(`${server.url}${path}`);
      return { status: response.status, version: response.headers.get("uhp-version"), body: await response.text() };
    } finally {
      await server.close();
    }
  };

  test("answers with the contract if that is installed in it too", async () => {
    const { status, body } = await answered(true, "/part/busy");
    expect([status, parseEnvelope(JSON.parse(body))?.error.code]).toEqual([409, "session_busy"]);
    expect(await answered(true, "/part/fine")).toEqual({ status: 200, version: "2026-10-04", body: '{"ok":true}' });
  });

  test("writes to Node's own response, so that h3's contract does not see it", async () => {
    expect(await answered(false, "/part/fine")).toEqual({ status: 200, version: null, body: '{"ok":true}' });
  });
});
