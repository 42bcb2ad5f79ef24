import type { ServerResponse } from "node:http";
import {
  createClient,
  isTimeoutError,
  type NetworkError,
  type ReadEventsOptions,
  readEvents,
  UnexpectedResponseError,
} from "@uhp-errors/client";
import { CODES, createContract } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { serving } from "../support/serving.ts";
import { withResolvers } from "../support/with-resolvers.ts";

const HEAD = { "content-type": "text/event-stream; charset=utf-8", "x-request-id": "req-1" };

/** A stream of events that a server writes. */
async function streamOf(write: (response: ServerResponse) => unknown, path = "/v1/events"): Promise<Response> {
  const url = await serving((_request, response) => {
    response.writeHead(200, HEAD).flushHeaders();
    return void write(response);
  });
  return fetch(url + path);
}

async function read(events: AsyncIterable<unknown>): Promise<{ given: unknown[]; thrown?: unknown }> {
  const given: unknown[] = [];
  try {
    for await (const event of events) given.push(event);
    return { given };
  } catch (thrown) {
    return { given, thrown };
  }
}

const data = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const numbered = (number: number) => ({ type: "acme.tick", sequence_number: number });
const created = { type: "response.created", sequence_number: 0, response: { status: "in_progress" } };
const completed = { type: "response.completed", sequence_number: 1, response: { status: "completed" } };
const FIELDS = {
  type: "server_error",
  code: "acme_gpu_cold",
  message: "The accelerator is warming up.",
  param: null,
  detail: { eta_seconds: 4 },
};
const failed = (fields: unknown, status = "failed") => ({
  type: "response.failed",
  response: { status, error: fields },
});
const announcement = { type: "error", sequence_number: 1, code: "acme_gpu_cold", message: "Warming up.", param: null };

const CUT = { name: "NetworkError", message: "The stream was cut off before its end." };

const STREAMS: readonly (readonly [says: string, written: string, given: readonly unknown[], thrown?: object])[] = [
  ["events without a task", data(numbered(0)) + data(numbered(1)), [numbered(0), numbered(1)]],
  ["no event", "", []],
  ["values of every kind", "data: 1\n\ndata: null\n\ndata: []\n\n", [1, null, []]],
  ["a byte order mark and keep-alives", `\ufeff${data(1)}: keep-alive\n\n`, [1]],
  ["a task that completes", data(created) + data(completed) + data(1), [created, completed]],
  [
    "a task that is incomplete",
    data(created) + data({ type: "response.incomplete" }),
    [created, { type: "response.incomplete" }],
  ],
  [
    "a failed response",
    data(created) + data(failed(FIELDS)),
    [created],
    { ...FIELDS, requestId: "req-1", status: 200 },
  ],
  ["an error and a failed response", data(created) + data(announcement) + data(failed(FIELDS)), [created], FIELDS],
  ["an error event alone", data(1) + data(announcement), [1], { ...FIELDS, message: "Warming up.", detail: {} }],
  ["an error event and another event", data(announcement) + data(1), [], { code: "acme_gpu_cold" }],
  ["an error event and no JSON", `${data(announcement)}data: {\n\n`, [], { code: "acme_gpu_cold" }],
  ["an error event and a part of one", `${data(announcement)}data: {`, [], { code: "acme_gpu_cold" }],
  [
    "an error event of an unknown code",
    data({ ...announcement, code: "new" }),
    [],
    { type: "server_error", code: "new" },
  ],
  [
    "an error event of a client's fault",
    data({ ...announcement, code: "invalid_input" }),
    [],
    { type: "invalid_request_error", code: "invalid_input" },
  ],
  ["an error event that holds an error", data({ type: "error", error: FIELDS }), [], FIELDS],
  [
    "an error event without a code",
    data({ type: "error" }),
    [],
    {
      name: "UnexpectedResponseError",
      requestId: "req-1",
      message: expect.stringContaining("has an error event that lacks a field"),
    },
  ],
  ["an envelope", data(1) + data({ error: FIELDS }), [1], FIELDS],
  ["a cancelled task", data(failed(null, "cancelled")), [], { code: "cancelled", message: CODES.cancelled.message }],
  [
    "an event of a cancelled task",
    data({ type: "response.cancelled", response: { status: "cancelled", error: null } }),
    [],
    { code: "cancelled", requestId: "req-1" },
  ],
  [
    "a failed response without an error",
    data({ type: "response.failed" }),
    [],
    { message: expect.stringContaining("has a failed response that is not one") },
  ],
  ["an error and no response", data(announcement) + data({ type: "response.failed" }), [], { code: "acme_gpu_cold" }],
  ["a task without its end", data(created), [created], { ...CUT, lastSequenceNumber: 0, retry: "backoff" }],
  ["a part of an event", `${data(numbered(3))}data: {"type":`, [numbered(3)], { ...CUT, lastSequenceNumber: 3 }],
  ["a part of a comment", ": keep-a", [], CUT],
  ["a type that is a list", data({ type: ["response.created"] }), [{ type: ["response.created"] }]],
  ["a type without a string", data({ type: { toString: 1 } }), [{ type: { toString: 1 } }]],
  [
    "what is not JSON",
    `${data(1)}data: {\n\n`,
    [1],
    { message: expect.stringContaining("has an event that is not JSON") },
  ],
];

test.each(STREAMS.map(([says, written, given, thrown]) => ({ says, written, given, thrown })))(
  "$says",
  async ({ written, given, thrown }) => {
    const result = await read(readEvents(await streamOf((response) => response.end(written)), { catalog: acme }));
    expect(result.given).toEqual(given);
    if (thrown === undefined) expect(result).not.toHaveProperty("thrown");
    else expect(result.thrown).toMatchObject(thrown);
  },
);

test("a type that is a deep list is data", async () => {
  const depth = 100_000;
  const event = `{"type":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const { given, thrown } = await read(readEvents(await streamOf((response) => response.end(`data: ${event}\n\n`))));
  expect(thrown).toBeUndefined();
  expect(given).toHaveLength(1);
});

test.each([["1e999"], ["-1"], ["1.5"], ["9007199254740992"], ['"5"'], ["null"]])(
  "%s is not a sequence number",
  async (number) => {
    const written = `${data(numbered(3))}data: {"sequence_number":${number}}\n\ndata: {`;
    const { thrown } = await read(readEvents(await streamOf((response) => response.end(written))));
    expect(thrown).toMatchObject({ ...CUT, lastSequenceNumber: 3 });
  },
);

test("a stream about a task that ends before its first event is cut off", async () => {
  const { thrown } = await read(readEvents(await streamOf((response) => response.end(), "/v1/responses?a=1")));
  expect(thrown).toMatchObject(CUT);
  expect(thrown).not.toHaveProperty("lastSequenceNumber");
});

test("characters that arrive in parts are whole", async () => {
  const event = { says: "Grüße, 世界 👋" };
  const response = await streamOf(async (outgoing) => {
    for (const byte of Buffer.from(data(event))) {
      outgoing.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    outgoing.end();
  });
  expect(await read(readEvents(response))).toEqual({ given: [event] });
});

test("what the server of the contract writes is what its client throws", async () => {
  const contract = createContract(acme, { onError: () => {} });
  const context = { method: "POST", path: "/v1/responses", header: () => undefined };
  const response = await streamOf(async (outgoing) => {
    const events = contract.stream(outgoing, context, { responseObject: { id: "resp_1", status: "in_progress" } });
    await events.send({ type: "response.created" });
    events.fail(acme.error("acme_gpu_cold", { detail: { eta_seconds: 4 } }));
  });
  const { given, thrown } = await read(readEvents(response, { catalog: acme }));
  expect(given).toHaveLength(1);
  expect(thrown).toMatchObject({ ...FIELDS, name: "ApiError", requestId: "req-1" });
});

test("a client's response brings its catalog, and no error shows the client's token", async () => {
  const token = "tok-0123456789abcdef";
  const error = { ...FIELDS, message: `Bearer ${token} is wrong.`, detail: { eta_seconds: -1 } };
  const baseUrl = await serving((_request, response) => void response.writeHead(200, HEAD).end(data(failed(error))));
  const response = await createClient({ baseUrl, token, catalog: acme }).fetch("/v1/events");
  const { thrown } = await read(readEvents(response));
  // The catalog's schema refuses the one field of the detail.
  expect(thrown).toMatchObject({ message: "Bearer [credential] is wrong.", detail: {} });
});

describe("a response that is no stream", () => {
  const json = { "content-type": "application/json" };
  test.each([
    ["an error", new Response(JSON.stringify({ error: FIELDS }), { status: 503, headers: json }), FIELDS],
    [
      "a page",
      new Response("<p>Hi</p>", { headers: { "content-type": "text/html" } }),
      { message: expect.stringContaining("is not a stream of events"), excerpt: "" },
    ],
    ["no content", new Response(null, { status: 204 }), { name: "UnexpectedResponseError" }],
  ])("%s is thrown", async (_, response, thrown) => {
    expect(await read(readEvents(response, { catalog: acme }))).toMatchObject({ given: [], thrown });
  });

  test("a stream without a body has no events", async () => {
    expect(await read(readEvents(new Response(null, { headers: HEAD })))).toEqual({ given: [] });
  });

  test.each<readonly [unknown, string]>([
    [{ timeout: 1 }, "unknown option timeout"],
    [{ inactivityMs: -1 }, "inactivityMs: expected"],
    [{ signal: {} }, "signal: expected"],
    [{ catalog: {} }, "catalog: expected"],
  ])("the options %j are refused at once", (options, message) => {
    expect(() => readEvents(new Response(), options as ReadEventsOptions)).toThrow(message);
  });
});

const reset = (response: ServerResponse) => {
  response.write(data(numbered(4)));
  setImmediate(() => response.destroy());
};

test.each([["fetch"], ["a client"]])("a connection that breaks is a cut, with %s", async (how) => {
  const url = await serving((_request, response) => {
    response.writeHead(200, HEAD).flushHeaders();
    reset(response);
  });
  const response = how === "fetch" ? await fetch(url) : await createClient({ baseUrl: url }).fetch("/v1/events");
  const { given, thrown } = await read(readEvents(response));
  expect(given).toEqual([numbered(4)]);
  expect(thrown).toMatchObject({ ...CUT, lastSequenceNumber: 4 });
  expect((thrown as NetworkError).cause).toBeInstanceOf(Error);
});

test.each([
  ["a code", Object.assign(new Error("x"), { code: "ECONNRESET" }), true],
  ["a number as its code", Object.assign(new Error("x"), { code: 20 }), false],
])("an error with %s ends the reading: as a cut, %j", async (_, thrown, isCut) => {
  const body = new ReadableStream({ pull: (controller) => controller.error(thrown) });
  const result = await read(readEvents(new Response(body, { headers: HEAD })));
  if (isCut) expect(result.thrown).toMatchObject(CUT);
  else expect(result.thrown).toBe(thrown);
});

test("a stream that is silent for too long is a time-out, and its body is closed", async () => {
  const closed = withResolvers<void>();
  const response = await streamOf((outgoing) => {
    outgoing.on("close", closed.resolve);
    outgoing.write(data(1));
  });
  const { given, thrown } = await read(readEvents(response, { inactivityMs: 20 }));
  expect(given).toEqual([1]);
  expect(isTimeoutError(thrown) && thrown.kind).toBe("inactivity");
  expect(thrown).toMatchObject({ message: "The stream was silent for 20 ms." });
  await closed.promise;
});

test.each([["readEvents"], ["the client"]])("the reason of a signal of %s is thrown as it is", async (whose) => {
  const lost = new Error("the user left");
  const controller = new AbortController();
  const { signal } = controller;
  const baseUrl = await serving((_request, response) => void response.writeHead(200, HEAD).write(data(1)));
  const client = createClient({ baseUrl });
  const response = await client.fetch("/v1/events", whose === "the client" ? { signal } : {});
  const events = readEvents(response, whose === "the client" ? {} : { signal });
  expect(await events.next()).toEqual({ done: false, value: 1 });
  const next = events.next();
  controller.abort(lost);
  await expect(next).rejects.toBe(lost);
});

/** A response that sends a byte and does not end. */
async function open(status: number, type: string): Promise<{ response: Response; closed: Promise<void> }> {
  const closed = withResolvers<void>();
  const url = await serving((_request, outgoing) => {
    outgoing.on("close", closed.resolve);
    outgoing.writeHead(status, { "content-type": type }).write("{");
  });
  return { response: await fetch(`${url}/v1/events`), closed: closed.promise };
}

const OPEN = [
  ["a stream", 200, HEAD["content-type"]],
  ["an error", 503, "application/json"],
  ["a page", 200, "text/html"],
] as const;

test.each(OPEN)("a signal that has fired ends the reading of %s", async (_, status, type) => {
  const lost = new Error("the user left");
  const { response, closed } = await open(status, type);
  expect(await read(readEvents(response, { signal: AbortSignal.abort(lost) }))).toEqual({ given: [], thrown: lost });
  await closed;
});

describe.each(OPEN.slice(0, 2))("while %s is read", (_, status, type) => {
  test("a signal ends the reading", async () => {
    const lost = new Error("the user left");
    const controller = new AbortController();
    const { response, closed } = await open(status, type);
    const next = readEvents(response, { signal: controller.signal }).next();
    controller.abort(lost);
    await expect(next).rejects.toBe(lost);
    await closed;
  });

  test("silence is a time-out", async () => {
    const { response, closed } = await open(status, type);
    const { thrown } = await read(readEvents(response, { inactivityMs: 20 }));
    expect(isTimeoutError(thrown) && thrown.kind).toBe("inactivity");
    await closed;
  });

  test("a call of return closes the connection", async () => {
    const { response, closed } = await open(status, type);
    const events = readEvents(response);
    const next = events.next();
    await events.return(undefined);
    expect(await next).toEqual({ done: true, value: undefined });
    await closed;
  });
});

test.each([
  ["that was read", async (response: Response) => void (await response.text())],
  ["that is locked", (response: Response) => void response.body?.getReader()],
])("an error with a body %s is thrown", async (_, use) => {
  const response = new Response("{", { status: 503, headers: { "content-type": "application/json" } });
  await use(response);
  expect((await read(readEvents(response))).thrown).toBeInstanceOf(UnexpectedResponseError);
});

/** A body that begins with a text and has another one every second. */
function dripping(first: string, drop: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(first)),
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        controller.enqueue(encoder.encode(drop));
      },
    },
    { highWaterMark: 0 },
  );
}

test.each([
  ["an error event that comments follow", 200, data(announcement), ":\n", 30_000],
  ["an error that drips", 503, JSON.stringify({ error: FIELDS }), " ", 10_000],
])("%s is thrown after its time", async (_, status, first, drop, ms) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ended = vi.fn();
  const response = new Response(dripping(first, drop), { status, headers: HEAD });
  void read(readEvents(response, { catalog: acme, inactivityMs: 30_000 })).then(ended);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith({
    given: [],
    thrown: expect.objectContaining({ code: "acme_gpu_cold" }),
  });
});

test.each([
  [
    "a loop that is left",
    async (events: AsyncGenerator<unknown>) => {
      for await (const _event of events) break;
    },
  ],
  ["a call of return before the first event", (events: AsyncGenerator<unknown>) => events.return(undefined)],
  [
    "a call of return while an event is awaited",
    async (events: AsyncGenerator<unknown>) => {
      await events.next();
      const next = events.next();
      await events.return(undefined);
      expect(await next).toEqual({ done: true, value: undefined });
    },
  ],
])("%s closes the connection", async (_, leave) => {
  const closed = withResolvers<void>();
  const response = await streamOf((outgoing) => {
    outgoing.on("close", closed.resolve);
    outgoing.write(data(1));
  });
  const events = readEvents(response);
  await leave(events);
  await closed.promise;
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("it reads only when it is asked", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode(data(pulled)));
      },
    },
    { highWaterMark: 0 },
  );
  const events = readEvents(new Response(body, { headers: HEAD }));
  await new Promise(setImmediate);
  expect(pulled).toBe(0);
  for (let asked = 1; asked <= 5; asked += 1) {
    expect((await events.next()).value).toBe(asked);
    await new Promise(setImmediate);
    expect(pulled).toBe(asked);
  }
});

test("an event that is too long ends the reading", async () => {
  const piece = new Uint8Array(2 ** 23).fill(0x78);
  let pulled = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(piece);
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const { thrown } = await read(readEvents(new Response(body, { headers: HEAD })));
  expect(thrown).toBeInstanceOf(UnexpectedResponseError);
  expect(`${thrown}`).toContain("has an event that is too long");
  expect([pulled, cancelled]).toEqual([9, true]);
});
