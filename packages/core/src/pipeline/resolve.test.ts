import { describe, expect, test, vi } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { CustomMapping } from "../recognize/index.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function request(more: Partial<RequestContext> = {}): RequestContext {
  return { method: "POST", path: "/v1/orders", header: () => undefined, ...more };
}

/** A contract with one recognizer of the service, which returns the given mapping. */
function recognizing(mapping?: CustomMapping | "aborted") {
  return reporting(acme, { recognize: [{ name: "own", recognize: () => mapping }] });
}

describe("an error that says that the client left", () => {
  /** As body-parser makes it. */
  const aborted = () =>
    Object.assign(new Error("request aborted"), {
      name: "BadRequestError",
      status: 400,
      statusCode: 400,
      expose: true,
      type: "request.aborted",
    });

  test("gets no response, if nothing else is known of the client", () => {
    const { contract, reports } = recognizing();
    expect(contract.respond(aborted(), request())).toBe(undefined);
    expect(reports).toMatchObject([
      { outcome: "aborted", recognizer: "body-parser", withheld: [{ what: "message", text: "request aborted" }] },
    ]);
  });

  test("is an internal error, if the client is still there", () => {
    const { contract, reports } = recognizing();
    expect(contract.respond(aborted(), request({ phase: () => "open" }))?.status).toBe(500);
    expect(reports).toMatchObject([{ code: "acme_internal_error", recognizer: "body-parser" }]);
  });
});

test("the explanation says that the service's own recognizer saw the client leave", () => {
  const { because } = recognizing("aborted").contract.explain(new Error("x"));
  expect(because[0]).toBe(
    'The service\'s own recognizer "own" knows it (option `recognize`), as the end of a client that left.',
  );
});

describe("a part of a mapping that is a rejected promise does not end the process", () => {
  test.each(["message", "param", "detail", "retryAfter"])("%s", (part) => {
    for (const code of ["acme_sold_out", "acme_nope"]) {
      const promise = Promise.reject(new Error("asynchronous"));
      const then = vi.spyOn(promise, "then");
      const { contract } = recognizing({ code, [part]: promise } as never);
      expect(contract.respond(new Error("x"), request())?.status).toBe(code === "acme_nope" ? 500 : 409);
      expect(then).toHaveBeenCalledWith(undefined, expect.any(Function));
    }
  });
});
