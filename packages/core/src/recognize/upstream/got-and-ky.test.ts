import { describe, expect, test } from "vitest";
import { answerTo, known, UNKNOWN } from "../../../../../test/recognize/known.ts";

class Options {
  merge(): void {}
}

const REQUEST = new Request("https://orders.internal/");

const error = (fields: object) => Object.assign(new Error("hunter2"), fields);
const ofGot = (name: string, more: object = {}) => error({ name, options: new Options(), ...more });
const ofKy = (name: string, more: object = {}) => error({ name, request: REQUEST, options: {}, ...more });

describe("an error of got", () => {
  test.each<[name: string, code: string]>([
    ["TimeoutError", "acme_upstream_timeout"],
    ["AbortError", "acme_upstream_timeout"],
    ["CancelError", "acme_upstream_timeout"],
    ["HTTPError", "acme_upstream_error"],
    ["ParseError", "acme_upstream_error"],
    ["ReadError", "acme_upstream_error"],
    ["UploadError", "acme_upstream_error"],
    ["CacheError", "acme_upstream_error"],
    ["MaxRedirectsError", "acme_upstream_error"],
    ["RetryError", "acme_upstream_error"],
  ])("%s becomes %s", (name, code) => {
    expect(known(ofGot(name))).toEqual(["got", code]);
    expect(known(ofGot(name, { code: "ERR_INVALID_URL" }))).toEqual(["got", code]);
  });

  test.each<[code: unknown, answer: string]>([
    ["ETIMEDOUT", "acme_upstream_timeout"],
    ["ERR_GOT_REQUEST_ERROR", "acme_internal_error"],
    ["ERR_INVALID_URL", "acme_internal_error"],
    ["ERR_UNSUPPORTED_PROTOCOL", "acme_internal_error"],
    ["ECONNREFUSED", "acme_upstream_error"],
    [undefined, "acme_upstream_error"],
  ])("RequestError with the code %s becomes %s", (code, answer) => {
    expect(known(ofGot("RequestError", { code }))).toEqual(["got", answer]);
  });

  test.each<[what: string, thrown: unknown]>([
    ["another name", ofGot("OddError")],
    ["options that are a plain object", error({ name: "HTTPError", options: {} })],
    ["options whose merge is no function", error({ name: "HTTPError", options: { merge: true } })],
    ["no options", error({ name: "HTTPError" })],
    ["the fields on what is no error", { name: "HTTPError", message: "hunter2", options: new Options() }],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});

describe("an error of ky", () => {
  test.each<[name: string, code: string]>([
    ["TimeoutError", "acme_upstream_timeout"],
    ["HTTPError", "acme_upstream_error"],
  ])("%s becomes %s", (name, code) => expect(known(ofKy(name))).toEqual(["ky", code]));

  test.each<[what: string, cause: unknown, code: string]>([
    ["a failed connection", new TypeError("fetch failed"), "acme_upstream_error"],
    [
      "a connection that took too long",
      new TypeError("fetch failed", { cause: { code: "UND_ERR_CONNECT_TIMEOUT" } }),
      "acme_upstream_timeout",
    ],
    ["nothing", undefined, "acme_upstream_error"],
  ])("NetworkError is read by what it wraps: %s", (_what, cause, code) => {
    expect(known(ofKy("NetworkError", { cause }))).toEqual(["ky", code]);
  });

  test.each<[what: string, thrown: unknown]>([
    ["another name", ofKy("ParseError")],
    ["a request that is a plain object", error({ name: "HTTPError", request: { url: "/" } })],
    ["a response in place of the request", error({ name: "HTTPError", request: new Response("x") })],
    ["the fields on what is no error", { name: "HTTPError", message: "hunter2", request: REQUEST }],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});

const ASKING = { statusCode: 429, headers: { "retry-after": "7" } };

test.each<[what: string, thrown: unknown, wait: string | undefined]>([
  ["got, refused", ofGot("HTTPError", { response: ASKING }), "7"],
  ["got, with a body that is not JSON", ofGot("ParseError", { response: ASKING }), "7"],
  ["got, while it read the body", ofGot("ReadError", { response: ASKING }), undefined],
  ["got, too late", ofGot("TimeoutError", { response: ASKING }), undefined],
  [
    "ky, refused",
    ofKy("HTTPError", { response: new Response("", { status: 503, headers: { "Retry-After": "7" } }) }),
    "7",
  ],
])("the wait that the other service asked for is passed on: %s", (_what, thrown, wait) => {
  expect(answerTo(thrown)?.headers["Retry-After"]).toBe(wait);
});
