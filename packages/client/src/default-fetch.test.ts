import { expect, test } from "vitest";
import { serving } from "../../../test/support/serving.ts";
import * as inBrowsers from "./browser-fetch.ts";
import * as elsewhere from "./default-fetch.ts";

test.each([
  ["browsers", inBrowsers],
  ["other runtimes", elsewhere],
])("in %s, sends what it is given", async (_, { defaultFetch }) => {
  const url = await serving((request, response) => response.end(request.headers["x-mark"]));
  const response = await defaultFetch(url, { headers: { "x-mark": "here" } });
  expect([response.status, await response.text()]).toEqual([200, "here"]);
});

test("has the same interface, whichever file a bundler picks", () => {
  expect(Object.keys(inBrowsers)).toEqual(Object.keys(elsewhere));
});
