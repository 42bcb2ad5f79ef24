import { defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { nativeLeaving } from "./native-leaving.ts";
import { exchangeOf } from "./request-context.ts";

const acme = defineCatalog({ vendor: "acme" });
const json = { "content-type": "application/json" };
const WIRE =
  '{"error":{"type":"invalid_request_error","code":"session_busy","message":"x","param":null,"detail":null}}';

/** A body that the service makes, and that is not complete when the contract looks at it. */
function inPieces(pieces: readonly string[], failure?: Error): ReadableStream {
  const left = [...pieces];
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const piece = left.shift();
      if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
      return failure === undefined ? controller.close() : controller.error(failure);
    },
  });
}

async function leave(response: Response) {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report) });
  const left = await nativeLeaving(contract, response, exchangeOf(new Request("http://127.0.0.1/")));
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
});
