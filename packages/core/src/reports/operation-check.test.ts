import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { Operation } from "../catalog/operation.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import { createOperationCheck } from "./operation-check.ts";
import type { ErrorReport } from "./report.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_closed: { status: 409, message: "The order is closed." },
    acme_order_frozen: { status: 409, message: "The order is frozen." },
  },
});

const payOrder: Operation = { method: "POST", path: "/orders/{id}/payment", codes: ["acme_order_closed"] };
const readOrder: Operation = { method: "GET", path: "/orders/:id", codes: [] };
const exportOrders: Operation = { method: "GET", path: "/orders/export", codes: ["acme_order_frozen"] };

/** A contract, its reports, and what the check says about each. */
function service(
  operations: readonly Operation[] = [payOrder, readOrder, exportOrders],
  options: ContractOptions = {},
) {
  const check = createOperationCheck(acme, operations);
  const reports: ErrorReport[] = [];
  const findings: (string | undefined)[] = [];
  const { contract } = reporting(acme, {
    ...options,
    onError: (report) => {
      reports.push(report);
      findings.push(check(report));
    },
  });
  return { contract, reports, findings };
}

const request = (method: string, path: string, more: Partial<RequestContext> = {}): RequestContext => ({
  method,
  path,
  header: () => undefined,
  ...more,
});

const SAYS = 'POST /orders/{id}/payment answered with "acme_order_frozen", which the operation does not declare';

const PAYMENT = { route: () => "/orders/:id/payment" };

test("an undeclared code is named once", () => {
  const { contract, findings } = service();
  const answers = [1, 2, 3].map((id) =>
    contract.respond(acme.error("acme_order_frozen"), request("POST", `/orders/${id}/payment`, PAYMENT)),
  );
  expect(answers.map((answer) => answer?.status)).toEqual([409, 409, 409]);
  expect(findings).toEqual([expect.stringContaining(SAYS), undefined, undefined]);
});

const ORDER = { route: () => "/orders/:id" };
const routed = (route: string | undefined) => ({ route: () => route });
const unrouted = { isRouted: () => false };

test.each<[what: string, sent: string, code: string, more?: Partial<RequestContext>]>([
  ["a declared code", "POST /orders/1/payment", "acme_order_closed"],
  ["a code that any operation can answer with", "POST /orders/1/payment", "rate_limited"],
  ["a route with as many segments", "GET /carts/1", "acme_order_frozen", ORDER],
  ["a route that is only the beginning", "GET /orders/1/x", "acme_order_frozen", ORDER],
  ["another method than HEAD on a path for GET", "DELETE /orders/export", "acme_order_closed"],
  ["a declared path that no route took", "GET /orders/export", "acme_order_closed", unrouted],
  ["a path of no operation", "POST /orders/1/refund", "acme_order_frozen"],
  ["a method of no operation", "DELETE /orders/1/payment", "acme_order_frozen"],
  ["a literal path beside a parameter", "GET /orders/export", "acme_order_frozen"],
  ["a route of the framework that is not declared", "GET /orders/x", "acme_order_frozen", routed("/orders/x")],
  ["a request that no route took", "GET /orders/1", "acme_order_frozen", unrouted],
  ["a path that a client wrote like a parameter", "GET /orders/{}", "acme_order_frozen"],
  ["a code of a status alone, on a path of no operation", "POST /nowhere", "acme_http_418"],
  ["a path that fits, if no route is named", "POST /orders/1/payment", "acme_order_frozen", routed(undefined)],
  ["a route without the path it is mounted at", "GET /v1/orders/1", "acme_order_frozen", ORDER],
  ["a route with a suffix", "GET /orders/1.pdf", "acme_order_frozen", routed("/orders/:id.pdf")],
  ["a route with an escaped colon", "GET /orders/1:x", "acme_order_frozen", routed("/orders/:id\\:x")],
  ["a path that is too long", `GET /orders/${"x".repeat(1_993)}`, "acme_order_frozen", ORDER],
])("is not named: %s", (_what, sent, code, more) => {
  const { contract, findings } = service();
  const [method = "", path = ""] = sent.split(" ");
  contract.respond(acme.error(code as "acme_order_frozen"), request(method, path, more));
  expect(findings).toEqual([undefined]);
});

test.each<[what: string, method: string, path: string, more?: Partial<RequestContext>]>([
  ["by the framework's pattern", "POST", "/orders/1/payment?x=/", { route: () => "/orders/:orderId(\\d+)/payment" }],
  ["by a pattern in braces", "POST", "/orders/1/payment", { route: () => "/orders/:orderId{[0-9]+}/payment" }],
  ["with a slash at its end", "POST", "/orders/1/payment/", PAYMENT],
  ["that a route took", "POST", "/orders/1/payment", { ...PAYMENT, isRouted: () => true }],
  ["by a path of 2,000 characters", "POST", `/orders/${"x".repeat(1_984)}/payment`, PAYMENT],
])("an operation is found %s", (_what, method, path, more) => {
  const { contract, findings } = service();
  contract.respond(acme.error("acme_order_frozen"), request(method, path, more));
  expect(findings[0]).toContain(SAYS);
});

test.each(["/orders/export", "/orders/export?x=1"])(
  "an operation without parameters is found by the path %s",
  (path) => {
    const { contract, findings } = service();
    contract.respond(acme.error("acme_order_closed"), request("GET", path));
    expect(findings[0]).toContain("GET /orders/export answered with");
  },
);

test("HEAD is checked against the operation for GET", () => {
  const { contract, findings } = service();
  contract.respond(acme.error("acme_order_closed"), request("HEAD", "/orders/1", { route: () => "/orders/:id" }));
  expect(findings[0]).toContain("GET /orders/:id answered with");
});

test("HEAD is checked against its own operation, if there is one", () => {
  const headOrder = { method: "HEAD", path: "/orders/:id", codes: ["acme_order_closed"] } as const;
  const { contract, findings } = service([readOrder, headOrder]);
  for (const code of ["acme_order_closed", "acme_order_frozen"] as const) {
    contract.respond(acme.error(code), request("HEAD", "/orders/1", { route: () => "/orders/:id" }));
  }
  expect(findings).toEqual([undefined, expect.stringContaining("HEAD /orders/:id answered")]);
});

test("each undeclared code of an operation is named", () => {
  const { contract, findings } = service();
  for (const code of ["acme_order_closed", "acme_order_frozen"] as const) {
    contract.respond(acme.error(code), request("GET", "/orders/1", { route: () => "/orders/:id" }));
  }
  expect(findings).toEqual([
    expect.stringContaining('answered with "acme_order_closed"'),
    expect.stringContaining('answered with "acme_order_frozen"'),
  ]);
});

test("at most 1,000 undeclared codes are named", () => {
  const paths = Array.from({ length: 1_002 }, (_, index) => `/o/${index}` as const);
  const { contract, findings } = service(paths.map((path) => ({ method: "GET", path, codes: [] })));
  for (const path of paths) contract.respond(acme.error("acme_order_closed"), request("GET", path));
  expect(findings.filter((finding) => finding !== undefined)).toHaveLength(1_000);
});

const OLD: ContractOptions = { versions: ["2026-08-11"] };

test.each<[code: "environment_busy" | "session_busy"]>([["environment_busy"], ["session_busy"]])(
  "a code that an old client sees under another name has its own name: %s",
  (code) => {
    const { contract, findings } = service([readOrder], OLD);
    contract.respond(acme.error(code), request("GET", "/orders/1", ORDER));
    expect(findings[0]).toContain(`answered with "${code}"`);
  },
);

test("a declared code that an old client sees under another name is not named", () => {
  const { contract, findings } = service([{ ...readOrder, codes: ["environment_busy"] }], OLD);
  contract.respond(acme.error("environment_busy"), request("GET", "/orders/1", ORDER));
  expect(findings).toEqual([undefined]);
});

test("a code of a status alone is named", () => {
  const { contract, findings } = service();
  contract.replace({ status: 418, body: "", header: () => undefined }, request("GET", "/orders/1", ORDER));
  expect(findings[0]).toContain('answered with "acme_http_418"');
});

describe("an undeclared code is not named", () => {
  test("if it ends a stream as the error of a task", () => {
    const { contract, reports, findings } = service();
    const stream = { nextSequenceNumber: 1, responseObject: {} };
    contract.failStream(acme.taskError("timeout"), request("GET", "/orders/1", ORDER), stream);
    expect([reports[0]?.outcome, ...findings]).toEqual(["streamed", undefined]);
  });

  test("if the client left", () => {
    const { contract, reports, findings } = service();
    const gone = request("GET", "/orders/1", { ...ORDER, phase: () => "gone" });
    contract.respond(acme.error("acme_order_closed"), gone);
    expect([reports[0]?.outcome, ...findings]).toEqual(["aborted", undefined]);
  });

  test("if the service's own JSON-RPC 2.0 response is sent", () => {
    const { contract, reports, findings } = service();
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}';
    contract.replace({ status: 409, body, header: () => undefined }, request("GET", "/orders/1", ORDER));
    expect([reports[0]?.outcome, ...findings]).toEqual(["passed", undefined]);
  });

  test("if the response was a success", () => {
    const { contract, reports, findings } = service();
    const listeners: (() => void)[] = [];
    const context = request("GET", "/orders/1", { ...ORDER, onEnd: (listener) => listeners.push(listener) });
    contract.handle(context, () => acme.error("acme_order_closed"));
    for (const listener of listeners) listener();
    expect([reports[0]?.outcome, ...findings]).toEqual(["unanswered", undefined]);
  });
});

test("another mistake comes before an undeclared code", () => {
  const { contract, reports, findings } = service();
  const body = JSON.stringify({ error: acme.error("acme_order_closed") });
  const context = request("GET", "/orders/1", ORDER);
  contract.replace({ status: 400, body, header: () => undefined }, context);
  expect([reports[0]?.misuse, ...findings]).toEqual([
    '"acme_order_closed" was written with status 400; it is sent with 409',
    undefined,
  ]);
});

test("paths that differ only in their slashes are different operations", () => {
  const operations = ["/orders/export", "/ordersexport"].map((path) => ({ method: "GET", path, codes: [] }) as const);
  expect(() => service(operations as readonly Operation[])).not.toThrow();
});

const at = (path: string, more: object = {}) => ({ method: "GET", path, codes: [], ...more });

test.each<[what: string, operations: unknown, message: string]>([
  ["a code of no catalog", [at("/a", { codes: ["acme_vanished"] })], 'operation GET /a: "acme_vanished"'],
  ["no object", [null], "expected a list of operations"],
  ["no list", {}, "operations: expected a list of operations"],
  ["one operation twice", [at("/a/:id"), at("/a/{key}")], "GET /a/{key} and GET /a/:id are the same operation"],
  [
    "one id twice",
    [at("/a", { operationId: "a" }), at("/b", { operationId: "a" })],
    "GET /b repeats the operationId a",
  ],
])("%s is refused at start-up", (_what, operations, message) => {
  expect(() => service(operations as readonly Operation[])).toThrow(message);
});
