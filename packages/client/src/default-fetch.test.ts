import { expect, onTestFinished, test, vi } from "vitest";
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

test("Node's limit for silence is off, unless the caller or nobody brings a dispatcher", async () => {
  const isDispatcher = ({ description }: symbol) => description?.startsWith("undici.globalDispatcher") === true;
  const url = await serving((_request, response) => response.end());
  await fetch(url);
  const names = Object.getOwnPropertySymbols(globalThis).filter(isDispatcher);
  const kept = names.map((name) => Reflect.get(globalThis, name) as object);
  onTestFinished(() => names.forEach((name, at) => void Reflect.set(globalThis, name, kept[at])));
  const inits: { dispatcher?: { dispatch: (...given: readonly object[]) => boolean } }[] = [];
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
    inits.push(init as object);
    return new Response();
  });
  onTestFinished(() => spy.mockRestore());

  const dispatch = vi.fn();
  for (const name of names) Reflect.set(globalThis, name, { dispatch });
  await elsewhere.defaultFetch(url, { method: "PUT" });
  const [options, handler] = [{ path: "/", headersTimeout: 7 }, {}];
  inits[0]?.dispatcher?.dispatch(options, handler);
  expect(dispatch.mock.calls).toEqual([[{ path: "/", headersTimeout: 0, bodyTimeout: 0 }, handler]]);
  expect(inits[0]).toMatchObject({ method: "PUT" });

  const own = { dispatcher: { dispatch } } as object;
  await elsewhere.defaultFetch(url, own);
  for (const name of names) Reflect.set(globalThis, name, undefined);
  const plain = {};
  await elsewhere.defaultFetch(url, plain);
  expect([inits[1], inits[2]]).toEqual([own, {}]);
});

test("has the same interface, whichever file a bundler picks", () => {
  expect(Object.keys(inBrowsers)).toEqual(Object.keys(elsewhere));
});
