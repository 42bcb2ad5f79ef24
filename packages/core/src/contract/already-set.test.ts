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
    ["GET, HUNTER TWO", undefined],
  ])("%j", (value, sent) => {
    const contract = contractWith();
    expect(contract.replace(written(405, { allow: value }), context())?.headers["Allow"]).toBe(sent);
    expect(contract.respond(httpError(405, { Allow: value }), context())?.headers["Allow"]).toBe(sent);
    expect(contract.respond(httpError(405), context({ allow: value }))?.headers["Allow"]).toBe(sent);
  });

  test("lists the methods that an adapter knows, if it knows any", () => {
    const unknown = contractWith().notFound(context());
    expect([unknown.status, unknown.headers["Allow"]]).toEqual([404, undefined]);
    const answer = contractWith().notFound(context(), ["PUT", "GET", "PUT"]);
    expect([answer.status, answer.headers["Allow"]]).toEqual([405, "GET, PUT"]);
    expect(answer.body).toContain("acme_method_not_allowed");
  });
});

test("a value that is thrown again in another request is answered again", () => {
  const onError = vi.fn();
  const contract = contractWith({ onError });
  const [one, failure] = [context(), new Error("x")];
  for (const request of [one, context()]) expect(contract.respond(failure, request)?.status).toBe(500);
  expect(contract.respond(failure, one)).toBeUndefined();
  expect(onError).toHaveBeenCalledTimes(2);
});
