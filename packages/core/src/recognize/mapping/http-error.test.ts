import { describe, expect, test, vi } from "vitest";
import { defineCatalog } from "../../catalog/catalog.ts";
import { createContract } from "../../contract/create-contract.ts";

const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });

/** Makes an error in the shape of http-errors. */
const error = (status: unknown, fields: object = {}) =>
  Object.assign(new Error("x"), { expose: true, status, statusCode: status, ...fields });

const known = (thrown: unknown) => contract.explain(thrown).recognizer;

/** Returns the headers of the response to an error with these headers. */
function sent(status: number, headers: unknown) {
  const answer = contract.respond(error(status, { headers }), { method: "GET", path: "/", header: () => undefined });
  const of = (name: string) => answer?.headers[name];
  return {
    wait: of("Retry-After"),
    allow: of("Allow"),
    challenge: of("WWW-Authenticate"),
    range: of("Content-Range"),
  };
}

const STATED = {
  "Retry-After": "7",
  Allow: "PUT, GET",
  "WWW-Authenticate": 'Basic realm="orders"',
  "Content-Range": "bytes */5",
};

const NONE = { wait: undefined, allow: undefined, challenge: undefined, range: undefined };

describe("an error in the shape of http-errors", () => {
  test.each<[what: string, thrown: unknown]>([
    ["exposed", error(404)],
    ["not exposed", error(404, { expose: false })],
    ["with inherited fields", Object.setPrototypeOf(new Error("x"), error(404))],
  ])("is recognized: %s", (_what, thrown) => expect(known(thrown)).toBe("http-errors"));

  test.each<[what: string, thrown: unknown]>([
    ["a success", error(200)],
    ["a status that is a string", error("404")],
    ["two statuses that differ", error(404, { statusCode: 409 })],
    ["one status", error(404, { statusCode: undefined })],
    ["`expose` that is no boolean", error(404, { expose: 1 })],
    ["no status at all", error(undefined)],
    ["marks of an HTTP client", error(404, { response: {} })],
    ["what is no error", { ...error(404), message: "x" }],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toBe(undefined));
});

describe("the headers that an error states", () => {
  test.each<[status: number, headers: object]>([
    [429, { ...NONE, wait: "7" }],
    [503, { ...NONE, wait: "7" }],
    [405, { ...NONE, allow: "GET, PUT" }],
    [401, { ...NONE, challenge: 'Basic realm="orders"' }],
    [416, { ...NONE, range: "bytes */5" }],
    [400, NONE],
    [404, NONE],
    [500, NONE],
    [502, NONE],
  ])("go into a response with the status %i: %j", (status, headers) => {
    expect(sent(status, STATED)).toEqual(headers);
  });

  test.each<[what: string, headers: unknown, wait: string | undefined]>([
    ["a Headers", new Headers({ "Retry-After": "7" }), "7"],
    ["lower-case names", { "retry-after": "7" }, "7"],
    ["the names of HTTP", { "Retry-After": "7" }, "7"],
    ["both, and the first counts", { "retry-after": "9", "Retry-After": "7" }, "7"],
    ["a number", { "Retry-After": 7 }, "7"],
    ["upper-case names", { "RETRY-AFTER": "7" }, undefined],
    ["a field called `get` that is no function", { get: "x", "retry-after": "7" }, "7"],
    ["a function that throws", { get: () => Number.NaN.toFixed(101), "retry-after": "7" }, undefined],
    ["none", undefined, undefined],
    ["a string", "Retry-After: 7", undefined],
  ])("are read from %s", (_what, headers, wait) => expect(sent(429, headers)).toEqual({ ...NONE, wait }));

  test.each<unknown>(["bytes 0-4/5", "bytes */*", "bytes */5\r\nx: y", 5, ["bytes */5"], undefined])(
    "state no range that is no length: %j",
    (value) => expect(sent(416, { "Content-Range": value })).toEqual(NONE),
  );

  test.each([401, 404, 405, 416, 429])("do not end the process if they reject: %i", (status) => {
    const rejected = Promise.reject(new Error("x"));
    const then = vi.spyOn(rejected, "then");
    expect(sent(status, { get: () => rejected })).toMatchObject({
      wait: undefined,
      allow: undefined,
      range: undefined,
    });
    expect(then).toHaveBeenCalledWith(undefined, expect.any(Function));
  });

  test("decide what a 401 means", () => {
    const code = (challenge: string) =>
      contract.explain(error(401, { headers: { "WWW-Authenticate": challenge } })).code;
    expect([code("Bearer"), code("Basic")]).toEqual(["missing_credential", "acme_unauthenticated"]);
  });
});
