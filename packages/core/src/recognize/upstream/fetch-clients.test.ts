import { describe, expect, test } from "vitest";
import { answerTo, known, UNKNOWN } from "../../../../../test/recognize/known.ts";

const codeOf = (thrown: unknown) => known(thrown)[1];

const ADDRESS = "http://db-1.prod.internal/hunter2";
const error = (fields: object, message = "x") => Object.assign(new Error(message), fields);
const typeError = (fields: object, message = "x") => Object.assign(new TypeError(message), fields);

/** The exception of Workers before a later compatibility date: no tag, and its fields are own properties. */
class DOMException {
  readonly name = "TimeoutError";
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

describe("what `fetch` throws, as seen on each runtime", () => {
  test.each<readonly [what: string, thrown: unknown, code: string]>([
    ["Bun, refused", typeError({ code: "ECONNREFUSED", path: ADDRESS, errno: 0 }), "acme_upstream_error"],
    [
      "Bun, no such host",
      typeError({ code: "ENOTFOUND", path: ADDRESS, syscall: "getaddrinfo", errno: 4 }),
      "acme_upstream_error",
    ],
    ["Bun, no HTTP", typeError({ code: "Malformed_HTTP_Response", path: ADDRESS, errno: 0 }), "acme_upstream_error"],
    ["Bun, too late", typeError({ code: "ETIMEDOUT", path: ADDRESS, errno: 0 }), "acme_upstream_timeout"],
    ["Deno", typeError({ cause: new Error("error sending request") }, "fetch failed"), "acme_upstream_error"],
    ["Deno, in the body", typeError({}, "error reading a body from connection"), "acme_upstream_error"],
    ["Workers", error({ retryable: true }, "Network connection lost."), "acme_upstream_error"],
    ["Workers, too late", new DOMException(23), "acme_upstream_timeout"],
  ])("%s", (_what, thrown, code) => expect(codeOf(thrown)).toBe(code));

  test.each<readonly [what: string, thrown: unknown]>([
    ["Bun's fields on another error", error({ code: "ECONNREFUSED", path: ADDRESS, errno: 0 })],
    ["Bun's fields out of JSON", { name: "TypeError", code: "ECONNREFUSED", path: ADDRESS, errno: 0 }],
    ["a path that is no address", typeError({ code: "ENOENT", path: "/srv/x", errno: -2 })],
    ["Bun's refusal of an address", typeError({ code: "ERR_INVALID_URL" }, "fetch() URL is invalid")],
    ["Workers' text alone", error({}, "Network connection lost.")],
    ["Workers' text out of JSON", { name: "Error", message: "Network connection lost.", retryable: true }],
    ["a signal's name with another number", new DOMException(1)],
    ["Bun's fields without a code", typeError({ path: ADDRESS, errno: 0 })],
    ["Bun's fields with a code that is a number", typeError({ code: 5, path: ADDRESS, errno: 0 })],
    ["Bun's fields with a list of addresses", typeError({ code: "ECONNREFUSED", path: [ADDRESS], errno: 0 })],
    ["an address within a path", typeError({ code: "ENOENT", path: `/srv/${ADDRESS}`, errno: -2 })],
    ["an address of another scheme", typeError({ code: "ENOENT", path: "ftp://db-1/x", errno: -2 })],
    ["Bun's fields with a number as text", typeError({ code: "ECONNREFUSED", path: ADDRESS, errno: "0" })],
    ["Workers' text with another field", error({ retryable: "true" }, "Network connection lost.")],
    ["Workers' text on a TypeError", typeError({ retryable: true }, "Network connection lost.")],
    ["a longer text than Workers'", error({ retryable: true }, "Network connection lost. Again.")],
    ["Node's text on another error", error({}, "fetch failed")],
    ["a longer text than Node's", typeError({}, "fetch failed again")],
    ["Node's text out of JSON", { name: "TypeError", message: "fetch failed" }],
    ["the service's own TimeoutError", error({ name: "TimeoutError", code: 23 })],
  ])("%s is not one of them", (_what, thrown) => expect(codeOf(thrown)).toBe("acme_internal_error"));
});

describe("the reason of a signal that ended a call", () => {
  const Standard = globalThis.DOMException;
  class Renamed extends Standard {}

  test.each<[what: string, thrown: unknown, answer: readonly (string | undefined)[]]>([
    ["a time-out", new Standard("x", "TimeoutError"), ["fetch", "acme_upstream_timeout"]],
    ["an abort", new Standard("x", "AbortError"), ["fetch", "acme_upstream_timeout"]],
    ["a derived class", new Renamed("x", "AbortError"), ["fetch", "acme_upstream_timeout"]],
    ["another name", new Standard("x", "NotFoundError"), UNKNOWN],
    ["another name, as an error of `fetch`", new Standard("fetch failed", "TypeError"), UNKNOWN],
    ["an abort with the number of a time-out", aborted(23), UNKNOWN],
    ["an abort with its number", aborted(20), ["fetch", "acme_upstream_timeout"]],
    ["out of JSON", { name: "TimeoutError", code: 23, message: "x" }, UNKNOWN],
  ])("%s", (_what, thrown, answer) => expect(known(thrown)).toEqual(answer));

  function aborted(code: number): Error {
    return Object.defineProperties(new Standard("x", "AbortError"), { code: { value: code } });
  }
});

describe("a code of undici", () => {
  test.each<[code: string, answer: string]>([
    ["UND_ERR_CONNECT_TIMEOUT", "acme_upstream_timeout"],
    ["UND_ERR_HEADERS_TIMEOUT", "acme_upstream_timeout"],
    ["UND_ERR_BODY_TIMEOUT", "acme_upstream_timeout"],
    ["UND_ERR_ABORT", "acme_upstream_timeout"],
    ["UND_ERR_ABORTED", "acme_upstream_timeout"],
    ["UND_ERR_INVALID_ARG", "acme_internal_error"],
    ["UND_ERR_INVALID_RETURN_VALUE", "acme_internal_error"],
    ["UND_ERR_NOT_SUPPORTED", "acme_internal_error"],
    ["UND_ERR_REQ_CONTENT_LENGTH_MISMATCH", "acme_internal_error"],
    ["UND_ERR_INFO", "acme_internal_error"],
    ["UND_ERR_MAX_ORIGINS_REACHED", "acme_internal_error"],
    ["UND_ERR", "acme_upstream_error"],
    ["UND_ERR_SOCKET", "acme_upstream_error"],
    ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "acme_upstream_error"],
  ])("%s becomes %s, also inside an error of `fetch`", (code, answer) => {
    expect(known(error({ code }))).toEqual(["undici", answer]);
    for (const text of ["fetch failed", "terminated", "error reading a body from connection"]) {
      expect(known(typeError({ cause: error({ code }) }, text))).toEqual(["fetch", answer]);
    }
    expect(known({ code, message: "x" })).toEqual(UNKNOWN);
  });

  test.each<[what: string, thrown: unknown, answer: readonly (string | undefined)[]]>([
    [
      "a parser's error, by its name",
      error({ name: "HTTPParserError", code: "HPE_INVALID_CONSTANT" }),
      ["undici", "acme_upstream_error"],
    ],
    ["a parser's name out of JSON", { name: "HTTPParserError", message: "x" }, UNKNOWN],
    ["a code in which it comes later", error({ code: "MY_UND_ERR" }), UNKNOWN],
  ])("%s", (_what, thrown, answer) => expect(known(thrown)).toEqual(answer));
});

test.each<[what: string, cause: unknown, code: string]>([
  ["a system call too late", error({ code: "ETIMEDOUT" }), "acme_upstream_timeout"],
  ["a refusal", error({ code: "ECONNREFUSED" }), "acme_upstream_error"],
  ["an address that is not HTTP", error({}, "unknown scheme"), "acme_internal_error"],
  ["a longer text about it", error({}, "unknown scheme: ftp"), "acme_upstream_error"],
  ["nothing", undefined, "acme_upstream_error"],
])("an error of `fetch` is read by its cause: %s", (_what, cause, code) => {
  expect(known(typeError({ cause }, "fetch failed"))).toEqual(["fetch", code]);
});

describe("an error of axios", () => {
  test.each<[code: string | undefined, answer: string]>([
    ["ECONNABORTED", "acme_upstream_timeout"],
    ["ETIMEDOUT", "acme_upstream_timeout"],
    ["ERR_CANCELED", "acme_upstream_timeout"],
    ["ERR_BAD_OPTION", "acme_internal_error"],
    ["ERR_BAD_OPTION_VALUE", "acme_internal_error"],
    ["ERR_INVALID_URL", "acme_internal_error"],
    ["ERR_NOT_SUPPORT", "acme_internal_error"],
    ["ERR_NETWORK", "acme_upstream_error"],
    ["ERR_BAD_RESPONSE", "acme_upstream_error"],
    [undefined, "acme_upstream_error"],
  ])("with the code %s becomes %s", (code, answer) => {
    expect(known(error({ isAxiosError: true, code }))).toEqual(["axios", answer]);
  });

  test.each<[what: string, thrown: unknown]>([
    ["a mark that is not the value true", error({ isAxiosError: 1, code: "ERR_CANCELED" })],
    ["its code alone", error({ code: "ERR_CANCELED" })],
    ["its fields out of JSON", { name: "AxiosError", isAxiosError: true, code: "ERR_CANCELED" }],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});

test.each<[what: string, thrown: unknown]>([
  [
    "undici, which keeps the response on its error",
    error({ code: "UND_ERR_RESPONSE", statusCode: 429, headers: { "retry-after": "7" } }),
  ],
  ["axios", error({ isAxiosError: true, response: { status: 429, headers: { "retry-after": "7" } } })],
])("the wait that the other service asked for is passed on: %s", (_what, thrown) => {
  const answer = answerTo(thrown);
  expect([answer?.status, answer?.headers["Retry-After"]]).toEqual([502, "7"]);
});

describe("an error of ofetch", () => {
  const refused = new Response("hunter2", { status: 429, headers: { "Retry-After": "7" } });

  function ofOfetch(fields: object, name = "FetchError"): Error {
    const made = Object.assign(error({}), { name });
    for (const key of ["request", "options", "response"]) {
      Object.defineProperty(made, key, { get: () => (fields as Record<string, unknown>)[key] });
    }
    return Object.assign(made, "cause" in fields ? { cause: fields.cause } : {});
  }

  test.each<[what: string, thrown: unknown, code: string]>([
    ["a response", ofOfetch({ response: refused, cause: typeError({}, "fetch failed") }), "acme_upstream_error"],
    ["a failed connection", ofOfetch({ cause: typeError({}, "fetch failed") }), "acme_upstream_error"],
    [
      "another address",
      ofOfetch({ cause: typeError({ cause: { message: "unknown scheme" } }, "fetch failed") }),
      "acme_internal_error",
    ],
    ["its own time limit", ofOfetch({ cause: error({ name: "TimeoutError", code: 23 }) }), "acme_upstream_timeout"],
    [
      "a limit with another number",
      ofOfetch({ cause: error({ name: "TimeoutError", code: 20 }) }),
      "acme_upstream_error",
    ],
    ["a limit out of JSON", ofOfetch({ cause: { name: "TimeoutError", code: 23 } }), "acme_upstream_error"],
    ["a signal", ofOfetch({ cause: new DOMException(23) }), "acme_upstream_timeout"],
    ["nothing", ofOfetch({}), "acme_upstream_error"],
  ])("with %s", (_what, thrown, code) => expect(known(thrown)).toEqual(["ofetch", code]));

  test("passes the wait on", () => {
    expect(answerTo(ofOfetch({ response: refused }))?.headers["Retry-After"]).toBe("7");
  });

  test.each<[what: string, thrown: unknown]>([
    ["another name", ofOfetch({}, "HTTPError")],
    ["plain fields", error({ name: "FetchError", request: "/", options: {}, response: {} })],
    ["one getter alone", Object.defineProperty(error({ name: "FetchError" }), "request", { get: () => "/" })],
    ["fields that are missing", error({ name: "FetchError" })],
    ["the getters on what is no error", Object.create(null, Object.getOwnPropertyDescriptors(ofOfetch({})))],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});

describe("an error of node-fetch", () => {
  const coded = (code: string, more: object = {}) =>
    error({ name: "FetchError", type: "system", code, errno: code, ...more });
  const kind = (type: unknown, name = "FetchError") => error({ name, type });

  test.each<[what: string, thrown: unknown, code: string]>([
    ["a failed connection", coded("ECONNREFUSED"), "acme_upstream_error"],
    ["a connection that took too long", coded("ETIMEDOUT"), "acme_upstream_timeout"],
    ["an old-style class", Object.assign(Object.create(Error.prototype), kind("max-size")), "acme_upstream_error"],
    ["request-timeout", kind("request-timeout"), "acme_upstream_timeout"],
    ["body-timeout", kind("body-timeout"), "acme_upstream_timeout"],
    ["invalid-json", kind("invalid-json"), "acme_upstream_error"],
    ["an abort", kind("aborted", "AbortError"), "acme_upstream_timeout"],
  ])("with %s", (_what, thrown, code) => expect(known(thrown)).toEqual(["node-fetch", code]));

  test.each<[what: string, thrown: unknown]>([
    ["no kind", kind(undefined)],
    ["a kind that is no string", kind(7)],
    ["another number", coded("ECONNREFUSED", { errno: -111 })],
    ["another name", kind("system", "SystemError")],
    ["an abort of another kind", kind("system", "AbortError")],
    ["an abort of the kind of a time-out", kind("request-timeout", "AbortError")],
    ["the fields out of JSON", { ...coded("ECONNREFUSED"), message: "x" }],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});

test.each<[what: string, thrown: unknown, answer: readonly (string | undefined)[]]>([
  ["on an error", error({ response: new Response("hunter2", { status: 401 }) }), ["fetch", "acme_upstream_error"]],
  ["on an error with a status", error({ response: new Response(""), status: 404 }), ["fetch", "acme_upstream_error"]],
  ["on what is no error", { response: new Response("") }, UNKNOWN],
  ["under another name", error({ res: new Response("") }), UNKNOWN],
  ["that is plain data", error({ response: { status: 401 } }), UNKNOWN],
])("a Response of fetch %s", (_what, thrown, answer) => expect(known(thrown)).toEqual(answer));
