import { defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { loadedOnDeno } from "../../../test/support/loaded-on.ts";
import { pieces } from "../../../test/support/server-responses.ts";
import { finalizeNative } from "./native-success.ts";
import { exchangeOf } from "./request-context.ts";

const acme = defineCatalog({ vendor: "acme" });
const json = { "content-type": "application/json" };
const WIRE =
  '{"error":{"type":"invalid_request_error","code":"session_busy","message":"x","param":null,"detail":null}}';

/** A body that the service makes, and that is not complete when the contract looks at it. */
const inPieces = (texts: readonly string[], failure?: Error) => pieces(texts, { failure, isLate: true });

async function leave(response: Response, bufferTimeoutMs = 10_000, method = "GET") {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { bufferTimeoutMs, onError: (report) => reports.push(report) });
  const left = await finalizeNative(contract, response, exchangeOf(new Request("http://127.0.0.1/", { method })));
  return { left, reports };
}

describe("on a runtime that serves responses by itself", () => {
  test.each<readonly [what: string, make: () => Response, text: string]>([
    ["a text", () => new Response("hello"), "hello"],
    ["JSON", () => Response.json({ a: 1 }), '{"a":1}'],
    ["JSON that begins as an envelope", () => Response.json({ error: { type: "x" } }), '{"error":{"type":"x"}}'],
    ["much text", () => new Response("x".repeat(300_000)), "x".repeat(300_000)],
    ["bytes", () => new Response(new Uint8Array([65, 66]), { headers: { "content-type": "image/png" } }), "AB"],
  ])("the response stays the same object: %s", async (_what, make, text) => {
    const response = make();
    const { left, reports } = await leave(response);
    expect(left).toBe(response);
    expect(left.headers.get("uhp-version")).toBe("2026-10-04");
    expect(await left.text()).toBe(text);
    expect(reports).toEqual([]);
  });

  test.each<readonly [what: string, response: Response, status: number, text: string]>([
    ["no body", new Response(null, { status: 204 }), 204, ""],
    ["headers that cannot be changed", Response.redirect("http://127.0.0.1/x", 302), 302, ""],
    ["a stream", new Response(inPieces(["a", "b"])), 200, "ab"],
    [
      "JSON as a stream",
      new Response(inPieces(['{"error":{"ty', 'pe":1}}']), { headers: json }),
      200,
      '{"error":{"type":1}}',
    ],
  ])("the response keeps its status and its body: %s", async (_what, response, status, text) => {
    const { left, reports } = await leave(response);
    expect([left.status, await left.text()]).toEqual([status, text]);
    expect(left.headers.get("uhp-version")).toBe("2026-10-04");
    expect(reports).toEqual([]);
  });

  test.each<readonly [what: string, response: Response]>([
    ["JSON", new Response(WIRE, { headers: json })],
    ["a text", new Response(WIRE)],
    ["bytes of no type", new Response(new TextEncoder().encode(WIRE))],
  ])("an envelope in a success gets its own status: %s", async (_what, response) => {
    const { left, reports } = await leave(response);
    expect(left.status).toBe(409);
    expect(JSON.parse(await left.text()).error.code).toBe("session_busy");
    expect(reports).toHaveLength(1);
  });

  test("a stream that breaks off before its first piece is answered", async () => {
    const { left } = await leave(new Response(inPieces([], new Error("x")), { headers: json }));
    expect(left.status).toBe(500);
  });

  test("a stream that breaks off later is reported, and breaks off", async () => {
    const { left, reports } = await leave(new Response(inPieces(["a"], new Error("hunter2"))));
    await expect(left.text()).rejects.toThrow("broke off");
    expect(reports).toHaveLength(1);
  });

  test.each<readonly [what: string, response: Response]>([
    ["a redirect", new Response(WIRE, { status: 303, headers: json })],
    ["the first redirect", new Response(WIRE, { status: 300, headers: json })],
    ["a picture", new Response(new TextEncoder().encode(WIRE), { headers: { "content-type": "image/png" } })],
    ["said to be compressed", new Response(WIRE, { headers: { ...json, "content-encoding": "gzip" } })],
  ])("what looks like an envelope stays: %s", async (_what, response) => {
    const { left, reports } = await leave(response);
    expect([left === response, left.status, await left.text(), reports]).toEqual([true, response.status, WIRE, []]);
  });

  test("an envelope keeps the headers that an error may have", async () => {
    const { left } = await leave(new Response(WIRE, { headers: { ...json, vary: "origin", etag: '"1"' } }));
    expect([left.headers.get("vary"), left.headers.get("etag")]).toEqual(["origin", null]);
  });

  test.each<readonly [what: string, pieces: readonly string[], type: Record<string, string>]>([
    ["in pieces", [WIRE.slice(0, 60), WIRE.slice(60)], json],
    ["of no type", [WIRE.slice(0, 60), WIRE.slice(60)], {}],
  ])("an envelope in a stream that has begun is only reported: %s", async (_what, texts, headers) => {
    const { left, reports } = await leave(new Response(inPieces(texts), { headers }));
    expect([left.status, await left.text()]).toEqual([200, WIRE]);
    expect(reports.map(({ code, outcome }) => [code, outcome])).toEqual([["session_busy", "late"]]);
  });

  test("an envelope in a stream to HEAD is not reported", async () => {
    const { left, reports } = await leave(
      new Response(inPieces([WIRE.slice(0, 60), WIRE.slice(60)]), { headers: json }),
      10_000,
      "HEAD",
    );
    await left.text();
    expect(reports).toEqual([]);
  });

  test.each<readonly [what: string, headers: Record<string, string>, bufferTimeoutMs: number]>([
    ["JSON, for as long as an error", json, 5],
    ["a picture, for as long as an error", { "content-type": "image/png" }, 5],
    ["a stream of events, not at all", { "content-type": "text/event-stream" }, 60_000],
  ])("the head waits for the first piece of %s", async (_what, headers, bufferTimeoutMs) => {
    const silent = new ReadableStream({ pull: () => new Promise(() => {}) });
    const { left } = await leave(new Response(silent, { headers }), bufferTimeoutMs);
    expect(left.status).toBe(200);
    await left.body?.cancel();
  });

  test.each<readonly [count: number, isSame: boolean]>([
    [1, true],
    [2, true],
    [64, true],
    [65, false],
  ])(
    "a body of %i pieces that are there leaves with the same object only if all can be looked at",
    async (count, isSame) => {
      const body = new ReadableStream({
        start(controller) {
          for (let piece = 0; piece < count; piece += 1) controller.enqueue(new Uint8Array(0));
          controller.close();
        },
      });
      const response = new Response(body, { headers: json });
      const { left, reports } = await leave(response);
      expect([left === response, await left.text(), reports]).toEqual([isSame, "", []]);
    },
  );

  test("a response of fetch leaves with the contract's headers, although its own cannot change", async () => {
    const response = await fetch("data:text/plain,ok", { headers: { "x-request-id": "r1" } });
    const { left, reports } = await leave(response);
    expect([left.headers.get("uhp-version"), await left.text(), reports]).toEqual(["2026-10-04", "ok", []]);
  });

  test("a body that was read before is refused", async () => {
    const response = new Response("x");
    await response.text();
    await expect(leave(response)).rejects.toThrow(TypeError);
  });

  test("keeps the service's own request id, and not another service's", async () => {
    const own = { "x-request-id": "own" };
    const { left } = await leave(new Response("x", { headers: own }));
    const { left: foreign } = await leave(new Response("x", { headers: { ...own, via: "1.1 x" } }));
    expect([left.headers.get("x-request-id"), foreign.headers.get("x-request-id") === "own"]).toEqual(["own", false]);
  });
});

test("on a runtime that serves responses by itself, a success leaves as the same object", async () => {
  const { serve, contractOf, catalogOf } = await loadedOnDeno(async () => ({
    serve: (await import("./uhp.ts")).uhp,
    contractOf: (await import("@uhp-errors/core")).createContract,
    catalogOf: (await import("@uhp-errors/core")).defineCatalog,
  }));
  const contract = contractOf(catalogOf({ vendor: "acme" }), { onError: () => {} });
  const answer = (response: Response) => serve(contract, () => response)(new Request("http://127.0.0.1/"));
  const response = new Response("ok");
  expect(await answer(response)).toBe(response);
  expect(response.headers.get("uhp-version")).toBe("2026-10-04");
  const failed = await answer(new Response("no", { status: 409 }));
  expect((await failed.json()).error.code).toBe("acme_conflict");
  const passed = await serve(contract, async (request) =>
    serve(contract, () => new Response(WIRE, { status: 409 }))(request),
  )(new Request("http://127.0.0.1/"));
  expect((await passed.json()).error.code).toBe("session_busy");
});
