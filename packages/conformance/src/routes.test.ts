import { describe, expect, test } from "vitest";
import { parseRoutes, requestOf } from "./routes.ts";

const line = (at: string, got: string) =>
  `${at}: expected a method and a path, such as "GET /v1/things", but got ${got}`;
const method = (at: string, got: string) =>
  `${at}: expected a method that has a body, such as "POST /v1/things", but got ${got}`;
const KNOWN =
  "success, protected, objects, foreign, forbidden, wrongMethod, json, upload, limited, raise, crash, stream, silentStream";

describe("routes are refused if", () => {
  test.each<readonly [what: string, routes: unknown, message: string]>([
    ["they are a list", [], "routes: expected an object, but got []"],
    ["they are null", null, "routes: expected an object, but got null"],
    ["they are missing", undefined, "routes: expected an object, but got undefined"],
    ["a name is unknown", { raize: "GET /a" }, `raize: there is no such field; known are ${KNOWN}`],
    [
      "a name within is unknown",
      { json: { request: "POST /a", bad: 1 } },
      "json.bad: there is no such field; known are request, wrong, param",
    ],
    ["a name is inherited", JSON.parse('{"__proto__": 1}'), `__proto__: there is no such field; known are ${KNOWN}`],
    ["a line is no text", { success: 5 }, line("success", "5")],
    ["a line has no method", { success: "/a" }, line("success", '"/a"')],
    ["a method is small", { success: "get /a" }, line("success", '"get /a"')],
    ["a method is too long", { success: `${"A".repeat(21)} /a` }, line("success", `"${"A".repeat(21)} /a"`)],
    ["something is before the method", { success: " GET /a" }, line("success", '" GET /a"')],
    ["a path has no slash", { success: "GET a" }, line("success", '"GET a"')],
    ["a path has a space", { success: "GET /a b" }, line("success", '"GET /a b"')],
    ["a path has a backslash", { success: "GET /a\\b" }, line("success", '"GET /a\\\\b"')],
    ["a path ends in a line break", { success: "GET /a\n" }, line("success", '"GET /a\\n"')],
    ["a path is too long", { success: `GET /${"a".repeat(2_001)}` }, line("success", `"GET /${"a".repeat(74)}`)],
    [
      "a method is CONNECT",
      { success: "CONNECT /a" },
      'success: expected a method that fetch sends, but got "CONNECT /a"',
    ],
    ["a method is TRACE", { success: "TRACE /a" }, 'success: expected a method that fetch sends, but got "TRACE /a"'],
    ["a method is TRACK", { success: "TRACK /a" }, 'success: expected a method that fetch sends, but got "TRACK /a"'],
    ["JSON is sent with GET", { json: { request: "GET /a" } }, method("json.request", '"GET /a"')],
    ["JSON is sent with HEAD", { json: { request: "HEAD /a" } }, method("json.request", '"HEAD /a"')],
    [
      "a file is sent with GET",
      { upload: { request: "GET /a", field: "f", bytes: 1 } },
      method("upload.request", '"GET /a"'),
    ],
    [
      "a stream is asked for with GET",
      { stream: { request: "GET /a", body: 1 } },
      method("stream.request", '"GET /a"'),
    ],
    ["no code is in the path", { raise: "GET /a" }, 'raise: expected a path that holds {code}, but got "GET /a"'],
    ["no object is named", { objects: {} }, "objects: expected a request for one code at least, but got {}"],
    [
      "no id is in the path",
      { objects: { harness_not_found: "GET /a" } },
      'objects.harness_not_found: expected a path that holds {id}, but got "GET /a"',
    ],
    ["no object of others is named", { foreign: [] }, "foreign: expected a list of 1 to 50, but got []"],
    ["the objects of others are no list", { foreign: {} }, "foreign: expected a list of 1 to 50, but got {}"],
    [
      "too many are hidden",
      { crash: { request: "GET /a", hides: Array(51).fill("a") } },
      `crash.hides: expected a list of 1 to 50, but got ${JSON.stringify(Array(51).fill("a")).slice(0, 80)}`,
    ],
    [
      "nothing is hidden",
      { crash: { request: "GET /a", hides: ["a", ""] } },
      'crash.hides.1: expected a text, but got ""',
    ],
    [
      "what is hidden is no text",
      { crash: { request: "GET /a", hides: [5] } },
      "crash.hides.0: expected a text, but got 5",
    ],
    ["an object of others has no id", { foreign: [{ request: "GET /{id}" }] }, "foreign.0.id: it is missing"],
    [
      "an object of others has no id in its path",
      { foreign: [{ request: "GET /a", id: "a" }] },
      'foreign.0.request: expected a path that holds {id}, but got "GET /a"',
    ],
    [
      "a token has a space",
      { forbidden: { request: "GET /a", token: "a b" } },
      'forbidden.token: expected printable characters without a space, but got "string"',
    ],
    [
      "a token is empty",
      { forbidden: { request: "GET /a", token: "" } },
      'forbidden.token: expected printable characters without a space, but got "string"',
    ],
    [
      "a token begins with a space",
      { forbidden: { request: "GET /a", token: " a" } },
      'forbidden.token: expected printable characters without a space, but got "string"',
    ],
    [
      "a token is no text",
      { forbidden: { request: "GET /a", token: 5 } },
      'forbidden.token: expected printable characters without a space, but got "number"',
    ],
    ["an upload has no size", { upload: { request: "POST /a", field: "f" } }, "upload.bytes: it is missing"],
    [
      "an upload is empty",
      { upload: { request: "POST /a", field: "f", bytes: 0 } },
      "upload.bytes: expected a whole number from 1 to 33554432, but got 0",
    ],
    [
      "an upload is too large",
      { upload: { request: "POST /a", field: "f", bytes: 33_554_433 } },
      "upload.bytes: expected a whole number from 1 to 33554432, but got 33554433",
    ],
    [
      "an upload has a part of a byte",
      { upload: { request: "POST /a", field: "f", bytes: 1.5 } },
      "upload.bytes: expected a whole number from 1 to 33554432, but got 1.5",
    ],
    [
      "there are too many requests",
      { limited: { request: "GET /a", requests: 101 } },
      "limited.requests: expected a whole number from 1 to 100, but got 101",
    ],
    ["a stream has no body", { stream: { request: "POST /a" } }, "stream.body: it is missing"],
    [
      "a stream is silent for too long",
      { silentStream: { request: "GET /a", seconds: 121 } },
      "silentStream.seconds: expected a whole number from 1 to 120, but got 121",
    ],
    ["a name has no text", { json: { request: "POST /a", param: "" } }, 'json.param: expected a text, but got ""'],
    ["a value cannot be shown", { success: () => {} }, line("success", "function")],
  ])("%s", (_what, routes, message) => {
    expect(() => parseRoutes(routes)).toThrow(new TypeError(message));
  });

  test("a code is no 404", () => {
    const routes = { objects: { session_busy: "GET /{id}" } };
    expect(() => parseRoutes(routes)).toThrow(
      /^objects\.session_busy: there is no such field; known are harness_not_found, /,
    );
  });
});

test.each<readonly [what: string, routes: object]>([
  ["none", {}],
  ["one that is undefined", { success: undefined }],
  ["a long one", { success: `${"A".repeat(20)} /${"a".repeat(2_000)}` }],
  ["one that only begins like a method that is not sent", { success: "TRACER /a" }],
  [
    "all of them",
    {
      success: "GET /",
      protected: "GET /a?b=c#d",
      objects: { harness_not_found: "GET /{id}" },
      foreign: Array(50).fill({ request: "GET /{id}", id: "a" }),
      forbidden: { request: "GET /a", token: "!~" },
      wrongMethod: "PATCH /a",
      json: { request: "POST /a", wrong: null, param: "a.b" },
      upload: { request: "POST /a", field: "f", bytes: 33_554_432 },
      limited: { request: "GET /a", requests: 100 },
      raise: "GET /{code}",
      crash: { request: "GET /a", hides: ["a"] },
      stream: { request: "POST /a", body: {}, wrong: 1 },
      silentStream: { request: "GET /a", body: {}, seconds: 120 },
    },
  ],
  [
    "only what each needs",
    {
      forbidden: { request: "GET /a" },
      json: { request: "GETTER /a" },
      limited: { request: "GET /a", requests: 1 },
      upload: { request: "POST /a", field: "f", bytes: 1 },
      crash: { request: "GET /a" },
      stream: { request: "POST /a", body: null },
      silentStream: { request: "GET /a", seconds: 1 },
    },
  ],
])("routes may name %s", (_what, routes) => {
  expect(parseRoutes(routes)).toBe(routes);
});

test("a line has a method and a path", () => {
  expect(requestOf("PATCH /a?b=c%20d")).toEqual({ method: "PATCH", path: "/a?b=c%20d" });
});
