import { expect, test } from "vitest";
import type { RequestContext } from "../http/request-context.ts";
import { settingsOf } from "./contract-options.ts";
import { mappingContextOf } from "./mapping-context.ts";

const CONTEXT: RequestContext = { method: "POST", path: "/", header: () => undefined };

test.each<readonly [what: string, bodyLimit: unknown, bytes: number | undefined]>([
  ["of the route", () => 7, 7],
  ["that is null", null, undefined],
  ["that is no function", 7, undefined],
])("a body limit %s is told: %s", (_what, bodyLimit, bytes) => {
  const context = { ...CONTEXT, bodyLimit: bodyLimit as never };
  expect(mappingContextOf(context, settingsOf({})).bodyLimit()).toBe(bytes);
});

test("a body limit is not taken from a polluted prototype", () => {
  Object.defineProperty(Object.prototype, "bodyLimit", { value: () => 7, configurable: true, writable: true });
  try {
    expect(mappingContextOf({ ...CONTEXT }, settingsOf({})).bodyLimit()).toBe(undefined);
  } finally {
    Reflect.deleteProperty(Object.prototype, "bodyLimit");
  }
});
