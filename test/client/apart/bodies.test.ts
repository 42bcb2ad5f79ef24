import { once } from "node:events";
import { isApiError, parseError } from "@uhp-errors/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { serving } from "../../support/serving.ts";
import { withResolvers } from "../../support/with-resolvers.ts";
import { clientWith, settle } from "../scripted.ts";

const ENVELOPE = JSON.stringify({
  error: { type: "server_error", code: "harness_unavailable", message: "None.", param: null, detail: null },
});

test("a body that never ends is read no further than 64 KiB, however fast it comes, and its connection is closed", async () => {
  const ended = withResolvers<void>();
  const url = await serving(async (_request, response) => {
    response.on("error", () => {});
    response.on("close", () => ended.resolve());
    response.writeHead(503);
    while (!response.destroyed) {
      if (!response.write("word ".repeat(10_000))) await Promise.race([once(response, "drain"), ended.promise]);
    }
  });
  const response = await fetch(url);
  const error = await parseError(response, { timeoutMs: Number.POSITIVE_INFINITY });
  expect(error).toMatchObject({ code: null, status: 503 });
  await ended.promise;
});

/** A body made of such parts, and the spy for its cancellation. */
function bodyOf(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>) {
  const cancelled = vi.fn();
  return {
    body: new ReadableStream<Uint8Array>({ pull, cancel: cancelled }),
    cancelled,
  };
}

describe("a constructed body", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  test("of one chunk of a hundred megabytes is decoded no further than 64 KiB", async () => {
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    const { body, cancelled } = bodyOf((controller) => controller.enqueue(new Uint8Array(100_000_000).fill(97)));
    const error = await parseError(new Response(body, { status: 500 }));
    expect(error).toMatchObject({ code: null, excerpt: `${"a".repeat(199)}…` });
    const lengths = decode.mock.calls.map(([part]) => part?.byteLength ?? 0);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(65_536);
    expect(cancelled).toHaveBeenCalledOnce();
  });
  test("that stops at exactly 64 KiB is not awaited", async () => {
    const { body, cancelled } = bodyOf((controller) => {
      if (cancelled.mock.calls.length === 0 && !given) controller.enqueue(new Uint8Array(65_536).fill(97));
      given = true;
    });
    let given = false;
    const error = await parseError(new Response(body, { status: 500 }), { timeoutMs: Number.POSITIVE_INFINITY });
    expect(error).toMatchObject({ code: null, excerpt: `${"a".repeat(199)}…` });
    expect(cancelled).toHaveBeenCalledOnce();
  });
  test("of empty chunks is given up, too", async () => {
    const { body, cancelled } = bodyOf((controller) => controller.enqueue(new Uint8Array(0)));
    expect(await parseError(new Response(body, { status: 500 }))).toMatchObject({ code: null, excerpt: "" });
    expect(cancelled).toHaveBeenCalledOnce();
  });
  test("with chunks that are not bytes breaks off there, and is canceled", async () => {
    const parts: unknown[] = [new TextEncoder().encode("word "), "text"];
    const { body, cancelled } = bodyOf((controller) => controller.enqueue(parts.shift() as Uint8Array));
    const response = { status: 500, headers: new Headers(), bodyUsed: false, body } as Response;
    expect(await parseError(response)).toMatchObject({ code: null, excerpt: "word" });
    expect(cancelled).toHaveBeenCalledOnce();
  });
  test("that is silent is awaited for ten seconds, and leaves no timer", async () => {
    vi.useFakeTimers();
    const { body, cancelled } = bodyOf(() => {});
    const { result, ms } = await settle(parseError(new Response(body, { status: 500 })));
    expect([isApiError(result), ms, cancelled.mock.calls.length, vi.getTimerCount()]).toEqual([false, 10_000, 1, 0]);
  });
  test.each([
    ["the part that has come", "word ", { code: null, status: 503, excerpt: "word" }],
    ["an error of the contract if a whole envelope has come", ENVELOPE, { code: "harness_unavailable" }],
  ])("that falls silent is %s", async (_, text, error) => {
    vi.useFakeTimers();
    const parts = [text];
    const { body, cancelled } = bodyOf((controller) => {
      for (const part of parts.splice(0)) controller.enqueue(new TextEncoder().encode(part));
    });
    const { result } = await settle(parseError(new Response(body, { status: 503 }), { timeoutMs: 300 }));
    expect(result).toMatchObject(error);
    expect(cancelled).toHaveBeenCalledOnce();
  });
  test("that ends leaves no timer", async () => {
    vi.useFakeTimers();
    expect(await parseError(new Response(ENVELOPE, { status: 503 }))).toMatchObject({ code: "harness_unavailable" });
    expect(vi.getTimerCount()).toBe(0);
  });
  test("that drips into the client's stream is read no longer than an exchange may take", async () => {
    vi.useFakeTimers();
    const { body, cancelled } = bodyOf(async (controller) => {
      await pauseBy(900);
      controller.enqueue(new Uint8Array([97]));
    });
    const { client } = clientWith([new Response(body, { status: 400 })]);
    const init = { stream: true, inactivityMs: 1_000, timeoutMs: 60_000 };
    const { result, ms } = await settle(client.fetch("/v1/x", init));
    expect(result).toMatchObject({ code: null, status: 400, excerpt: "a".repeat(66) });
    expect([ms, cancelled.mock.calls.length]).toEqual([60_000, 1]);
  });
});

describe("a success that `json` reads", () => {
  test("that never ends is given up at maxJsonBytes, and is not retried", async () => {
    const { body, cancelled } = bodyOf((controller) => controller.enqueue(new Uint8Array(1_000).fill(97)));
    const { client, sent } = clientWith([new Response(body, { status: 200, headers: { "x-request-id": "r1" } })]);
    const thrown = await client.json("/v1/x", { maxJsonBytes: 10_000 }).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ name: "UnexpectedResponseError", status: 200, requestId: "r1", retry: "never" });
    expect(String(thrown)).toContain("is longer than maxJsonBytes allows: 10000 bytes");
    expect([sent.length, cancelled.mock.calls.length]).toEqual([1, 1]);
  });
  test.each([
    ["of just so many bytes", 10, '"12345678"'],
    ["without a limit", Number.POSITIVE_INFINITY, JSON.stringify("x".repeat(100_000))],
  ])("%s is read", async (_, maxJsonBytes, text) => {
    expect(await clientWith([new Response(text)]).client.json("/v1/x", { maxJsonBytes })).toBe(JSON.parse(text));
  });
  test("of one byte more is refused", async () => {
    const reading = clientWith([new Response('"123456789"')]).client.json("/v1/x", { maxJsonBytes: 10 });
    await expect(reading).rejects.toThrow("is longer than maxJsonBytes allows: 10 bytes");
  });
  test("whose characters come in parts is read", async () => {
    const parts = [...new TextEncoder().encode('"é"')];
    const { body } = bodyOf((controller) => {
      const byte = parts.shift();
      if (byte === undefined) controller.close();
      else controller.enqueue(Uint8Array.of(byte));
    });
    expect(await clientWith([new Response(body)]).client.json("/v1/x")).toBe("é");
  });
  test.each([
    ["an envelope", ENVELOPE, true],
    ["an envelope with the deprecated detail", ENVELOPE.replace(/\}$/, ',"detail":"None."}'), true],
    ["a failed task", ENVELOPE.replace(/\}$/, ',"status":"failed"}'), false],
    ["an object with an error of its own", '{"error":"none"}', false],
  ])("and that is %s", async (_, text, isRefused) => {
    const reading = clientWith([new Response(text)]).client.json("/v1/x");
    if (!isRefused) return expect(await reading).toEqual(JSON.parse(text));
    const thrown = await reading.catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ name: "UnexpectedResponseError", code: null, status: 200, retry: "never" });
    expect(String(thrown)).toContain("is an error with the status of a success");
  });
});

/** Measured with the current timers, which may be fake. */
const pauseBy = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
