import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { AdapterContract } from "../contract/adapter-contract.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { InterceptedResponse, ResponsePhase } from "../http/response.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function request(phase?: ResponsePhase): RequestContext {
  return { method: "GET", path: "/v1/orders", header: () => undefined, ...(phase && { phase: () => phase }) };
}

const written = (status: number, body = ""): InterceptedResponse => ({ status, body, header: () => undefined });

function service() {
  return reporting(acme);
}

describe("an error for a client that left", () => {
  test.each<readonly [what: string, fail: (contract: AdapterContract, context: RequestContext) => unknown]>([
    ["a thrown error", (contract, context) => contract.respond(acme.error("acme_sold_out"), context)],
    ["a request without a route", (contract, context) => contract.notFound(context)],
    ["a written error", (contract, context) => contract.replace(written(404, "No."), context)],
    [
      "an error that was sent as a body",
      (contract, context) => {
        contract.headers(context);
        return contract.replace(written(200, JSON.stringify(acme.error("acme_sold_out"))), context);
      },
    ],
  ])("is reported as such, once: %s", (_what, fail) => {
    const { contract, reports } = service();
    const context = request("gone");
    fail(contract, context);
    expect(reports).toMatchObject([{ outcome: "aborted", code: null }]);
    contract.respond(new Error("x"), context);
    expect(reports).toHaveLength(1);
  });

  test("is reported as answered if Node's parser refused the request, because the answer is written anyway", () => {
    const { contract, reports } = service();
    contract.clientError({ code: "HPE_INVALID_METHOD" }, request("gone"));
    expect(reports.map(({ outcome, code }) => [outcome, code])).toEqual([["answered", "acme_bad_request"]]);
  });
});

describe("an error that the contract has answered", () => {
  test("is not lost if something else answers the request again", () => {
    const { contract, reports } = service();
    const context = request();
    contract.respond(
      contract.handle(context, () => acme.error("acme_sold_out")),
      context,
    );
    contract.replace(written(500), context);
    expect(reports.map(({ code, misuse }) => [code, misuse])).toEqual([
      ["acme_sold_out", undefined],
      ["acme_internal_error", undefined],
    ]);
  });

  test("may be a part of a later response", () => {
    const { contract, reports } = service();
    const context = request();
    contract.headers(context);
    const error = acme.error("acme_sold_out");
    contract.respond(error, context);
    expect(contract.replace(written(200, JSON.stringify(error)), context)).toBe(undefined);
    expect(reports).toHaveLength(1);
  });
});
