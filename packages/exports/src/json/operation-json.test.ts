import { defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { toJson } from "./catalog-json.ts";

const closed = { status: 409, message: "The order is closed." } as const;
const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_closed: closed,
    acme_order_lost: closed,
    acme_agent_crashed: { task: true, message: "Crashed." },
  },
});

const get = { method: "GET", path: "/orders/:id", codes: ["acme_order_lost"] } as const;
const pay = { method: "POST", path: "/orders/{id}/payment", operationId: "pay", codes: ["acme_order_closed"] } as const;

test("operations are in the order of their paths and methods, without the codes of any operation", () => {
  const codes = ["session_busy", "invalid_input", "acme_order_lost", "acme_internal_error", "session_busy"];
  const { operations } = toJson(acme, { operations: [pay, { ...get, method: "put" as "PUT", codes }, get] });
  expect(operations).toEqual([
    { method: "GET", path: "/orders/{id}", operation_id: null, codes: ["acme_order_lost"] },
    { method: "PUT", path: "/orders/{id}", operation_id: null, codes: ["acme_order_lost", "session_busy"] },
    { method: "POST", path: "/orders/{id}/payment", operation_id: "pay", codes: ["acme_order_closed"] },
  ]);
  expect(toJson(acme)).not.toHaveProperty("operations");
});

const MALFORMED = "operations: expected each to have a method, a path and codes";

test.each<[what: string, operations: unknown, reason: string]>([
  ["no list", {}, "operations: expected a list of operations"],
  ["a number", [1], MALFORMED],
  ["nothing", [undefined], MALFORMED],
  ["one without a method", [{ path: "/x", codes: [] }], MALFORMED],
  ["one without a path", [{ method: "GET", codes: [] }], MALFORMED],
  ["one without codes", [{ method: "GET", path: "/x" }], "operations: GET /x: expected a list of codes"],
  [
    "a code that the catalog lacks",
    [{ ...get, codes: ["acme_x"] }],
    'operations: GET /orders/:id: "acme_x" is not a code of the catalog that answers a request',
  ],
  [
    "a code that every object has",
    [{ ...get, codes: ["toString"] }],
    'operations: GET /orders/:id: "toString" is not a code of the catalog that answers a request',
  ],
  [
    "a code of tasks",
    [{ ...get, codes: ["acme_agent_crashed"] }],
    'operations: GET /orders/:id: "acme_agent_crashed" is not a code of the catalog that answers a request',
  ],
  ["one twice", [get, { ...get, path: "/orders/{order}/" }], "operations: GET /orders/{order}/ is given twice"],
])("operations are refused with %s", (_what, operations, reason) => {
  expect(() => toJson(acme, { operations: operations as never })).toThrow(new TypeError(reason));
});

test("an operation has no code of the specification that the catalog does not use", () => {
  const small = defineCatalog({ vendor: "acme", contractCodes: [] });
  const operations = [{ method: "GET", path: "/x", codes: ["session_busy"] }] as const;
  expect(() => toJson(small, { operations })).toThrow('"session_busy" is not a code of the catalog');
  expect(toJson(acme, { operations }).operations).toHaveLength(1);
});
