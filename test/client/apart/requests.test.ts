import { inspect } from "node:util";
import { type ClientInit, type ClientOptions, createClient } from "@uhp-errors/client";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { createSanitizer } from "@uhp-errors/core/sanitizer";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { busy, clientWith, ok, refused, settle, TOKEN, task, unavailable } from "../scripted.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("what is sent", () => {
  test("has the token, the version and one key for each task", async () => {
    const { client, sent } = clientWith([ok(), ok()]);
    await client.fetch("/v1/responses", task);
    await client.fetch("/v1/responses/?x=1", task);
    const [one, two] = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(two).not.toBe(one);
    expect(sent[0]?.url).toBe("https://api.acme.example/base/v1/responses");
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${TOKEN}`);
    expect(sent[0]?.headers.get("uhp-version")).toBe("2026-10-04");
  });
  test("has a key without crypto.randomUUID, which pages of http lack", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { client, sent } = clientWith([ok()]);
    await client.fetch("/v1/responses", task);
    vi.unstubAllGlobals();
    expect(sent[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/);
  });
  test("has no key elsewhere, or if the caller refuses one", async () => {
    const { client, sent } = clientWith([ok(), ok(), ok()]);
    await client.fetch("/v1/files", { method: "POST" });
    await client.fetch("/v1/responses");
    await client.fetch("/v1/responses", { ...task, idempotencyKey: false, headers: { "Idempotency-Key": "x" } });
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual([null, null, null]);
  });
  test("has a fresh token for each attempt", async () => {
    let count = 0;
    const { client, sent } = clientWith([unavailable(), ok()], { token: async () => `token-${++count}` });
    await settle(client.json("/v1/x"));
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2"]);
  });
});

describe("what is made of the body, the key and the address", () => {
  const typeOf = async (init: ClientInit) => {
    const { client, sent } = clientWith([ok()]);
    await client.fetch("/v1/responses", { method: "POST", ...init });
    return sent[0]?.headers.get("content-type");
  };
  test("a string is JSON unless its type is given; fetch knows the type of other bodies", async () => {
    expect(await typeOf({ body: "{}" })).toBe("application/json");
    expect(await typeOf({ body: "a,b", headers: { "Content-Type": "text/csv" } })).toBe("text/csv");
    for (const body of [new FormData(), new URLSearchParams(), new Blob(["x"])]) {
      expect(await typeOf({ body })).toBeNull();
    }
  });
  test("the key without the blanks around it, which no header keeps", async () => {
    const { client, sent, attempts } = clientWith([ok()]);
    await client.fetch("/v1/responses", { ...task, idempotencyKey: " k " });
    expect([sent[0]?.headers.get("idempotency-key"), attempts[0]?.idempotencyKey]).toEqual(["k", "k"]);
  });
  test("a stream as its body, without the option that fetch requires for one", async () => {
    const body = new Blob(["x"]).stream();
    const inits: RequestInit[] = [];
    const client = createClient({
      baseUrl: "https://api.acme.example",
      async fetch(_url, init) {
        inits.push(init);
        return ok();
      },
    });
    await client.fetch("/v1/files", { method: "POST", body });
    expect(inits).toMatchObject([{ body, duplex: "half" }]);
    expect(body.locked).toBe(false);
  });
  test("tasks to their address, also if the base address includes the version of the API", async () => {
    const { client, sent } = clientWith([ok(), ok()], { baseUrl: "https://api.acme.example/base/v1/" });
    await client.fetch("/responses", task);
    await client.fetch("/responses/resp_1", { method: "POST" });
    expect(sent[0]?.url).toBe("https://api.acme.example/base/v1/responses");
    expect(sent.map(({ headers }) => headers.has("idempotency-key"))).toEqual([true, false]);
  });
  test("tasks to one address and no other", async () => {
    const { client, sent } = clientWith([ok(), ok()]);
    await client.fetch("/v1/responses/resp_1", { method: "POST" });
    await client.fetch("/v1/responsesx", { method: "POST" });
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual([null, null]);
  });
});

describe("what is refused at once", () => {
  test.each<[string, ClientInit]>([
    ["a body that GET cannot have", { body: "{}" }],
    ["a stream that GET cannot have", { body: new Blob(["x"]).stream() }],
    ["a method that is none", { method: "a b" }],
    ["a method that fetch refuses", { method: "CONNECT" }],
  ])("%s", async (_, init) => {
    const { client, sent, attempts } = clientWith([ok()]);
    await expect(client.fetch("/v1/x", init)).rejects.toThrow(TypeError);
    expect([sent.length, attempts.length]).toEqual([0, 0]);
  });
  test("a Request instead of its fields", async () => {
    const request = new Request("https://api.acme.example/v1/x", { method: "POST", body: "{}" });
    await expect(clientWith([ok()]).client.fetch("/v1/x", request as ClientInit)).rejects.toThrow(
      "init: expected an object, and not a Request",
    );
  });
  test("an invalid header, without showing it", async () => {
    const headers = { Authorization: "Bearer hunter2\nhunter2" };
    const thrown = await clientWith([ok()])
      .client.fetch("/v1/x", { headers })
      .catch((reason: unknown) => reason);
    expect(String(thrown)).toBe("TypeError: headers: expected names and values that a header can have");
    expect(inspect(thrown)).not.toContain("hunter2");
  });
  test.each(["v1/x", "//..//../x/../..", "/../x", "/..", "@evil.example/", ""])("the path %j", async (path) => {
    const { client, sent } = clientWith([ok()]);
    await expect(client.fetch(path)).rejects.toThrow('path: expected one that begins with "/" and stays below baseUrl');
    expect(sent).toEqual([]);
  });
  test.each(["//evil.example/x", "/\\evil.example", "/@evil.example"])("%j stays at the base", async (path) => {
    const { client, sent } = clientWith([ok()]);
    await client.fetch(path);
    expect(new URL(sent[0]?.url ?? "").host).toBe("api.acme.example");
  });
  test.each(["secret token", "secret\nx", "", "sécret"])("the token %j, without showing it", (token) => {
    let shown = "";
    try {
      clientWith([], { token });
    } catch (thrown) {
      shown = `${thrown} ${(thrown as Error).stack?.split("\n")[0]}`;
    }
    expect(shown).toMatch(/^TypeError: token: /);
    if (token !== "") expect(shown).not.toContain(token);
  });
  test.each<[Partial<ClientOptions>, RegExp]>([
    [
      { baseUrl: "/v1" },
      /^baseUrl: expected an absolute http or https address without credentials, query and fragment$/,
    ],
    [{ baseUrl: "https://user:word@acme.example" }, /^baseUrl: /],
    [{ version: "2020-01-01" as never }, /^version: expected one of 2026-[-\d]+(?:, 2026-[-\d]+)+$/],
  ])("%j", (options, rule) => {
    expect(() => clientWith([], options)).toThrow(rule);
  });
  test("a key that cannot be a header", async () => {
    await expect(clientWith([]).client.fetch("/x", { idempotencyKey: "a\nb" })).rejects.toThrow(/^idempotencyKey: /);
  });
});

describe("RET-1: backoff", () => {
  test("grows, is jittered and capped, and ends with the attempts", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { client, attempts } = clientWith(Array.from({ length: 6 }, unavailable), {
      maxAttempts: 6,
      maxBackoffMs: 3_000,
    });
    const { result } = await settle(client.json("/v1/x"));
    expect(result).toMatchObject({ code: "harness_unavailable" });
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual([250, 500, 1_000, 1_500, 1_500, undefined]);
    vi.restoreAllMocks();
  });
  test("ends before a wait that would go beyond the total time", async () => {
    const late = refused(429, "rate_limit_error", "rate_limited", { "retry-after": "601" });
    const { client, sent } = clientWith([late, ok()]);
    const { result, ms } = await settle(client.json("/v1/x"), 1);
    expect([sent.length, (result as { retryAfter: number }).retryAfter]).toEqual([1, 601]);
    expect(ms).toBeLessThan(50);
  });
  test("goes by the catalog's own rule", async () => {
    const detail = { acme_slow: { status: 507, message: "Slow.", retry: "backoff" } } as const;
    const catalog = defineCatalog({ vendor: "acme", codes: detail });
    const slow = () => refused(507, "server_error", "acme_slow");
    const known = clientWith([slow(), ok()], { catalog: catalog as never });
    expect((await settle(known.client.json("/v1/x"))).result).toEqual({});
    const unknown = clientWith([slow(), ok()]);
    expect((await settle(unknown.client.json("/v1/x"))).result).toMatchObject({ code: "acme_slow" });
  });
  test("never repeats a body that is used up, of either kind", async () => {
    async function* bytes() {
      yield new Uint8Array(1);
    }
    // Not every browser iterates over a stream.
    const read = { getReader() {} };
    for (const body of [new Blob(["x"]).stream(), bytes(), read as never]) {
      const { client, sent } = clientWith([unavailable(), ok()]);
      await settle(client.json("/v1/x", { method: "POST", body: body as ReadableStream, idempotencyKey: "k" }));
      expect(sent).toHaveLength(1);
    }
  });
  test("obeys x-should-retry of a response that breaks off, too", async () => {
    const half = () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
      return new Response(body, { headers: { "x-should-retry": "false" } });
    };
    const { client, sent } = clientWith([half(), ok()]);
    expect((await settle(client.json("/v1/x"))).result).toMatchObject({ name: "NetworkError", retry: "never" });
    expect(sent).toHaveLength(1);
  });
});

describe("RET-1: session_busy", () => {
  test("is retried with the same key when its watcher says so", async () => {
    const waitForSession = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 60_000)));
    const { client, sent } = clientWith([busy(), ok()], { waitForSession });
    const { ms } = await settle(client.json("/v1/responses", task));
    expect(ms).toBeGreaterThanOrEqual(60_000);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(waitForSession).toHaveBeenCalledOnce();
  });
  test("has no fixed time: its watcher decides, not Retry-After", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const late = refused(409, "invalid_request_error", "session_busy", { "Retry-After": "500" });
    const { client, sent, attempts } = clientWith([late, ok()], { waitForSession: async () => {} });
    await settle(client.json("/v1/responses", task));
    expect([sent.length, attempts[0]?.waitMs]).toEqual([2, 250]);
    vi.restoreAllMocks();
  });
  test("is waited for by the request's own watcher if it has one", async () => {
    const [ours, theirs] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const { client } = clientWith([busy(), ok()], { waitForSession: theirs });
    await settle(client.json("/v1/responses", { ...task, waitForSession: ours }));
    expect([ours.mock.calls.length, theirs.mock.calls.length]).toEqual([1, 0]);
  });
  test.each([
    ["nobody watches", undefined],
    ["the watcher fails", () => Promise.reject(new Error("lost"))],
    [
      "the watcher throws",
      () => {
        throw new Error("lost");
      },
    ],
    ["it takes too long", () => new Promise(() => {})],
  ])("is thrown when %s", async (_, waitForSession) => {
    const { client, sent } = clientWith([busy(), ok()], { waitForSession });
    expect((await settle(client.json("/v1/responses", task), 60_000)).result).toMatchObject({ code: "session_busy" });
    expect(sent).toHaveLength(1);
  });
});

test.each<readonly [name: string, answer: Response | Error | "never", code: string]>([
  ["ApiError", unavailable(), "acme_upstream_error"],
  ["UnexpectedResponseError", new Response("no", { status: 404 }), "acme_upstream_error"],
  ["NetworkError", new TypeError("fetch failed"), "acme_upstream_error"],
  ["TimeoutError", "never", "acme_upstream_timeout"],
])("a contract knows an %s as the failure of another service", async (name, answer, code) => {
  const { result } = await settle(clientWith([answer], { maxAttempts: 1 }).client.json("/v1/x"), 100_000);
  expect(result).toMatchObject({ name });
  const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });
  expect(contract.explain(result)).toMatchObject({ recognizer: "@uhp-errors/client", code });
});

test("a fetch that fails with the whole request in its error shows no token", async () => {
  const config = { headers: { authorization: `Bearer ${TOKEN}` } };
  const leaky = Object.assign(new Error(`refused Bearer ${TOKEN}`, { cause: new Error(TOKEN) }), {
    config,
    code: "ECONNRESET",
  });
  const { result } = await settle(clientWith([leaky]).client.json("/v1/x", { method: "POST" }));
  expect(result).toMatchObject({
    name: "NetworkError",
    cause: { code: "ECONNRESET", message: "refused Bearer [credential]" },
  });
  expect(JSON.stringify([result, (result as Error).cause, (result as Error).stack])).not.toContain(TOKEN);
});

const quoting = (text: string, status = 503, code = "harness_unavailable") =>
  Response.json(
    { error: { type: "server_error", code, message: `Not for ${text}.`, param: null, detail: null } },
    { status },
  );

test("a token that the caller set as a header shows in no error", async () => {
  const headers = { Authorization: "Bearer callers-own-token" };
  const { client } = clientWith([quoting("callers-own-token", 501, "odd")], { token: undefined });
  const { result } = await settle(client.json("/v1/x", { headers }));
  expect(result).toMatchObject({ message: "Not for [credential]." });
});

test("a token that has since been replaced shows in no error, either", async () => {
  const tokens = ["first-token-1234", "second-token-1234"];
  const { client } = clientWith([quoting("nobody"), quoting("first-token-1234 and second-token-1234")], {
    token: async () => tokens.shift() ?? "",
    maxAttempts: 2,
  });
  expect((await settle(client.json("/v1/x"))).result).toMatchObject({
    message: "Not for [credential] and [credential].",
  });
});

test("json of an empty body is undefined", async () => {
  for (const answer of [new Response(""), new Response(null, { status: 204 }), new Response(null)]) {
    expect(await clientWith([answer]).client.json("/v1/x", { method: "DELETE" })).toBeUndefined();
  }
});

test("known names stay, even if they begin like the token", async () => {
  const error = { type: "server_error", code: "acme_harness", message: "No.", param: "github", detail: { github: 1 } };
  for (const token of ["acme_harness_live_123456", "github_pat_11ABCDEFG"]) {
    const { client } = clientWith([Response.json({ error }, { status: 501 })], { token });
    const { result } = await settle(client.json("/v1/x"));
    expect(result).toMatchObject({ code: "acme_harness", param: "github", detail: { github: 1 } });
  }
});

test.each([
  ["<b>", "</b>"],
  ['<span class="a">', "</span><wbr>"],
  ["<wbr>", "<wbr"],
])("a response whose markup splits the token by %s shows neither piece of it", async (opening, closing) => {
  const half = TOKEN.length >> 1;
  const page = `<p>No such token:</p>${TOKEN.slice(0, half)}${opening}${TOKEN.slice(half)}${closing}`;
  for (const sanitizer of [undefined, createSanitizer()]) {
    const { client } = clientWith([new Response(page, { status: 401 })], { sanitizer });
    const { result } = await settle(client.json("/v1/x"));
    expect(result).toMatchObject({ excerpt: "No such token: [credential]" });
  }
});

test("a response whose markup splits the token and that is cut off within it shows none of it", async () => {
  const page = `${" ".repeat(4_000 - 11)}${TOKEN.slice(0, 4)}<b>${TOKEN.slice(4)}`;
  const { result } = await settle(clientWith([new Response(page, { status: 401 })]).client.json("/v1/x"));
  expect(result).toMatchObject({ excerpt: "[credential]" });
});

test("a response that quotes the token and breaks off in the middle of it shows none of it", async () => {
  for (const cut of [TOKEN.length - 1, 10, 6]) {
    const parts = [`<p>No such token: ${TOKEN.slice(0, cut)}`];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.error(new Error("reset"));
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    const headers = { "content-type": `text/${TOKEN}` };
    const { result } = await settle(clientWith([new Response(body, { status: 401, headers })]).client.json("/v1/x"));
    expect(result).toMatchObject({ excerpt: "No such token: [credential]", contentType: "text/[credential]" });
  }
});
