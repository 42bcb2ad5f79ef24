import { expect, test } from "vitest";
import { readCase, type Tab, writeCase } from "./address.ts";

/** A case, and the hash that it becomes. */
const CASES: readonly (readonly [tab: Tab, values: Readonly<Record<string, string | undefined>>, hash: string])[] = [
  ["answer", {}, "#answer"],
  ["message", { text: "" }, "#message?text="],
  ["message", { text: undefined }, "#message"],
  ["answer", { code: "rate_limited", detail: undefined }, "#answer?code=rate_limited"],
  ["message", { text: "a & b=c? #d" }, "#message?text=a+%26+b%3Dc%3F+%23d"],
];

test.each(CASES)("%s with %j is in the address as %s", (tab, values, hash) => {
  expect(writeCase(tab, values)).toBe(hash);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  expect(readCase(hash)).toEqual({ tab, values: new Map(given) });
});

test.each(["", "#nothing", "#?x=1"])("the first tab opens for %j", (hash) => {
  expect(readCase(hash).tab).toBe("error");
});
