import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as inBrowsers from "./browser-fetch.ts";
import * as elsewhere from "./default-fetch.ts";

const server = createServer((request, response) => response.end(request.headers["x-mark"]));
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

test.each([
  ["browsers", inBrowsers],
  ["other runtimes", elsewhere],
])("in %s, sends what it is given", async (_, { defaultFetch }) => {
  const response = await defaultFetch(url, { headers: { "x-mark": "here" } });
  expect([response.status, await response.text()]).toEqual([200, "here"]);
});

test("has the same interface, whichever file a bundler picks", () => {
  expect(Object.keys(inBrowsers)).toEqual(Object.keys(elsewhere));
});
