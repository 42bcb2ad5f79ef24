import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { authenticate } from "../access/bearer.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import { joinCatalogs } from "../catalog/join.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";

const contract = createAdapterContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });

const bare = (): RequestContext => ({
  method: "GET",
  path: "/",
  header: (name) => (name === "authorization" ? "Bearer t" : undefined),
});

/** The codes of a status that is written and thrown in one request each. */
function codesOf(status: number, make: () => RequestContext): readonly unknown[] {
  const thrown = Object.assign(new Error("x"), { status, statusCode: status, expose: true });
  const answers = [
    contract.replace({ status, header: () => undefined, body: "no" }, make()),
    contract.respond(thrown, make()),
    contract.respond(new Error("x"), Object.assign(make(), { chosenStatus: () => status })),
  ];
  return answers.map(codeOf);
}

function codeOf(answer: ErrorResponse | undefined): unknown {
  return JSON.parse(answer?.body ?? "null")?.error.code;
}

describe("a 404", () => {
  test.each<[what: string, isRouted: RequestContext["isRouted"], code: string, whenUnrouted: string]>([
    ["that a route took", () => true, "acme_not_found", "acme_not_found"],
    ["that no route took", () => false, "acme_route_not_found", "acme_route_not_found"],
    ["of which nothing is known", () => undefined, "acme_not_found", "acme_route_not_found"],
    ["of a framework that says nothing", undefined, "acme_not_found", "acme_route_not_found"],
    ["of a framework that answers otherwise", () => 0 as never, "acme_not_found", "acme_route_not_found"],
    ["of a framework that fails", () => Number.NaN.toFixed(101) as never, "acme_not_found", "acme_route_not_found"],
  ])("%s", (_what, isRouted, code, whenUnrouted) => {
    const make = () => Object.assign(bare(), isRouted === undefined ? {} : { isRouted });
    expect(codesOf(404, make)).toEqual([code, code, code]);
    expect(codeOf(contract.notFound(make()))).toBe(whenUnrouted);
  });
});

describe("a 401", () => {
  test("asks for a bearer token if the contract's check has run", async () => {
    const asked = bare();
    await authenticate(asked, () => ({}));
    expect(codesOf(401, bare)).toEqual(Array(3).fill("acme_unauthenticated"));
    expect(codesOf(401, () => asked)).toEqual(Array(3).fill("invalid_credential"));
  });

  test("asks for one if the challenge that is set does, and not if it cannot be read", () => {
    const set = (responseHeader: () => string) => codesOf(401, () => Object.assign(bare(), { responseHeader }));
    expect(set(() => 'Basic realm="x", Bearer')).toEqual(Array(3).fill("invalid_credential"));
    expect(set(() => 7 as never)).toEqual(Array(3).fill("acme_unauthenticated"));
    expect(set(() => Number.NaN.toFixed(101))).toEqual(Array(3).fill("acme_unauthenticated"));
  });
});

test("no challenge is invented for a code of any joined vendor", () => {
  const both = joinCatalogs(defineCatalog({ vendor: "acme" }), defineCatalog({ vendor: "globex" }));
  for (const code of ["acme_unauthenticated", "globex_unauthenticated"] as const) {
    const answer = createAdapterContract(both, { onError: () => {} }).respond(both.error(code), bare());
    expect([answer?.status, answer?.headers["WWW-Authenticate"]]).toEqual([401, undefined]);
  }
});
