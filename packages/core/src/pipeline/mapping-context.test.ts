import { expect, test } from "vitest";
import type { RequestContext } from "../http/request-context.ts";
import { settingsOf } from "./contract-options.ts";
import { FactsOfRequest, mappingContextOf } from "./mapping-context.ts";

const CONTEXT: RequestContext = { method: "POST", path: "/", header: () => undefined };

test.each<readonly [what: string, bodyLimit: unknown, bytes: number | undefined]>([
  ["of the route", () => 7, 7],
  ["that is null", null, undefined],
  ["that is no function", 7, undefined],
])("a body limit %s is told: %s", (_what, bodyLimit, bytes) => {
  const context = { ...CONTEXT, bodyLimit: bodyLimit as never };
  expect(mappingContextOf(context, settingsOf({})).bodyLimit()).toBe(bytes);
});

test.each<readonly [asked: string | undefined, written: string | undefined, asks: boolean]>([
  ["Bearer", undefined, true],
  [undefined, 'bearer realm="x"', true],
  ["Basic", "Bearer", true],
  ["Basic", undefined, false],
  [undefined, undefined, false],
])("a bearer token is asked for by a challenge that is set, %j, or written, %j", (set, written, asks) => {
  const header = (name: string) => (name === "www-authenticate" ? written : undefined);
  const context = { ...CONTEXT, responseHeader: (name: string) => (name === "www-authenticate" ? set : undefined) };
  const facts = new FactsOfRequest(context, written === undefined ? undefined : { status: 401, body: "", header });
  expect(facts.asksForBearer()).toBe(asks);
});

test.each([true, false, undefined])("a route took the request: %s", (routed) => {
  const context = { ...CONTEXT, isRouted: () => routed };
  expect([new FactsOfRequest(context).isRouted(), mappingContextOf(context, settingsOf({})).isRouted()]).toEqual([
    routed,
    routed,
  ]);
});

test("a body limit is not taken from a polluted prototype", () => {
  Object.defineProperty(Object.prototype, "bodyLimit", { value: () => 7, configurable: true, writable: true });
  try {
    expect(mappingContextOf({ ...CONTEXT }, settingsOf({})).bodyLimit()).toBe(undefined);
  } finally {
    Reflect.deleteProperty(Object.prototype, "bodyLimit");
  }
});
