import { describe, expect, test, vi } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { CustomMapping } from "../recognize/index.ts";
import type { ErrorReport } from "../reports/report.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function request(more: Partial<RequestContext> = {}): RequestContext {
  return { method: "POST", path: "/v1/orders", header: () => undefined, ...more };
}

/** A contract with one recognizer of the service, which returns the given mapping. */
function recognizing(mapping?: CustomMapping | "aborted") {
  const reports: ErrorReport[] = [];
  const recognize = [{ name: "own", recognize: () => mapping }];
  return { contract: createContract(acme, { recognize, onError: (report) => reports.push(report) }), reports };
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

describe("the explanation names the service's own recognizer", () => {
  test.each<readonly [mapping: CustomMapping | "aborted", because: readonly string[]]>([
    [{ code: "acme_sold_out" }, ['The service\'s own recognizer "own" knows it (option `recognize`).']],
    [
      "aborted",
      [
        'The service\'s own recognizer "own" knows it (option `recognize`), as the end of a client that left.',
        "It is answered only when the request shows that the client is still there.",
      ],
    ],
  ])("of %o", (mapping, because) => {
    const { because: given } = recognizing(mapping).contract.explain(new Error("x"));
    expect(given.filter((sentence) => !sentence.startsWith("Its name is"))).toEqual(because);
  });
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
