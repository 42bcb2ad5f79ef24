import { type ClientInit, type ClientOptions, createClient, parseError, parseTaskError } from "@uhp-errors/client";
import { describe, expect, test } from "vitest";
import { clientWith, ok } from "../scripted.ts";

const baseUrl = "https://api.acme.example";

const make = (options: object) => () => createClient({ baseUrl, ...options } as ClientOptions);

async function sentWith(init: unknown): Promise<{ thrown: unknown; sent: number; attempts: number }> {
  const { client, sent, attempts } = clientWith([ok()]);
  const thrown = await client.fetch("/v1/x", init as ClientInit).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { thrown, sent: sent.length, attempts: attempts.length };
}

describe("an option that does not exist", () => {
  test.each(["maxAttempt", "baseURL", "catalogue", "retries"])(
    "of a client, %s, is refused with a list of all options",
    (name) => {
      expect(make({ [name]: 1 })).toThrow(TypeError);
      expect(make({ [name]: 1 })).toThrow(`unknown option ${name}; the options are baseUrl, token, `);
      expect(make({ [name]: 1 })).toThrow(/, clock\.$/);
    },
  );
  test.each(["timeout", "idempotency_key", "header", "timeoutSecond"])(
    "of a request, %s, is refused with a list of all options, before anything is sent",
    async (name) => {
      const { thrown, sent, attempts } = await sentWith({ [name]: 1 });
      expect(String(thrown)).toMatch(`TypeError: unknown option ${name}; the options are idempotencyKey, stream, `);
      expect([sent, attempts]).toEqual([0, 0]);
    },
  );
  test("of parseError and parseTaskError is refused", async () => {
    const options = { catalogs: undefined } as object;
    const thrown = await parseError(new Response("no", { status: 500 }), options).catch((reason: unknown) => reason);
    expect(String(thrown)).toBe(
      "TypeError: unknown option catalogs; the options are catalog, operation, timeoutMs, sanitizer.",
    );
    expect(() => parseTaskError({}, options)).toThrow(TypeError);
    expect(() => parseTaskError({}, { timeoutMs: 1 } as object)).toThrow(
      "unknown option timeoutMs; the options are catalog.",
    );
  });
  test("is named in short, however long its name", () => {
    expect(make({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })).toThrow("unknown option a, b, c, d, e; the options");
    expect(make({ ["x".repeat(99)]: 1 })).toThrow(`unknown option ${"x".repeat(40)};`);
    expect(make({ __proto__: null, constructor: 1, toString: 2 })).toThrow("unknown option constructor, toString;");
  });
});

describe("an option of a wrong kind", () => {
  test.each<[options: object, said: string]>([
    [{ token: 7 }, "token: expected a text or a function"],
    [{ token: null }, "token: expected a text or a function, got null"],
    [{ fetch: "fetch" }, "fetch: expected a function, got string"],
    [{ catalog: {} }, "catalog: expected what defineCatalog returns, got object"],
    [{ catalog: "acme" }, "catalog: expected what defineCatalog returns, got string"],
    [{ maxAttempts: "4" }, "maxAttempts: expected a number of at least 1, got string"],
    [{ maxAttempts: 0 }, "maxAttempts: expected a number of at least 1"],
    [{ inactivityMs: -1 }, "inactivityMs: expected a number of at least 0"],
    [{ backoffMs: Number.NaN }, "backoffMs: expected a number of at least 0"],
    [{ taskTimeoutMarginMs: -1 }, "taskTimeoutMarginMs: expected a number of at least 0"],
    [{ requestTimeoutMs: Number.NaN }, "requestTimeoutMs: expected a number of at least 0"],
    [{ defaultTaskTimeoutSeconds: null }, "defaultTaskTimeoutSeconds: expected a number of at least 0, got null"],
    [{ onAttempt: {} }, "onAttempt: expected a function, got object"],
    [{ cancel: true }, "cancel: expected a function, got boolean"],
    [{ waitForSession: 1n }, "waitForSession: expected a function, got bigint"],
    [{ clock: { now: Date.now } }, "clock: expected an object with now, elapsed, random and after, got object"],
  ])("of a client is refused: %o", (options, said) => {
    expect(make(options)).toThrow(new TypeError(said));
  });
  test.each<[init: unknown, said: string]>([
    [null, "init: expected an object"],
    ["POST", "init: expected an object"],
    [{ idempotencyKey: 7 }, "idempotencyKey: expected a text or false"],
    [{ idempotencyKey: true }, "idempotencyKey: expected a text or false, got boolean"],
    [{ stream: "true" }, "stream: expected a boolean, got string"],
    [{ taskTimeoutSeconds: "9" }, "taskTimeoutSeconds: expected a number of at least 0, got string"],
    [{ timeoutMs: -1 }, "timeoutMs: expected a number of at least 0"],
    [{ timeoutMs: 9, taskTimeoutSeconds: -1 }, "taskTimeoutSeconds: expected a number of at least 0"],
    [{ signal: new AbortController() }, "signal: expected an AbortSignal or null, got object"],
    [{ method: 1 }, "method: expected a text"],
    ...[{ a: 1 }, [1], Object.create(null), 7, true].map((body): [unknown, string] => [
      { method: "POST", body },
      `body: expected a text or another body of fetch, such as JSON.stringify(value)${typeof body === "number" ? "" : `, got ${typeof body}`}`,
    ]),
  ])("of a request is refused before anything is sent: %o", async (init, said) => {
    const { thrown, sent, attempts } = await sentWith(init);
    expect(String(thrown)).toBe(`TypeError: ${said}`);
    expect([sent, attempts]).toEqual([0, 0]);
  });
  test("of parseError is refused", async () => {
    const read = (options: unknown) => parseError(new Response(), options as object).catch((reason: unknown) => reason);
    expect(String(await read({ timeoutMs: "1" }))).toMatch("TypeError: timeoutMs: expected a number of at least 0");
    expect(String(await read({ catalog: 1 }))).toMatch("TypeError: catalog: expected what defineCatalog returns");
    expect(String(await read(null))).toBe("TypeError: options: expected an object");
    expect(() => parseTaskError({}, { catalog: {} as never })).toThrow(TypeError);
  });
  test("shows no value, which may be a credential", () => {
    const symbols = [{ token: 123_456_789 }, { token: { hunter2: 1 } }, { fetch: "hunter2" }];
    for (const options of symbols) expect(make(options)).not.toThrow(/hunter2|123/);
  });
  test("is accepted if it is undefined, or an option of fetch", async () => {
    const names = ["token", "version", "fetch", "catalog", "maxAttempts", "requestTimeoutMs", "onAttempt", "clock"];
    for (const name of names) expect(make({ [name]: undefined })).not.toThrow();
    const inits: object[] = [
      { signal: null, headers: undefined, body: null, stream: undefined, idempotencyKey: undefined },
      { cache: "no-store", credentials: "omit", priority: "low", keepalive: true, dispatcher: undefined, cf: {} },
    ];
    for (const body of ["x", new Uint8Array(1), new Blob([]), new FormData(), new URLSearchParams(), asyncBody()]) {
      inits.push({ method: "POST", body });
    }
    for (const init of inits) expect(await sentWith(init)).toEqual({ thrown: undefined, sent: 1, attempts: 1 });
    expect(await sentWith(undefined)).toMatchObject({ sent: 1 });
  });
});

/** A plain object that can be read like a stream. */
function asyncBody() {
  return {
    async *[Symbol.asyncIterator]() {
      yield new Uint8Array(1);
    },
  };
}
