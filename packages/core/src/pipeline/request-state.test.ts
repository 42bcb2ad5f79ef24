import { expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";

const acme = defineCatalog({ vendor: "acme" });

const first = new Error("first");
const second = new Error("second");
const third = new Error("third");

test.each<readonly [what: string, thrown: readonly unknown[], reported: readonly unknown[]]>([
  ["an error once", [first, first], [first]],
  ["several errors once each", [first, second, third, second, third, first], [first, second, third]],
  ["a string each time", ["first", "first"], ["first", "first"]],
  ["a string after an error", [first, "second", first], [first, "second"]],
  ["an error after a string", ["first", second, second], ["first", second]],
  ["nothing each time", [undefined, null, undefined], [undefined, null, undefined]],
])("one request reports %s", (_what, thrown, reported) => {
  const { contract, reports } = reporting(acme);
  const context: RequestContext = { method: "GET", path: "/", header: () => undefined };
  const responses = thrown.map((value) => contract.respond(value, context));
  expect(responses.filter((response) => response !== undefined)).toHaveLength(reported.length);
  expect(reports.map((report) => report.thrown)).toEqual(reported);
  expect(reports.map(({ misuse }) => misuse)).toEqual(reported.map(() => undefined));
});
