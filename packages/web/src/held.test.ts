import { expect, onTestFinished, test, vi } from "vitest";
import { useHeldResponses } from "../../../test/support/server-responses.ts";
import { heldParts } from "./held.ts";

/** Until the end of the test, puts a class in the place of the runtime's. */
function replaceResponse(type: unknown): void {
  vi.stubGlobal("Response", type);
  onTestFinished(() => void vi.unstubAllGlobals());
}

const headers = { "x-own": "1" };

test.each<readonly [what: string, body: string | Uint8Array<ArrayBuffer> | null]>([
  ["a text", "x"],
  ["bytes", new Uint8Array([1])],
  ["no body", null],
])("a response of @hono/node-server holds its parts: %s", (_what, body) => {
  useHeldResponses();
  const held = heldParts(new Response(body, { status: 201, headers }));
  expect(held).toEqual([201, body, headers]);
  expect(held?.[2]).toBe(headers);
});

test.each<readonly [what: string, make: () => Response]>([
  [
    "that was read",
    () => {
      const response = new Response("x");
      expect(response.url).toBe("");
      return response;
    },
  ],
  ["of a derived class", () => new (class extends Response {})("x")],
  ["that is none", () => ({}) as Response],
])("a response %s holds nothing", (_what, make) => {
  useHeldResponses();
  expect(heldParts(make())).toBe(undefined);
});

test("a response of the runtime's own class holds nothing, whichever class is in its place", () => {
  const real = new Response("x");
  expect(heldParts(real)).toBe(undefined);
  useHeldResponses();
  expect(heldParts(real)).toBe(undefined);
  expect(heldParts(new Response("x"))).toEqual([200, "x", undefined]);
});

test("a class that cannot be made holds nothing", () => {
  replaceResponse(
    class {
      constructor() {
        throw new Error("x");
      }
    },
  );
  expect(heldParts(Object.create(Response.prototype))).toBe(undefined);
});

type Parts = (status: unknown, body: unknown, given: unknown) => unknown;

test.each<readonly [what: string, decoy: Parts]>([
  ["another status", (_status, body, given) => [200, body, given]],
  ["another body", (status, _body, given) => [status, "", given]],
  ["other headers", (status, body) => [status, body, {}]],
  ["one part more", (status, body, given) => [status, body, given, 1]],
  ["one part less", (status, body) => [status, body]],
  ["no list", (status, body, given) => ({ 0: status, 1: body, 2: given, length: 3 })],
])("the parts are not mistaken for a list with %s", (_what, decoy) => {
  const [own, parts] = [Symbol("a decoy"), Symbol("parts")];
  class Own {
    constructor(body: unknown, init: { status: unknown; headers: unknown }) {
      const { status, headers: given } = init;
      Object.assign(this, {
        [own]: decoy(status, body, given),
        [parts]: [status, body, given],
      });
    }
  }
  replaceResponse(Own);
  expect(heldParts(new Response("x", { status: 201, headers }))).toEqual([201, "x", headers]);
});
