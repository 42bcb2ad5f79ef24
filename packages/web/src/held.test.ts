import { expect, onTestFinished, test, vi } from "vitest";
import { pieces, ServedResponse, servedParts, useHeldResponses } from "../../../test/support/server-responses.ts";
import { heldParts, isServed, open, readFields } from "./held.ts";

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

const TEXT = "text/plain;charset=UTF-8";

test.each<readonly [what: string, body: string | null, given: HeadersInit | undefined, fields: object]>([
  ["a text without headers", "x", undefined, { "content-type": TEXT }],
  ["a text with headers", "x", { "X-Own": "1" }, { "content-type": TEXT, "x-own": "1" }],
  ["a text with a list of headers", "x", [["X-Own", "1"]], { "content-type": TEXT, "x-own": "1" }],
  ["a text with its own type", "x", { "Content-Type": "text/html" }, { "content-type": "text/html" }],
  ["no body", null, { "X-Own": "1" }, { "x-own": "1" }],
])("reading the headers of a response leaves its parts as they are: %s", (_what, body, given, fields) => {
  useHeldResponses();
  const response = new Response(body, { headers: given as never });
  expect(Object.fromEntries(readFields(response))).toEqual(fields);
  expect(heldParts(response)?.[2]).toBe(given);
});

test("headers that can be read only once are left for the server", () => {
  useHeldResponses();
  const response = new Response(null, { headers: new Map([["x-own", "1"]]).entries() as never });
  const read = () => [...readFields(response)];
  expect([read(), read()]).toEqual([[["x-own", "1"]], [["x-own", "1"]]]);
});

test("the headers of a real response are its own", () => {
  const response = new Response("x");
  expect(readFields(response)).toBe(response.headers);
});

test.each<readonly [what: string, given: unknown, names: readonly string[] | undefined]>([
  ["an object", { "X-Own": "1" }, ["X-Own"]],
  ["an object without any", {}, []],
  ["a list", [["x-own", "1"]], undefined],
  ["of the runtime's class", new Headers({ "x-own": "1" }), undefined],
  ["null", null, undefined],
  ["missing", undefined, undefined],
])("fields are added to a copy of a whole response, if its headers are an object: %s", (_what, given, names) => {
  useHeldResponses();
  const response = new Response("x", { status: 201, headers: given as never });
  const { response: same, body, names: found, add } = open(response);
  expect([same === response, body, found]).toEqual([true, "x", names]);
  const added = add?.({ "x-more": "2" });
  expect(added && heldParts(added)).toEqual(names && [201, "x", { ...(given as object), "x-more": "2" }]);
  expect(heldParts(response)?.[2]).toBe(given);
});

test("a response whose body is not there as a whole is left as it is", () => {
  useHeldResponses();
  const response = new Response(pieces(["x"]), { headers });
  expect(open(response)).toEqual({ response, body: undefined });
});

test("a response of srvx is made anew, with the fields that are added", () => {
  const given = new ServedResponse("x", { status: 201, statusText: "Fine", headers: { "x-own": "1" } });
  expect([isServed(given), isServed(new Response("x"))]).toEqual([true, false]);
  const { response, body, names, add } = open(given);
  expect([body, names]).toEqual(["x", ["x-own", "content-type", "content-length"]]);
  const parts = { status: 201, statusText: "Fine", body: "x" };
  const fields = ["x-own", "1", "content-type", "text/plain; charset=UTF-8", "content-length", "1"];
  expect(servedParts(response)).toEqual({ ...parts, headers: fields });
  expect(servedParts(add?.({ "x-more": "2" }) as Response)).toEqual({ ...parts, headers: [...fields, "x-more", "2"] });
});
