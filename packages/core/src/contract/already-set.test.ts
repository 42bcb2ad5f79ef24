import { describe, expect, test, vi } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { InterceptedResponse } from "../http/response.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";

const acme = defineCatalog({ vendor: "acme" });

function contractWith(options: ContractOptions = {}) {
  return createAdapterContract(acme, { onError: () => {}, ...options });
}

/** Facts of a request on whose answer something has already set header fields. */
function context(set: Readonly<Record<string, string>> = {}, more: Partial<RequestContext> = {}): RequestContext {
  return { method: "GET", path: "/", header: () => undefined, responseHeader: (name) => set[name], ...more };
}

function written(status: number, headers: Readonly<Record<string, string>>): InterceptedResponse {
  return { status, header: (name) => headers[name], body: "" };
}

function httpError(status: number, headers: object = {}): Error {
  return Object.assign(new Error("x"), { status, statusCode: status, expose: true, headers });
}

describe("a Retry-After that is already set", () => {
  const set = { "retry-after": "7" };

  test.each<[what: string, thrown: Error, seconds: string | undefined, milliseconds: string | undefined]>([
    ["counts for rate_limited", acme.error("rate_limited"), "7", "7000"],
    ["counts for a 503", acme.error("harness_unavailable"), "7", "7000"],
    ["counts for a foreign 429", httpError(429), "7", "7000"],
    ["gives way to the error's own", acme.error("rate_limited", { retryAfter: 2 }), "2", "2000"],
    ["says nothing of a budget that is spent", acme.error("quota_exhausted"), undefined, undefined],
    ["says nothing of a 502", acme.error("preview_failed"), undefined, undefined],
    ["says nothing of a busy session", acme.error("session_busy"), undefined, undefined],
  ])("%s", (_what, thrown, seconds, milliseconds) => {
    const { headers } = contractWith().respond(thrown, context(set)) ?? {};
    expect(headers?.["Retry-After"]).toBe(seconds);
    expect(headers?.["retry-after-ms"]).toBe(milliseconds);
  });

  test("is treated as on a response that something else wrote", () => {
    const wait = ({ headers = {} }: { headers?: object } = {}) =>
      Object.entries(headers).filter(([name]) => name.toLowerCase().startsWith("retry"));
    const thrown = contractWith().respond(acme.error("rate_limited"), context(set));
    const filled = contractWith().replace(written(429, set), context());
    expect(wait(thrown)).toEqual(wait(filled));
    expect(wait(thrown)).toHaveLength(2);
  });

  test.each(["soon", "", "-1"])("is left alone: %j", (value) => {
    const answer = contractWith().respond(acme.error("rate_limited"), context({ "retry-after": value }));
    expect(answer?.headers).not.toHaveProperty("Retry-After");
  });
});

test.each([
  () => {
    throw new Error("x");
  },
  () => 7 as unknown as string,
])("a function for header fields that throws is ignored", (responseHeader) => {
  const answer = contractWith().respond(acme.error("rate_limited"), context({}, { responseHeader }));
  expect(answer?.status).toBe(429);
  expect(answer?.headers).not.toHaveProperty("Retry-After");
});

test("a challenge that is already set stays", () => {
  const missing = () => acme.error("missing_credential");
  const set = { "www-authenticate": "DPoP" };
  const contract = contractWith();
  expect(contract.respond(missing(), context())?.headers["WWW-Authenticate"]).toBe("Bearer");
  expect(contract.respond(missing(), context(set))?.headers).not.toHaveProperty("WWW-Authenticate");
  expect(contract.replace(written(401, set), context())?.headers).not.toHaveProperty("WWW-Authenticate");
  expect(contract.replace(written(401, {}), context())?.headers).not.toHaveProperty("WWW-Authenticate");
  const asking = written(401, { "www-authenticate": 'Bearer realm="x"' });
  expect(JSON.parse(contract.replace(asking, context())?.body ?? "").error.code).toBe("missing_credential");
});

describe("Allow", () => {
  test.each([
    ["PUT,GET , HEAD,GET", "GET, HEAD, PUT"],
    ["M-SEARCH", "M-SEARCH"],
    ["GET, HUNTER TWO", undefined],
    ["get", undefined],
    ["GET,,PUT", undefined],
    ["", undefined],
    [`${"GET, ".repeat(200)}PUT`, undefined],
  ])("%j", (value, sent) => {
    const contract = contractWith();
    expect(contract.replace(written(405, { allow: value }), context())?.headers["Allow"]).toBe(sent);
    expect(contract.respond(httpError(405, { Allow: value }), context())?.headers["Allow"]).toBe(sent);
    expect(contract.respond(httpError(405), context({ allow: value }))?.headers["Allow"]).toBe(sent);
  });

  test("lists the methods that an adapter knows", () => {
    expect(contractWith().notFound(context(), ["PUT", "GET", "PUT"]).headers["Allow"]).toBe("GET, PUT");
  });
});

describe("a value that is thrown a second time", () => {
  test("in the same request is answered and reported once", () => {
    const onError = vi.fn();
    const contract = contractWith({ onError });
    const [one, failure] = [context(), new Error("x")];
    expect(contract.respond(failure, one)?.status).toBe(500);
    expect(contract.respond(failure, one)).toBeUndefined();
    expect(onError).toHaveBeenCalledOnce();
  });

  test("in another request, or as another value, is answered again", () => {
    const onError = vi.fn();
    const contract = contractWith({ onError });
    const [one, failure] = [context(), new Error("x")];
    expect(contract.respond(failure, one)?.status).toBe(500);
    expect(contract.respond(failure, context())?.status).toBe(500);
    expect(contract.respond(new Error("x"), one)?.status).toBe(500);
    for (const primitive of ["x", "x", null, null]) expect(contract.respond(primitive, one)?.status).toBe(500);
    expect(onError).toHaveBeenCalledTimes(7);
  });
});

describe("maxFileBytes", () => {
  test.each([[0], [-1], [1.5], [Number.NaN], ["9"], [null], [{}]])("%j is refused at start-up", (maxFileBytes) => {
    const create = () => contractWith({ maxFileBytes } as unknown as ContractOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/^maxFileBytes: expected a positive whole number of bytes or a function, got /);
  });

  test.each([[1], [undefined], [() => 1]])("%s is accepted", (maxFileBytes) => {
    expect(() => contractWith({ maxFileBytes } as ContractOptions)).not.toThrow();
  });
});

test.each<[what: string, bodyLimit: () => number | undefined]>([
  [
    "throws",
    () => {
      throw new Error("x");
    },
  ],
  ["is no number", () => "9" as unknown as number],
  ["is no limit", () => 0],
  ["is unknown", () => undefined],
])("a body limit that %s is not stated", (_what, bodyLimit) => {
  class FastifyError extends Error {
    override name = "FastifyError";
    code = "FST_ERR_CTP_BODY_TOO_LARGE";
    get [Symbol.toStringTag]() {
      return "Error";
    }
  }
  const answer = contractWith().respond(new FastifyError(), context({}, { bodyLimit }));
  expect(JSON.parse(answer?.body ?? "").error).toMatchObject({ code: "acme_content_too_large", detail: null });
});
