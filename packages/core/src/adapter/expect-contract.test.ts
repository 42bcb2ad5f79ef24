import { expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import { expectContract } from "./expect-contract.ts";

const acme = defineCatalog({ vendor: "acme" });
const check = (value: unknown) => () => expectContract(value, "uhp");

test.each<readonly [what: string, value: unknown]>([
  ["a contract", createContract(acme, { onError: () => {} })],
  ["a contract of another copy of the package", { respond() {}, appliesTo() {} }],
  ["a contract with a vendor", { respond() {}, appliesTo() {}, vendor: "acme" }],
])("accepts %s", (_what, value) => expect(check(value)).not.toThrow());

const CATALOG = "uhp: this is a catalog; pass createContract(catalog), the contract that is made of it";

test.each<readonly [what: string, value: unknown, got: string]>([
  ["nothing", undefined, "undefined"],
  ["null", null, "null"],
  ["an object", {}, "another object"],
  ["an object with one of its methods", { respond() {} }, "another object"],
  ["an object with the other one", { appliesTo() {} }, "another object"],
  ["an object whose vendor is no string", { vendor: 7 }, "another object"],
  ["a list", [], "another object"],
  ["a function", () => {}, "a function"],
  ["a string", "acme", "a string"],
])("refuses %s", (_what, value, got) => {
  expect(check(value)).toThrow(
    new TypeError(`uhp: expected the contract that createContract(catalog) returns, got ${got}`),
  );
});

test("refuses a catalog, and says what to pass", () => {
  expect(check(acme)).toThrow(new TypeError(CATALOG));
  expect(check({ vendor: "" })).toThrow(new TypeError(CATALOG));
});
