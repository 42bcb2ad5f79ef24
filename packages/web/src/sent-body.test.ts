import { describe, expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { loadedOnDeno } from "../../../test/support/loaded-on.ts";
import {
  nodeStream,
  pieces,
  ServedResponse,
  servedParts,
  useHeldResponses,
} from "../../../test/support/server-responses.ts";
import { type SentHead, watchBodyOf } from "./sent-body.ts";

/** What is told about a body: its end or its failure, what was seen of it, and the status of its response. */
function noted(response: Response, timeoutMs?: number, watch = watchBodyOf) {
  const calls: unknown[][] = [];
  const sizes: number[] = [];
  let head: SentHead | undefined;
  watch(response, {
    timeoutMs,
    aside: (act) => void act(),
    onPiece: (piece) => sizes.push(piece.byteLength),
    onEnd({ bytes, isWhole, isAtOnce }, sent) {
      head = sent;
      calls.push(["end", new TextDecoder().decode(bytes), isWhole, isAtOnce, sent.status]);
    },
    onFailure(thrown, sent, hasBegun) {
      head = sent;
      calls.push(["failure", (thrown as Error).message, hasBegun, sent.status]);
    },
  });
  return { calls, sizes, header: (name: string) => head?.header(name) };
}

async function readAll(body: ReadableStream | null) {
  const reader = body?.getReader();
  while ((await reader?.read())?.done === false);
}

type Iterable = AsyncIterable<unknown> & { values(options?: object): AsyncIterable<unknown> };

/** Ways in which a server reads a body. */
const WAYS: Readonly<Record<string, (response: Response) => unknown>> = {
  "by a reader": ({ body }) => readAll(body),
  "as a text": (response) => response.text(),
  "in a loop": async ({ body }) => {
    for await (const _piece of body as unknown as Iterable);
  },
  "in a loop of its values": async ({ body }) => {
    for await (const _piece of (body as unknown as Iterable).values({ preventCancel: true }));
  },
};

describe.each(Object.entries(WAYS))("a body that is read %s", (_way, read) => {
  test.each<readonly [what: string, make: () => ReadableStream, call: unknown[], sizes: number[]]>([
    ["one piece", () => pieces(["ok"]), ["end", "ok", true, true, 201], [2]],
    ["two pieces", () => pieces(["ok", "!"]), ["end", "ok!", true, false, 201], [2, 1]],
    ["no piece", () => pieces([]), ["end", "", true, true, 201], []],
    ["a failure at once", () => pieces([], { failure: new Error("x") }), ["failure", "x", false, 201], []],
    ["a failure later", () => pieces(["ok"], { failure: new Error("x") }), ["failure", "x", true, 201], [2]],
  ])("is told once: %s", async (_what, make, call, sizes) => {
    const response = new Response(make(), { status: 201 });
    const seen = noted(response);
    await Promise.resolve(read(response)).catch(() => {});
    await Promise.resolve();
    expect(seen.calls).toEqual([call]);
    expect(seen.sizes).toEqual(sizes);
  });
});

describe("a body", () => {
  test("is told nothing of before it is read", async () => {
    const { calls, sizes } = noted(new Response("ok"));
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect([calls, sizes]).toEqual([[], []]);
  });

  test("that does not exist has ended", () => {
    expect(noted(new Response(null, { status: 204 })).calls).toEqual([["end", "", true, true, 204]]);
  });

  test("gives its reader what it would have without a watch", async () => {
    const response = new Response(pieces(["ok", "!"]));
    noted(response);
    const read: string[] = [];
    for await (const piece of response.body as unknown as Iterable)
      read.push(new TextDecoder().decode(piece as Uint8Array));
    expect(read).toEqual(["ok", "!"]);
  });

  test("is read in the mode and into the memory that its reader asks for", async () => {
    const body = new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(new Uint8Array([65, 66, 67])),
    });
    const response = new Response(body);
    const { sizes } = noted(response);
    const reader = response.body?.getReader({ mode: "byob" });
    const read = await reader?.read(new Uint8Array(2));
    expect([read?.value, sizes]).toEqual([new Uint8Array([65, 66]), [2]]);
  });

  test("whose loop is left stays open if its reader says so", async () => {
    let isCanceled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array([65])),
      cancel() {
        isCanceled = true;
      },
    });
    const response = new Response(body);
    noted(response);
    const values = (response.body as unknown as Iterable).values({ preventCancel: true });
    for await (const _piece of values) break;
    expect([isCanceled, response.body?.locked]).toEqual([false, false]);
  });

  test("is told what was sent, even if the reader changes its memory later", async () => {
    const piece = new TextEncoder().encode("ok");
    const response = new Response(pieces([piece]));
    const { calls } = noted(response);
    const reader = response.body?.getReader();
    await reader?.read();
    await Promise.resolve();
    piece.fill(65);
    await reader?.read();
    await Promise.resolve();
    expect(calls).toEqual([["end", "ok", true, true, 200]]);
  });

  test.each<readonly [length: number, timeoutMs: number | undefined, calls: unknown[]]>([
    [65_536, undefined, [["end", 65_536, true]]],
    [65_537, undefined, [["end", 65_537, false]]],
    [65_536, 10_000, [["end", 65_536, true]]],
    [65_537, 10_000, [["end", 65_537, false]]],
  ])("of %i bytes is whole only up to the limit, with a time of %j", async (length, timeoutMs, expected) => {
    const response = new Response(pieces(["x".repeat(length)]));
    const { calls } = noted(response, timeoutMs);
    await readAll(response.body);
    await Promise.resolve();
    expect(calls.map(([what, text, isWhole]) => [what, String(text).length, isWhole])).toEqual(expected);
  });

  test("beyond the limit is followed to its end, without a limit of time", async () => {
    const response = new Response(pieces(["x".repeat(65_537), "y", "z"], { failure: new Error("x") }));
    const { calls, sizes } = noted(response);
    await readAll(response.body).catch(() => {});
    await Promise.resolve();
    expect([calls, sizes]).toEqual([[["failure", "x", true, 200]], [65_537, 1, 1]]);
  });

  test("beyond the limit is told at once, with a limit of time", async () => {
    const response = new Response(pieces(["x".repeat(65_537), "y"]));
    const { calls, sizes } = noted(response, 10_000);
    const reader = response.body?.getReader();
    await reader?.read();
    await Promise.resolve();
    expect(calls).toHaveLength(1);
    await reader?.read();
    await Promise.resolve();
    expect([calls.length, sizes]).toEqual([1, [65_537]]);
  });

  test("that takes too long is told so far", async () => {
    const response = new Response(pieces(["a", "b"]));
    const { calls } = noted(response, 5);
    await response.body?.getReader().read();
    await eventually(() => expect(calls).toEqual([["end", "a", false, true, 200]]));
  });
});

test.each<readonly [what: string, failure: Error | undefined]>([
  ["ended", undefined],
  ["broken off", new Error("x")],
])("a body that has %s leaves no timer behind", async (_what, failure) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const response = new Response(pieces(["a"], { failure }));
  noted(response, 10_000);
  expect(vi.getTimerCount()).toBe(1);
  await readAll(response.body).catch(() => {});
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
});

describe("a response of srvx", () => {
  test.each<readonly [what: string, make: () => Response, call: unknown[]]>([
    ["a text", () => new ServedResponse("ok", { status: 201 }), ["end", "ok", true, true, 201]],
    ["bytes", () => new ServedResponse(new Uint8Array([65])), ["end", "A", true, true, 200]],
    ["no body", () => new ServedResponse(null, { status: 204 }), ["end", "", true, true, 204]],
    ["a long text", () => new ServedResponse("x".repeat(70_000)), ["end", "x".repeat(65_537), false, true, 200]],
  ])("is told of when it hands over its parts: %s", (_what, make, call) => {
    const response = make();
    const { calls } = noted(response);
    expect(calls).toEqual([]);
    servedParts(response);
    expect(calls).toEqual([call]);
  });

  test("is told of as a stream when that is read", async () => {
    const response = new ServedResponse(pieces(["a", "b"]), { status: 201 });
    const { calls } = noted(response);
    await readAll(servedParts(response).body as ReadableStream);
    await Promise.resolve();
    expect(calls).toEqual([["end", "ab", true, false, 201]]);
  });

  test.each<readonly [what: string, texts: readonly string[], failure: Error | undefined, call: unknown[]]>([
    ["ends", ["a"], undefined, ["end", "", false, true, 201]],
    ["breaks off later", ["a"], new Error("x"), ["failure", "x", true, 201]],
    ["breaks off", [], new Error("x"), ["failure", "x", false, 201]],
  ])("of a Node stream is told how that %s", async (_what, texts, failure, call) => {
    const response = new ServedResponse(nodeStream(texts, failure), { status: 201 });
    const { calls } = noted(response);
    const body = servedParts(response).body as AsyncIterable<unknown> & { destroy(error?: Error): void };
    if (texts.length === 0) body.destroy(failure);
    else {
      const read = async () => {
        for await (const _piece of body);
      };
      await read().catch(() => {});
    }
    await eventually(() => expect(calls).toEqual([call]));
  });

  test("has the headers with which it was sent", () => {
    const headers: [string, string][] = [
      ["Vary", "a"],
      ["x-own", "retry-after"],
      ["vary", "b"],
      ["x-other", "1"],
    ];
    const response = new ServedResponse("x", { headers });
    const { header } = noted(response);
    servedParts(response);
    expect(["vary", "x-own", "x-other", "retry-after", "1"].map(header)).toEqual([
      "a, b",
      "retry-after",
      "1",
      undefined,
      undefined,
    ]);
  });

  test("may have headers in capitals", () => {
    const parts = { status: 200, headers: ["Vary", "a"], body: "x" };
    const response = Object.assign(new Response("x"), { _toNodeResponse: () => parts });
    const { header } = noted(response);
    expect(servedParts(response)).toBe(parts);
    expect(header("vary")).toBe("a");
  });
});

test("a response that holds its parts is told of at once", () => {
  useHeldResponses();
  const { calls, header } = noted(new Response("ok", { status: 201, headers: { "x-own": "1" } }));
  expect([calls, header("x-own"), header("x-other")]).toEqual([[["end", "ok", true, true, 201]], "1", undefined]);
});

describe("on a runtime that serves responses by itself", async () => {
  const { watchBodyOf: watch } = await loadedOnDeno(() => import("./sent-body.ts"));

  test.each<readonly [what: string, make: () => Response, timeoutMs: number, call: unknown[]]>([
    ["a text", () => new Response("ok", { status: 201 }), 10_000, ["end", "ok", true, true, 201]],
    ["pieces", () => new Response(pieces(["a", "b"])), 10_000, ["end", "ab", true, true, 200]],
    ["no body", () => new Response(null, { status: 204 }), 10_000, ["end", "", true, true, 204]],
    ["a long body", () => new Response("x".repeat(65_537)), 10_000, ["end", "x".repeat(65_537), false, true, 200]],
    ["a failure", () => new Response(pieces([], { failure: new Error("x") })), 10_000, ["failure", "x", true, 200]],
    [
      "a body that takes too long",
      () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
      5,
      ["end", "", false, true, 200],
    ],
  ])("a copy of the body is read: %s", async (_what, make, timeoutMs, call) => {
    const { calls } = noted(make(), timeoutMs, watch);
    await eventually(() => expect(calls).toEqual([call]));
  });

  test("the body itself stays to be read", async () => {
    const response = new Response("ok");
    const { calls } = noted(response, 10_000, watch);
    await eventually(() => expect(calls).toHaveLength(1));
    expect(await response.text()).toBe("ok");
  });

  test.each<readonly [what: string, use: (response: Response) => unknown]>([
    ["was read", (response) => response.text()],
    ["is read", (response) => response.body?.getReader()],
  ])("a body that other code %s is left alone", async (_what, use) => {
    const response = new Response("ok");
    await use(response);
    const { calls } = noted(response, 10_000, watch);
    await eventually(() => expect(calls).toEqual([["end", "", true, true, 200]]));
  });
});
