import { describe, expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import type { Operation } from "../catalog/operation.ts";
import { createContract } from "../contract/create-contract.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorReport } from "../reports/report.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_closed: { status: 409, message: "The order is closed." },
    acme_order_frozen: { status: 409, message: "The order is frozen." },
  },
});

const payOrder = {
  method: "POST",
  path: "/orders/{id}/payment",
  codes: ["acme_order_closed"],
} as const satisfies Operation<typeof acme>;
const readOrder = { method: "GET", path: "/orders/:id", codes: [] } as const satisfies Operation<typeof acme>;
const exportOrders = {
  method: "GET",
  path: "/orders/export",
  codes: ["acme_order_frozen"],
} as const satisfies Operation<typeof acme>;

function service(operations: readonly Operation[] = [payOrder, readOrder, exportOrders]) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { operations, onError: (report) => void reports.push(report) });
  return { contract, reports };
}

const request = (method: string, path: string, more: Partial<RequestContext> = {}): RequestContext => ({
  method,
  path,
  header: () => undefined,
  ...more,
});

const SAYS = 'POST /orders/{id}/payment answered with "acme_order_frozen", which the operation does not declare';

const PAYMENT = { route: () => "/orders/:id/payment" };

test("an undeclared code is answered as it is, and reported once", () => {
  const { contract, reports } = service();
  const answers = [1, 2, 3].map((id) =>
    contract.respond(acme.error("acme_order_frozen"), request("POST", `/orders/${id}/payment`, PAYMENT)),
  );
  expect(answers.map((answer) => answer?.status)).toEqual([409, 409, 409]);
  expect(reports.map(({ misuse }) => misuse !== undefined)).toEqual([true, false, false]);
  expect(reports[0]).toMatchObject({ level: "error", misuse: expect.stringContaining(SAYS) });
});

describe.each<[what: string, method: string, path: string, code: string, more?: Partial<RequestContext>]>([
  ["a declared code", "POST", "/orders/1/payment", "acme_order_closed"],
  ["a code that any operation can answer with", "POST", "/orders/1/payment", "rate_limited"],
  ["a built-in code that any operation can answer with", "POST", "/orders/1/payment", "acme_upstream_error"],
  ["a path of no operation", "POST", "/orders/1/refund", "acme_order_frozen"],
  ["a method of no operation", "DELETE", "/orders/1/payment", "acme_order_frozen"],
  ["a literal path beside a parameter", "GET", "/orders/export", "acme_order_frozen"],
  [
    "a route of the framework that is not declared",
    "GET",
    "/orders/x",
    "acme_order_frozen",
    { route: () => "/orders/x" },
  ],
  ["a request that no route took", "GET", "/orders/1", "acme_order_frozen", { isRouted: () => false }],
  ["a code of a status alone", "POST", "/nowhere", "acme_http_418"],
  [
    "a path that fits a parameter, if no route is named",
    "POST",
    "/orders/1/payment",
    "acme_order_frozen",
    { route: () => undefined },
  ],
  [
    "a route without the path it is mounted at",
    "GET",
    "/v1/orders/1",
    "acme_order_frozen",
    { route: () => "/orders/:id" },
  ],
  ["a route with a suffix", "GET", "/orders/1.pdf", "acme_order_frozen", { route: () => "/orders/:id.pdf" }],
  ["a route with an escaped colon", "GET", "/orders/1:x", "acme_order_frozen", { route: () => "/orders/:id\\:x" }],
  [
    "a path that is too long",
    "GET",
    `/orders/${"x".repeat(3_000)}`,
    "acme_order_frozen",
    { route: () => "/orders/:id" },
  ],
  ["a range that does not fit", "GET", "/orders/1", "acme_range_not_satisfiable", { route: () => "/orders/:id" }],
])("%s", (_what, method, path, code, more) => {
  test("is not reported as undeclared", () => {
    const { contract, reports } = service();
    contract.respond(acme.error(code as "acme_order_frozen"), request(method, path, more));
    expect(reports.map(({ misuse }) => misuse)).toEqual([undefined]);
  });
});

test.each<[what: string, method: string, path: string, more?: Partial<RequestContext>]>([
  ["by the framework's pattern", "POST", "/orders/1/payment?x=/", { route: () => "/orders/:orderId(\\d+)/payment" }],
  ["with a slash at its end", "POST", "/orders/1/payment/", PAYMENT],
])("an operation is found %s", (_what, method, path, more) => {
  const { contract, reports } = service();
  contract.respond(acme.error("acme_order_frozen"), request(method, path, more));
  expect(reports[0]?.misuse).toContain(SAYS);
});

test.each([["/orders/export"], ["/orders/export?x=1"]])(
  "an operation without parameters is found by the path %s",
  (path) => {
    const { contract, reports } = service();
    contract.respond(acme.error("acme_order_closed"), request("GET", path));
    expect(reports[0]?.misuse).toContain("GET /orders/export answered with");
  },
);

test("HEAD is held against the operation for GET", () => {
  const { contract, reports } = service();
  contract.respond(acme.error("acme_order_closed"), request("HEAD", "/orders/1", { route: () => "/orders/:id" }));
  expect(reports[0]?.misuse).toContain("GET /orders/:id answered with");
});

test.each<[what: string, operations: unknown, message: string]>([
  [
    "a code of no catalog",
    [{ method: "GET", path: "/a", codes: ["acme_vanished"] }],
    'operation GET /a: "acme_vanished"',
  ],
  ["a code of tasks", [{ method: "GET", path: "/a", codes: ["timeout"] }], '"timeout" is not a code of the catalog'],
  ["a method in lower case", [{ method: "get", path: "/a", codes: [] }], "a method in upper case"],
  ["a path without a slash", [{ method: "GET", path: "a", codes: [] }], 'a path that begins with "/"'],
  ["no codes", [{ method: "GET", path: "/a" }], "expected a list of codes"],
  ["no object", [null], "expected a list of operations"],
  ["no list", {}, "operations: expected a list of operations"],
  [
    "one operation twice",
    [
      { method: "GET", path: "/a/:id", codes: [] },
      { method: "GET", path: "/a/{key}", codes: [] },
    ],
    "GET /a/{key} and GET /a/:id are the same operation",
  ],
  [
    "one id twice",
    [
      { operationId: "a", method: "GET", path: "/a", codes: [] },
      { operationId: "a", method: "GET", path: "/b", codes: [] },
    ],
    "GET /b repeats the operationId a",
  ],
])("%s is refused at start-up", (_what, operations, message) => {
  expect(() => service(operations as readonly Operation[])).toThrow(message);
});
