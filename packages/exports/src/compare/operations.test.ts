import { defineCatalog, type Operation } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { toJson } from "../json/catalog-json.ts";
import { compare } from "./compare.ts";

const closed = { status: 409, message: "The order is closed." } as const;
const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_closed: closed,
    acme_order_lost: closed,
    acme_agent_crashed: { task: true, message: "Crashed." },
  },
});
const lean = defineCatalog({ vendor: "acme", codes: { acme_order_lost: closed } });

const get = { method: "GET", path: "/orders/:id", codes: ["acme_order_lost"] } as const;
const pay = { method: "POST", path: "/orders/{id}/payment", operationId: "pay", codes: ["acme_order_closed"] } as const;

const said = (before: readonly Operation[] | undefined, after: readonly Operation[] | undefined) => {
  const [then, now] = [before, after].map((operations) => (operations === undefined ? {} : { operations }));
  return compare(JSON.stringify(toJson(acme, then)), acme, now).map(({ level, code, sentence }) => [
    level,
    code,
    sentence,
  ]);
};

describe("operations are described", () => {
  test("in the order of their paths and methods, without the codes of any operation", () => {
    const codes = ["session_busy", "invalid_input", "acme_order_lost", "acme_internal_error"];
    const { operations } = toJson(acme, { operations: [pay, { ...get, method: "PUT", codes }, get] });
    expect(operations).toEqual([
      { method: "GET", path: "/orders/{id}", operation_id: null, codes: ["acme_order_lost"] },
      { method: "PUT", path: "/orders/{id}", operation_id: null, codes: ["acme_order_lost", "session_busy"] },
      { method: "POST", path: "/orders/{id}/payment", operation_id: "pay", codes: ["acme_order_closed"] },
    ]);
    expect(toJson(acme)).not.toHaveProperty("operations");
  });

  test.each<[what: string, operations: unknown, reason: string]>([
    ["no list", {}, "expected a list of operations"],
    ["no operation", [1], "expected each to have a method, a path and codes"],
    ["no codes", [{ ...get, codes: "x" }], "GET /orders/:id: expected a list of codes"],
    ["a code of none", [{ ...get, codes: ["acme_x"] }], `"acme_x" is not a code of the catalog that answers`],
    [
      "a code of tasks",
      [{ ...get, codes: ["acme_agent_crashed"] }],
      `"acme_agent_crashed" is not a code of the catalog`,
    ],
    ["one twice", [get, { ...get, path: "/orders/{order}/" }], "GET /orders/{order}/ is given twice"],
  ])("but not %s", (_what, operations, reason) => {
    expect(() => toJson(acme, { operations: operations as never })).toThrow(TypeError);
    expect(() => toJson(acme, { operations: operations as never })).toThrow(reason);
  });
});

test("an operation has no code of the specification that the catalog does not use", () => {
  const small = defineCatalog({ vendor: "acme", contractCodes: [] });
  const operations = [{ method: "GET", path: "/x", codes: ["session_busy"] }] as const;
  expect(() => toJson(small, { operations })).toThrow('"session_busy" is not a code of the catalog');
  expect(toJson(acme, { operations }).operations).toHaveLength(1);
});

describe("a change of an operation", () => {
  test("is none if only the order or the names of parameters differ", () => {
    expect(said([get, pay], [pay, { ...get, path: "/orders/{order}" }])).toEqual([]);
  });

  test("that is gone breaks its clients", () => {
    expect(said([get, pay], [get])).toEqual([
      ["major", null, "The operation POST /orders/{id}/payment is gone: clients that call it fail."],
    ]);
  });

  test("that is new is an addition", () => {
    expect(said([get], [get, pay])).toEqual([["minor", null, "The operation POST /orders/{id}/payment is new."]]);
  });

  test("to other codes is an addition, and says what it means for clients", () => {
    expect(said([pay], [{ ...pay, codes: ["session_busy"] }])).toEqual([
      [
        "minor",
        "acme_order_closed",
        `The operation POST /orders/{id}/payment no longer answers with "acme_order_closed": a client's branch for it is never taken.`,
      ],
      [
        "minor",
        "session_busy",
        `The operation POST /orders/{id}/payment also answers with "session_busy": a client that has no branch for it goes by its type.`,
      ],
    ]);
  });

  test("to another id breaks generated clients", () => {
    const [change] = said([pay], [{ ...pay, operationId: "payOrder" }]);
    expect(change).toEqual([
      "major",
      null,
      `The operationId of POST /orders/{id}/payment was "pay" and is "payOrder": generated clients name their functions by it.`,
    ]);
    expect(said([get], [{ ...get, operationId: "getOrder" }])).toEqual([]);
  });

  test("is not reported with a code that is gone", () => {
    const before = toJson(acme, { operations: [pay] });
    const changes = compare(before, lean, { operations: [{ ...pay, codes: [] }] });
    expect(changes.map(({ what }) => what)).toEqual(["code", "code"]);
  });

  test("is unknown if one side has no operations, which is said", () => {
    expect(said(undefined, [get])).toEqual([
      [
        "patch",
        null,
        "The stored description has no operations: they are not compared until it is stored again with them.",
      ],
    ]);
    expect(said([get], undefined)).toEqual([
      [
        "patch",
        null,
        "The stored description has operations, and none were given: whether one is gone or has other codes is not known.",
      ],
    ]);
    expect(said(undefined, undefined)).toEqual([]);
  });
});

test("a stored operation must be one, and be there once", () => {
  const stored = toJson(acme, { operations: [get] });
  const [operation] = stored.operations ?? [];
  const tried = (operations: unknown) => () => compare({ ...stored, operations }, acme);
  expect(tried([{ ...operation, codes: [1] }])).toThrow("operations[0].codes[0]: expected string");
  expect(tried([operation, { ...operation, path: "/orders/{x}" }])).toThrow("GET /orders/{x} is there twice");
});
