import { type ClientInit, type ClientOptions, createClient, isTimeoutError } from "@uhp-errors/client";
import type { SessionWait } from "@uhp-errors/client/internal";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { proves } from "../../support/proves.ts";
import { withResolvers } from "../../support/with-resolvers.ts";
import { busy, clientWith, ok, refused, settle, task, unavailable } from "../scripted.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const forever = () => new Promise<never>(() => {});

/** A body that gives nothing, and records when it is canceled. */
function silentBody() {
  const cancelled = vi.fn();
  return { body: new ReadableStream({ cancel: cancelled }), cancelled };
}

const eventStream = { headers: { "content-type": "text/event-stream" } };

describe("TMO-1, TMO-2", () => {
  const never = async (init: ClientInit, options?: Partial<ClientOptions>) => {
    const cancel = vi.fn();
    const { client, sent } = clientWith(["never", ok()], { cancel, ...options });
    const { result, ms } = await settle(client.json("/v1/responses", init), 5_000);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.signal?.aborted).toBe(true);
    return { result, ms, cancel };
  };
  proves(["TMO-1", "TMO-2"], "a task has its time and a margin, and the caller is asked to cancel it", async () => {
    const { result, ms, cancel } = await never(task);
    expect(isTimeoutError(result)).toBe(true);
    expect(ms).toBe(960_000);
    expect(cancel).toHaveBeenCalledWith(
      expect.objectContaining({ path: "/v1/responses", attempts: 1, reason: result }),
    );
  });
  test("a task without a stated time has the default", async () => {
    expect((await never({ method: "POST" }, { defaultTaskTimeoutSeconds: 100 })).ms).toBe(160_000);
    expect((await never({ method: "POST", taskTimeoutSeconds: 7_200 })).ms).toBe(7_260_000);
  });
  test("a time that is not a number counts as none", async () => {
    for (const body of [
      '{"timeout_seconds":"1"}',
      '{"timeout_seconds":-1}',
      '{"timeout_seconds":null}',
      "[]",
      "null",
    ]) {
      expect((await never({ method: "POST", body })).ms).toBe(3_660_000);
    }
  });
  proves(["TMO-1"], "a stream has no total limit, only one for silence", async () => {
    const { result, ms } = await never({ ...task, body: '{"stream":true,"timeout_seconds":900}' });
    expect(result).toMatchObject({ kind: "inactivity", timeoutMs: 120_000 });
    expect(ms).toBe(120_000);
  });
  proves(["TMO-1", "TMO-2"], "a stream that falls silent while it is read is given up, too", async () => {
    const cancel = vi.fn();
    const { body, cancelled } = silentBody();
    const { client } = clientWith([new Response(body, eventStream)], { cancel });
    const response = await client.fetch("/v1/responses", { ...task, inactivityMs: 80 });
    const { result, ms } = await settle(response.text(), 10);
    expect([isTimeoutError(result), ms, cancelled.mock.calls.length]).toEqual([true, 80, 1]);
    expect(result).toMatchObject({ kind: "inactivity", timeoutMs: 80 });
    expect(cancel).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempts: 1, reason: result }));
  });
  test("any other request has ten minutes, and nothing to cancel", async () => {
    const { ms, cancel } = await never({ method: "GET" });
    expect(ms).toBe(600_000);
    expect(cancel).not.toHaveBeenCalled();
  });
  test("a slow reader is not mistaken for a silent server", async () => {
    const events = new Response(new Blob(["data: 1\n\n"]).stream(), {
      headers: { "content-type": "text/event-stream" },
    });
    const response = await clientWith([events]).client.fetch("/v1/responses", task);
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(await response.text()).toBe("data: 1\n\n");
  });
});

test("an abort before the first attempt sends nothing; listeners do not stay", async () => {
  const { client, sent } = clientWith([ok(), unavailable(), new Response(null)], { maxAttempts: 1 });
  const reason = new Error("left");
  await expect(client.fetch("/v1/x", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(sent).toEqual([]);
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await client.json("/v1/x", { signal });
  await client.json("/v1/x", { signal }).catch(() => {});
  await client.fetch("/v1/x", { signal });
  expect(added.mock.calls.length).toBeGreaterThan(0);
  for (const [type, listener] of added.mock.calls) expect(removed).toHaveBeenCalledWith(type, listener);
});

test("waits that are too long for the runtime's timers are still kept", async () => {
  const days = (count: number) => count * 86_400_000;
  const waits = clientWith([refused(429, "rate_limit_error", "rate_limited", { "Retry-After": "2592000" }), ok()], {
    maxElapsedMs: Number.POSITIVE_INFINITY,
  });
  expect((await settle(waits.client.json("/v1/x"), days(1))).ms).toBeGreaterThanOrEqual(days(30));
  const slow = clientWith(["never"]);
  const { result, ms } = await settle(
    slow.client.json("/v1/responses", { ...task, taskTimeoutSeconds: 3_000_000 }),
    days(1),
  );
  expect([isTimeoutError(result), ms >= 3_000_060_000]).toEqual([true, true]);
});

test("time only counts while the body is read, and all reading counts together", async () => {
  const chunks = (count: number, pauseMs: number) =>
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          controller.enqueue(new Uint8Array(1));
          if (--count === 0) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  for (const [count, fine] of [
    [4, true],
    [6, false],
  ] as const) {
    const { client } = clientWith([new Response(chunks(count, 100))]);
    const response = await client.fetch("/v1/x", { timeoutMs: 450 });
    await vi.advanceTimersByTimeAsync(10_000);
    const { result } = await settle(response.arrayBuffer(), 10);
    expect(isTimeoutError(result)).toBe(!fine);
    await vi.advanceTimersByTimeAsync(1_000);
  }
});

test("an error whose body drips into a stream is read until it falls silent", async () => {
  const error = { type: "server_error", code: "odd", message: "m", param: null, detail: null };
  const text = [...JSON.stringify({ error })];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 900));
      controller.enqueue(new TextEncoder().encode(text.splice(0, 10).join("")));
      if (text.length === 0) controller.close();
    },
  });
  const { client } = clientWith([new Response(body, { status: 400 })]);
  const { result, ms } = await settle(client.fetch("/v1/x", { stream: true, inactivityMs: 1_000 }));
  expect(result).toMatchObject({ code: "odd", status: 400 });
  expect(ms).toBeGreaterThan(5_000);
});

test.each<readonly [headers: Record<string, string>, retry: string | undefined]>([
  [{}, undefined],
  [{ "x-should-retry": "false" }, "never"],
])("an error whose body stalls after the headers %j is given up like any response", async (headers, retry) => {
  const { body, cancelled } = silentBody();
  const { client, sent } = clientWith([new Response(body, { status: 503, headers }), ok()]);
  const { result } = await settle(client.fetch("/v1/x", { timeoutMs: 5_000 }));
  expect([isTimeoutError(result) && result.retry, sent.length, cancelled.mock.calls.length]).toEqual([retry, 1, 1]);
});

test("a response that comes too late is closed", async () => {
  const late = withResolvers<Response>();
  const { body, cancelled } = silentBody();
  const client = createClient({ baseUrl: "https://api.acme.example", fetch: () => late.promise });
  const { result } = await settle(client.fetch("/v1/x", { timeoutMs: 1_000 }));
  expect(isTimeoutError(result)).toBe(true);
  late.resolve(new Response(body));
  await vi.advanceTimersByTimeAsync(0);
  expect(cancelled).toHaveBeenCalledOnce();
});

describe("the caller's signal", () => {
  test.each([
    ["an attempt", ["never", ok()], undefined],
    ["a backoff", [unavailable(), ok()], undefined],
    ["the wait for a session", [busy(), ok()], forever],
  ] as const)("ends %s", async (_, answers, waitForSession) => {
    const controller = new AbortController();
    const { client, sent } = clientWith(answers, { waitForSession, backoffMs: 1_000_000, maxBackoffMs: 1_000_000 });
    const limits = { maxElapsedMs: Number.POSITIVE_INFINITY, signal: controller.signal };
    const answer = client.json("/v1/responses", { ...task, ...limits }).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(1);
    const reason = new Error("left");
    controller.abort(reason);
    expect(await answer).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ["no time is left", () => {}, { name: "TimeoutError" }, { code: "session_busy" }],
    ["the caller aborts", (caller: AbortController) => caller.abort(new Error("left")), "left", "left"],
  ])("or another one tells a hook that waits for a session to stop when %s", async (_, act, told, thrown) => {
    const said = (error: unknown) => (typeof told === "string" ? (error as Error).message : error);
    const caller = new AbortController();
    const heard: unknown[] = [];
    const waitForSession = (_error: unknown, { signal }: SessionWait) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          heard.push(said(signal.reason));
          reject(signal.reason);
        });
      });
    const { client, sent } = clientWith([busy(), ok()], { waitForSession });
    const answer = client.json("/v1/responses", { ...task, signal: caller.signal });
    const settled = settle(answer, 60_000);
    await vi.advanceTimersByTimeAsync(1);
    act(caller);
    const { result } = await settled;
    expect([heard, said(result), sent.length]).toMatchObject([[told], thrown, 1]);
  });
});

describe("hooks", () => {
  test("of a request are called in addition to the client's, or instead of them", async () => {
    const [ours, theirs] = [
      { cancel: vi.fn(), onAttempt: vi.fn() },
      { cancel: vi.fn(), onAttempt: vi.fn() },
    ];
    const { client } = clientWith(["never"], theirs);
    await settle(client.json("/v1/responses", { ...task, ...ours }), 100_000);
    const calls = [ours, theirs].map(({ cancel, onAttempt }) => [
      cancel.mock.calls.length,
      onAttempt.mock.calls.length,
    ]);
    expect(calls).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });
  test("may reject without effect", async () => {
    const lost = () => Promise.reject(new Error("a hook's own fault"));
    const hooks = { onAttempt: lost as () => void, cancel: lost };
    const { client } = clientWith([new TypeError("fetch failed"), ok()], hooks);
    expect((await settle(client.json("/v1/responses", task))).result).toEqual({});
    // An unhandled rejection would fail the run here.
    await vi.advanceTimersByTimeAsync(1);
  });
});

test.each<readonly [what: string, answers: Parameters<typeof clientWith>[0], times: number]>([
  ["a foreign page", [new Response("<h1>Bad Gateway</h1>", { status: 502 })], 1],
  ["a failure of the server", [unavailable()], 1],
  ["a refusal", [refused(404, "invalid_request_error", "harness_not_found")], 0],
  ["a lost attempt and a refusal", [new TypeError("x"), refused(400, "invalid_request_error", "invalid_input")], 1],
])("asks the caller to cancel the task, or not, after %s as the last response", async (_, answers, times) => {
  const cancel = vi.fn();
  const maxAttempts = answers.length;
  await settle(clientWith(answers, { cancel, maxAttempts }).client.json("/v1/responses", task));
  expect(cancel).toHaveBeenCalledTimes(times);
});

describe("a token function", () => {
  test("that hangs is awaited as long as the request may take, and leaves nothing to cancel", async () => {
    const cancel = vi.fn();
    const { client, sent } = clientWith([ok()], { token: forever, cancel });
    const { result, ms } = await settle(client.fetch("/v1/responses", task), 5_000);
    expect([isTimeoutError(result), ms, sent.length]).toEqual([true, 960_000, 0]);
    expect(cancel).not.toHaveBeenCalled();
  });
  test("that hangs does not outlast the caller's signal", async () => {
    const controller = new AbortController();
    const answer = clientWith([ok()], { token: forever }).client.fetch("/v1/x", { signal: controller.signal });
    const reason = new Error("left");
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
  test.each([
    ["rejects", () => Promise.reject(new Error("signed out"))],
    [
      "throws",
      () => {
        throw new Error("signed out");
      },
    ],
  ])("that %s is called once, and its error reaches the caller", async (_, token) => {
    const { client, sent, attempts } = clientWith([ok()], { token });
    expect((await settle(client.json("/v1/x"))).result).toMatchObject({ message: "signed out" });
    expect([sent.length, attempts.length]).toEqual([0, 1]);
  });
  test("that fails before a retry leaves a lost task to be canceled", async () => {
    const cancel = vi.fn();
    let asked = 0;
    const token = async () => (asked++ === 0 ? "tok-1" : Promise.reject(new Error("signed out")));
    await settle(clientWith([new TypeError("fetch failed")], { token, cancel }).client.fetch("/v1/responses", task));
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("a response that was handed out", () => {
  test("and is not read is given up with the caller's signal", async () => {
    const cancel = vi.fn();
    const controller = new AbortController();
    const { body, cancelled } = silentBody();
    const { client } = clientWith([new Response(body, eventStream)], { cancel });
    const response = await client.fetch("/v1/responses", { ...task, signal: controller.signal });
    const reason = new Error("left");
    controller.abort(reason);
    expect(cancel).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason }));
    expect(cancelled).toHaveBeenCalledExactlyOnceWith(reason);
    await expect(response.text()).rejects.toBe(reason);
    expect(cancel).toHaveBeenCalledOnce();
  });
  test.each([
    ["Très bien", "Très bien"],
    ["\u0100 Made", ""],
    ["Made \u0100", ""],
  ])("has the reason phrase %j as %j", async (said, statusText) => {
    const odd = Object.defineProperty(new Response("x"), "statusText", { value: said });
    const response = await clientWith([odd]).client.fetch("/v1/x");
    expect(response.statusText).toBe(statusText);
    await response.body?.cancel();
  });
  test("fails its reader without being read further", async () => {
    const controller = new AbortController();
    const { client } = clientWith([new Response(silentBody().body, eventStream)]);
    const response = await client.fetch("/v1/x", { signal: controller.signal });
    const reader = (response.body as ReadableStream).getReader();
    const reason = new Error("left");
    controller.abort(reason);
    await expect(reader.closed).rejects.toBe(reason);
  });
  test("is given up once, when its reader is waiting", async () => {
    const cancel = vi.fn();
    const controller = new AbortController();
    const { body, cancelled } = silentBody();
    const { client } = clientWith([new Response(body, eventStream)], { cancel });
    const response = await client.fetch("/v1/responses", { ...task, signal: controller.signal });
    const text = response.text();
    const reason = new Error("left");
    controller.abort(reason);
    await expect(text).rejects.toBe(reason);
    expect([cancel.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 1]);
  });
  test("is closed with its reader's own reason, read or not", async () => {
    for (const reads of [false, true]) {
      const cancelled = vi.fn();
      const body = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: cancelled,
      });
      const response = await clientWith([new Response(body)]).client.fetch("/v1/x");
      const reader = (response.body as ReadableStream).getReader();
      if (reads) await reader.read();
      await reader.cancel("enough");
      expect(cancelled).toHaveBeenCalledExactlyOnceWith("enough");
    }
  });
  test("leaves nothing to cancel once it was read or its reader stopped", async () => {
    for (const end of [(response: Response) => response.text(), (response: Response) => response.body?.cancel()]) {
      const cancel = vi.fn();
      const controller = new AbortController();
      const { client } = clientWith([ok()], { cancel });
      await end(await client.fetch("/v1/responses", { ...task, signal: controller.signal }));
      controller.abort();
      expect(cancel).not.toHaveBeenCalled();
    }
  });
});

describe("a stream that is parsed as JSON", () => {
  const slowly = (parts: number, pauseMs: number) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        controller.enqueue(new TextEncoder().encode(parts > 0 ? " " : "{}"));
        if (parts-- === 0) controller.close();
      },
    });
  const init: ClientInit = { ...task, stream: true, inactivityMs: 10_000 };

  test("may take longer than it may be silent", async () => {
    const { result, ms } = await settle(clientWith([new Response(slowly(5, 9_000))]).client.json("/v1/x", init));
    expect(result).toEqual({});
    expect(ms).toBeGreaterThan(50_000);
  });
  test("is given up when it is silent", async () => {
    const cancel = vi.fn();
    const { client, sent } = clientWith([new Response(silentBody().body), ok()], { cancel });
    const { result } = await settle(client.json("/v1/responses", init));
    expect(result).toMatchObject({ kind: "inactivity", timeoutMs: 10_000 });
    expect([sent.length, cancel.mock.calls.length]).toEqual([1, 1]);
  });
});

test.each([
  ["in time", 599_500, 2],
  ["too late for the backoff", 599_501, 1],
])("a session that is idle %s", async (_, idleAfterMs, times) => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(performance, "now").mockImplementation(() => Date.now());
  const waitForSession = () => new Promise((resolve) => setTimeout(resolve, idleAfterMs));
  const { client, sent } = clientWith([busy(), ok()], { waitForSession, backoffMs: 1_000 });
  const { result } = await settle(client.json("/v1/responses", task));
  expect(sent).toHaveLength(times);
  expect(result).toEqual(times === 2 ? {} : expect.objectContaining({ code: "session_busy" }));
  vi.restoreAllMocks();
});

describe("a redirect", () => {
  const elsewhere = (status: number) =>
    new Response("Moved.", { status, headers: { location: "https://evil.example/" } });
  test.each([301, 302, 303, 307, 308])(
    "with %d is not a response of the service, and is not retried",
    async (status) => {
      const { client, sent } = clientWith([elsewhere(status), ok()]);
      const { result } = await settle(client.fetch("/v1/responses", task));
      expect(result).toMatchObject({ name: "UnexpectedResponseError", status });
      expect(sent).toHaveLength(1);
    },
  );
  test("is not one either if the caller refuses it, or a browser hides it", async () => {
    const hidden = Object.defineProperties(new Response(null), {
      status: { value: 0 },
      type: { value: "opaqueredirect" },
    });
    for (const [answer, init] of [
      [elsewhere(302), { redirect: "error" }],
      [hidden, {}],
    ] as const) {
      const { client, sent } = clientWith([answer, ok()]);
      expect((await settle(client.fetch("/v1/x", init))).result).toMatchObject({ name: "UnexpectedResponseError" });
      expect(sent).toHaveLength(1);
    }
  });
  test("is returned if the caller asks for it", async () => {
    const response = await clientWith([elsewhere(302)]).client.fetch("/v1/x", { redirect: "manual" });
    expect(response.status).toBe(302);
    await response.body?.cancel();
  });
});

test("a service that states another end each time is heard a hundred times", async () => {
  const told = vi.fn();
  const answers = Array.from({ length: 120 }, (_, at) => {
    return new Response("{}", { headers: { "uhp-version": "2026-10-04", deprecation: `@${at}` } });
  });
  const { client } = clientWith(answers, { onDeprecation: told });
  for (const _ of answers) await client.json("/v1/x");
  expect(told).toHaveBeenCalledTimes(100);
});
