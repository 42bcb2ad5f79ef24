import { describe, expect, test } from "vitest";
import { loadedOn, loadedOnDeno } from "../../../test/support/loaded-on.ts";
import { isConnectionLost, isResponse, statusOf } from "./runtime.ts";

const load = () => import("./runtime.ts");

test.each<readonly [userAgent: unknown, serves: boolean]>([
  ["Bun/1.2.0", true],
  ["Deno/2.5.0", true],
  ["Cloudflare-Workers", true],
  ["Node.js/22", false],
  ["Bunny/1", false],
  ["Mozilla/5.0 Deno/2", false],
  [undefined, false],
  [7, false],
])("whether a runtime that calls itself %j serves responses by itself: %s", async (userAgent, serves) => {
  const { SERVES_BY_ITSELF } = await loadedOn({ navigator: { userAgent } }, load);
  expect(SERVES_BY_ITSELF).toBe(serves);
});

test("a runtime without a name does not serve responses by itself", async () => {
  expect((await loadedOn({ navigator: undefined }, load)).SERVES_BY_ITSELF).toBe(false);
});

const throwing = () => {
  throw new Error("a trap");
};

test.each<readonly [what: string, value: unknown, is: boolean]>([
  ["a response", new Response("x"), true],
  ["one of another class", { [Symbol.toStringTag]: "Response" }, true],
  ["a request", new Request("https://api.acme.example/"), false],
  ["an object", {}, false],
  ["null", null, false],
  ["its name", "[object Response]", false],
  ["a proxy that throws", new Proxy({}, { getPrototypeOf: throwing }), false],
  ["a tag that throws", Object.defineProperty({}, Symbol.toStringTag, { get: throwing }), false],
])("whether a value is a response: %s", (_what, value, is) => {
  expect(isResponse(value)).toBe(is);
});

describe("the status of a response", () => {
  class Own extends Response {
    override get status(): number {
      return 418;
    }
  }

  test("is the one that a derived class states", () => {
    expect(statusOf(new Own("x", { status: 201 }))).toBe(418);
  });

  test("is the real one on a runtime that serves responses by itself", async () => {
    const onDeno = await loadedOnDeno(load);
    expect(onDeno.statusOf(new Own("x", { status: 201 }))).toBe(201);
    expect(onDeno.statusOf({ status: 202 } as Response)).toBe(202);
  });
});

describe("an error of reading a body says that the client has left", () => {
  const LOST = "Network connection lost.";
  test.each<readonly [what: string, thrown: unknown, isLost: boolean]>([
    ["on Workers", Object.assign(new Error(LOST), { retryable: true }), true],
    ["not if it cannot be tried again", Object.assign(new Error(LOST), { retryable: false }), false],
    ["not without that", new Error(LOST), false],
    ["not with another message", Object.assign(new Error("x"), { retryable: true }), false],
    ["not if it is no Error", { message: LOST, retryable: true }, false],
    ["not if it is nothing", undefined, false],
  ])("%s", (_what, thrown, isLost) => {
    expect(isConnectionLost(thrown)).toBe(isLost);
  });

  test("on Deno, by its class", async () => {
    class BadResource extends Error {}
    const onDeno = await loadedOn({ Deno: { errors: { BadResource } } }, load);
    expect([onDeno.isConnectionLost(new BadResource("x")), onDeno.isConnectionLost(new Error("x"))]).toEqual([
      true,
      false,
    ]);
    const old = await loadedOn({ Deno: {} }, load);
    expect(old.isConnectionLost(new BadResource("x"))).toBe(false);
  });
});
