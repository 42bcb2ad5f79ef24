import { describe, expect, test } from "vitest";
import { routesFromOpenApi } from "./openapi.ts";

const from = (paths: object, more: object = {}) => routesFromOpenApi({ openapi: "3.1.0", paths, ...more });

/** An operation that succeeds. */
const OK = { responses: { 200: { description: "Done" } } };

/** An operation about which nothing is known. */
const PLAIN = { responses: {} };

const BOTH = { patch: PLAIN, put: PLAIN };

describe("an OpenAPI document is refused that is", () => {
  test.each<readonly [what: string, document: unknown]>([
    ["null", null],
    ["a list", []],
    ["a text", "openapi: 3.1.0"],
    ["of version 2", { swagger: "2.0" }],
    ["of version 4", { openapi: "4.3.0" }],
    ["of version 30", { openapi: "30.0" }],
    ["of a version that is a number", { openapi: 3.1 }],
  ])("%s", (_what, document) => {
    const message = "openapi: expected an OpenAPI document of version 3, with `openapi` and `paths`";
    expect(() => routesFromOpenApi(document)).toThrow(new TypeError(message));
  });
});

test.each<readonly [what: string, more: object]>([
  ["without paths", {}],
  ["with paths that are a list", { paths: [] }],
  ["with paths that are null", { paths: { "/a": null } }],
])("a document %s says nothing", (_what, more) => {
  expect(routesFromOpenApi({ openapi: "3.0.0", ...more })).toEqual({});
});

describe("a request that succeeds is", () => {
  test.each<readonly [what: string, paths: object, success: string | undefined]>([
    [
      "the first GET",
      { "/a": { post: OK, ...BOTH }, "/b": { get: OK, ...BOTH }, "/c": { get: OK, ...BOTH } },
      "GET /b",
    ],
    ["one whose response is of the range 2XX", { "/a": { get: { responses: { "2XX": {} } } } }, "GET /a"],
    ["none whose responses all fail", { "/a": { get: { responses: { 404: {}, 120: {} } } } }, undefined],
    ["none with a part in its path", { "/a/{id}": { get: OK } }, undefined],
    [
      "none with a parameter that it needs",
      { "/a": { get: { ...OK, parameters: [{ name: "b", in: "query", required: true }] } } },
      undefined,
    ],
    [
      "none with a parameter that its path needs",
      { "/a": { parameters: [{ name: "b", in: "header", required: true }], get: OK } },
      undefined,
    ],
    [
      "one with a parameter that may be left out",
      { "/a": { get: { ...OK, parameters: [{ name: "b", in: "query" }] } } },
      "GET /a",
    ],
    [
      "one with a part of its path as a parameter",
      { "/a": { get: { ...OK, parameters: [{ in: "path", required: true }] } } },
      "GET /a",
    ],
    ["one with parameters that are no list", { "/a": { get: { ...OK, parameters: {} } } }, "GET /a"],
  ])("%s", (_what, paths, success) => {
    expect(from(paths).success).toBe(success);
  });
});

describe("a request that needs a token is", () => {
  const KEY = [{ bearer: [] }];

  test.each<readonly [what: string, security: unknown, ofDocument: unknown, isGuarded: boolean]>([
    ["one with a requirement of its own", KEY, undefined, true],
    ["one under a requirement of the document", undefined, KEY, true],
    ["none that needs nothing, under a document that does", [], KEY, false],
    ["none without a requirement", undefined, undefined, false],
    ["none that may go without one", [{ bearer: [] }, {}], undefined, false],
    ["none whose requirement is no list", { bearer: [] }, undefined, false],
  ])("%s", (_what, security, ofDocument, isGuarded) => {
    const operation = { ...PLAIN, ...(security === undefined ? {} : { security }) };
    const routes = from({ "/a": { get: operation } }, ofDocument === undefined ? {} : { security: ofDocument });
    expect(routes.protected).toBe(isGuarded ? "GET /a" : undefined);
  });

  test("the first of several", () => {
    expect(from({ "/a": { get: PLAIN }, "/b": { get: { ...PLAIN, security: KEY } } }).protected).toBe("GET /b");
  });
});

describe("a method that an address does not have is", () => {
  test.each<readonly [what: string, paths: object, wrongMethod: string | undefined]>([
    ["PATCH", { "/a": { get: PLAIN } }, "PATCH /a"],
    ["PUT, if PATCH is there", { "/a": { get: PLAIN, patch: PLAIN } }, "PUT /a"],
    ["of another address, if both are there", { "/a": BOTH, "/b": { delete: PLAIN } }, "PATCH /b"],
    ["unknown, if both are everywhere", { "/a": BOTH }, undefined],
    ["unknown, if a part may be anything", { "/a": { get: PLAIN }, "/{b}": BOTH }, undefined],
    ["known beside longer paths", { "/a": { get: PLAIN }, "/{b}/c": BOTH }, "PATCH /a"],
    ["known beside paths with other parts", { "/a/b": { get: PLAIN }, "/{c}/d": BOTH }, "PATCH /a/b"],
    ["known beside other methods of such paths", { "/a": { get: PLAIN }, "/{b}": { patch: PLAIN } }, "PUT /a"],
    ["none of a path with a part", { "/{a}": { get: PLAIN } }, undefined],
  ])("%s", (_what, paths, wrongMethod) => {
    expect(from(paths).wrongMethod).toBe(wrongMethod);
  });
});

describe("a request with JSON is", () => {
  const taking = (schema: unknown, method = "post") => ({
    "/a": { ...BOTH, [method]: { requestBody: { content: { "application/json": { schema } } } } },
  });

  test.each<readonly [type: string, wrong: unknown]>([
    ["string", 42],
    ["array", 42],
    ["object", 42],
    ["number", "no"],
    ["integer", "no"],
    ["boolean", "no"],
  ])("wrong in a field of the type %s", (type, wrong) => {
    const schema = { required: ["b"], properties: { b: { type } } };
    expect(from(taking(schema)).json).toEqual({ request: "POST /a", wrong: { b: wrong } });
  });

  test.each<readonly [what: string, paths: object, json: unknown]>([
    [
      "sent with PUT",
      taking({ properties: { b: { type: "string" } } }, "put"),
      { request: "PUT /a", wrong: { b: 42 } },
    ],
    [
      "sent with PATCH",
      taking({ properties: { b: { type: "string" } } }, "patch"),
      { request: "PATCH /a", wrong: { b: 42 } },
    ],
    ["not sent with DELETE", taking({ properties: { b: { type: "string" } } }, "delete"), undefined],
    ["not sent with GET", taking({ properties: { b: { type: "string" } } }, "get"), undefined],
    [
      "wrong in a field that must be there",
      taking({ required: [5, "c"], properties: { b: { type: "string" }, c: { type: "number" } } }),
      { request: "POST /a", wrong: { c: "no" } },
    ],
    [
      "wrong in the first field whose type is known",
      taking({ properties: { b: {}, c: { type: ["string", "null"] }, d: { type: "boolean" } } }),
      { request: "POST /a", wrong: { d: "no" } },
    ],
    ["without a wrong field, if no type is known", taking({}), { request: "POST /a" }],
    [
      "without a wrong field, if only fields of others must be there",
      taking({ required: [], properties: { b: { type: "string" } } }),
      { request: "POST /a" },
    ],
    ["none of another type", { "/a": { post: { requestBody: { content: { "text/plain": {} } } } } }, undefined],
    ["none without a body", { "/a": { post: PLAIN } }, undefined],
    [
      "none with a part in its path",
      { "/{a}": { post: { requestBody: { content: { "application/json": {} } } } } },
      undefined,
    ],
  ])("%s", (_what, paths, json) => {
    expect(from(paths).json).toEqual(json);
  });

  test("wrong in a field with an odd name", () => {
    const schema = JSON.parse('{ "properties": { "__proto__": { "type": "string" } } }');
    expect(JSON.stringify(from(taking(schema)).json)).toBe('{"request":"POST /a","wrong":{"__proto__":42}}');
  });
});

describe("the request of a missing object is known from", () => {
  const body = (code: unknown) => ({ error: { code } });
  const missing = (media: object, more: object = {}) => ({
    get: { responses: { 404: { content: { "application/json": media } } }, ...more },
  });
  const one = (code: unknown) => missing({ example: body(code) });

  test.each<readonly [what: string, paths: object, objects: unknown]>([
    ["an example", { "/a/{b}": one("harness_not_found") }, { harness_not_found: "GET /a/{id}" }],
    [
      "a named example",
      { "/a/{b}": missing({ examples: { c: { value: body("harness_not_found") }, d: null } }) },
      { harness_not_found: "GET /a/{id}" },
    ],
    [
      "examples with the same code",
      {
        "/{b}/a": missing({
          example: body("harness_not_found"),
          examples: { c: { value: body("harness_not_found") } },
        }),
      },
      { harness_not_found: "GET /{id}/a" },
    ],
    [
      "each of several addresses",
      { "/a/{b}": one("harness_not_found"), "/c/{d}": one("session_not_found") },
      { harness_not_found: "GET /a/{id}", session_not_found: "GET /c/{id}" },
    ],
    [
      "no examples with several codes",
      {
        "/a/{b}": missing({
          example: body("harness_not_found"),
          examples: { c: { value: body("session_not_found") } },
        }),
      },
      undefined,
    ],
    ["no example with a code of a vendor", { "/a/{b}": one("acme_not_found") }, undefined],
    ["no example with a code of another status", { "/a/{b}": one("session_busy") }, undefined],
    ["no example with an odd code", { "/a/{b}": one("constructor") }, undefined],
    ["no example with a code that is no text", { "/a/{b}": one(["harness_not_found"]) }, undefined],
    ["no path without a part", { "/a": one("harness_not_found") }, undefined],
    ["no path with two parts", { "/{a}/{b}": one("harness_not_found") }, undefined],
    ["no other method", { "/a/{b}": { delete: one("harness_not_found").get } }, undefined],
    [
      "no operation that needs a parameter",
      {
        "/a/{b}": missing(
          { example: body("harness_not_found") },
          { parameters: [{ name: "c", in: "query", required: true }] },
        ),
      },
      undefined,
    ],
    [
      "no example of another status",
      {
        "/a/{b}": {
          get: { responses: { 403: { content: { "application/json": { example: body("harness_not_found") } } } } },
        },
      },
      undefined,
    ],
  ])("%s", (_what, paths, objects) => {
    expect(from(paths).objects).toEqual(objects);
  });
});

describe("the path of a server comes before the others:", () => {
  test.each<readonly [what: string, servers: unknown, path: string]>([
    ["of an address", [{ url: "https://api.example/v1" }], "/v1/a"],
    ["of a path", [{ url: "/v1/" }], "/v1/a"],
    ["of the first server", [{ url: "/v1" }, { url: "/v2" }], "/v1/a"],
    ["none of a slash", [{ url: "/" }], "/a"],
    ["none without servers", undefined, "/a"],
    ["none of servers that are no list", { url: "/v1" }, "/a"],
    ["none of an address that is no text", [{ url: 5 }], "/a"],
    ["none of an address that is none", [{ url: "http://[" }], "/a"],
    ["none of 501 letters", [{ url: `/${"b".repeat(500)}` }], "/a"],
    ["of 500 letters", [{ url: `/${"b".repeat(499)}` }], `/${"b".repeat(499)}/a`],
    ["with its variables", [{ url: "/{b}/{c}", variables: { b: { default: "d" }, c: { default: "e" } } }], "/d/e/a"],
    ["none with a variable without a default", [{ url: "/{b}", variables: { b: {} } }], "/a"],
    ["none with a variable that is inherited", [{ url: "/{constructor}", variables: {} }], "/a"],
    ["none with a brace that stays", [{ url: "/{b" }], "/a"],
    ["none with a brace that closes nothing", [{ url: "/b}" }], "/a"],
    ["none that its variables make too long", [{ url: "/{b}", variables: { b: { default: "c".repeat(500) } } }], "/a"],
  ])("%s", (_what, servers, path) => {
    expect(from({ "/a": { get: OK } }, servers === undefined ? {} : { servers }).success).toBe(`GET ${path}`);
  });
});

describe("a path is left out that", () => {
  test.each(["a", "/a b", "/a\\b", "/a?b", "/a#b", `/${"a".repeat(1_001)}`])("is %j", (path) => {
    expect(from({ [path]: { get: OK } })).toEqual({});
  });

  test("is no. 5,001", () => {
    const paths = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`/p${index}`, {}]));
    expect(from({ ...paths, "/last": { get: OK } })).toEqual({});
    const { "/p0": _, ...fewer } = paths as Record<string, object>;
    expect(from({ ...fewer, "/last": { get: OK } }).success).toBe("GET /last");
  });

  test("is not one of 1,000 letters", () => {
    const path = `/${"a".repeat(1_000)}`;
    expect(from({ [path]: { get: OK } }).success).toBe(`GET ${path}`);
  });
});

describe("a reference is followed", () => {
  const referring = ($ref: string, more: object) => from({ "/a": { $ref } }, more).success;

  test.each<readonly [what: string, reference: string, more: object, success: string | undefined]>([
    ["within the document", "#/components/pathItems/b", { components: { pathItems: { b: { get: OK } } } }, "GET /a"],
    ["to a name with a slash and a tilde", "#/x/b~1c~0d", { x: { "b/c~d": { get: OK } } }, "GET /a"],
    ["to a name with an escaped tilde before a 1", "#/x/b~01", { x: { "b~1": { get: OK } } }, "GET /a"],
    ["to another reference", "#/x/b", { x: { b: { $ref: "#/x/c" }, c: { get: OK } } }, "GET /a"],
    ["to nothing in a loop", "#/x/b", { x: { b: { $ref: "#/x/b" } } }, undefined],
    ["to nothing in another file", "other.json#/x/b", { x: { b: { get: OK } } }, undefined],
    ["to nothing that is inherited", "#/constructor", {}, undefined],
    ["to nothing that is not there", "#/x/b/c", { x: {} }, undefined],
    ["to nothing in a list", "#/x/0", { x: [{ get: OK }] }, undefined],
  ])("%s", (_what, reference, more, success) => {
    expect(referring(reference, more)).toBe(success);
  });

  test("fifteen times", () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `b${index}`,
          index === length - 1 ? { get: OK } : { $ref: `#/x/b${index + 1}` },
        ]),
      );
    expect(referring("#/x/b0", { x: chain(15) })).toBe("GET /a");
    expect(referring("#/x/b0", { x: chain(16) })).toBe(undefined);
  });
});
