import { describe, expect, test } from "vitest";

import { createContract, defineCatalog } from "../../index.ts";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });

function codeOf(thrown: unknown): string {
  const response = contract.respond(thrown, { method: "GET", path: "/", header: () => undefined });
  return JSON.parse(response?.body ?? "").error.code;
}

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
  ])("%s is not one of them", (_what, thrown) => expect(codeOf(thrown)).toBe("acme_internal_error"));
});
