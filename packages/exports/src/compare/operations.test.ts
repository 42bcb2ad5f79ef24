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

const nameless = { method: "POST", path: pay.path, codes: pay.codes } as const;

const said = (before: readonly Operation[] | undefined, after: readonly Operation[] | undefined) => {
  const [then, now] = [before, after].map((operations) => (operations === undefined ? {} : { operations }));
  return compare(JSON.stringify(toJson(acme, then)), acme, now).map(({ level, code, sentence }) => [
    level,
    code,
    sentence,
  ]);
};

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

  test.each<
    [what: string, before: readonly Operation[] | undefined, after: readonly Operation[] | undefined, holds: unknown]
  >([
    ["no operations before", undefined, [get], ["operations", null, 1]],
    ["no operations after", [get, pay], undefined, ["operations", 2, null]],
    ["one that is gone", [get, pay], [pay], ["operations", "GET /orders/{id}", null]],
    ["one that is new", [pay], [get, pay], ["operations", null, "GET /orders/{id}"]],
    ["a code less", [get], [{ ...get, codes: [] }], ["operations", "GET /orders/{id}", null]],
    ["a code more", [{ ...get, codes: [] }], [get], ["operations", null, "GET /orders/{id}"]],
    ["another id", [pay], [{ ...pay, operationId: "payOrder" }], ["operation_id", "pay", "payOrder"]],
    ["no id", [pay], [nameless], ["operation_id", "pay", null]],
  ])("holds what was and what is: %s", (_what, before, after, holds) => {
    const [then, now] = [before, after].map((operations) => (operations === undefined ? {} : { operations }));
    const found = compare(toJson(acme, then), acme, now).map((one) => [one.what, one.before, one.after]);
    expect(found).toEqual([holds]);
  });

  test("to no id says so", () => {
    expect(said([pay], [nameless])).toEqual([
      [
        "major",
        null,
        'The operationId of POST /orders/{id}/payment was "pay" and has none: generated clients name their functions by it.',
      ],
    ]);
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
