import { afterEach, expect, test, vi } from "vitest";
import { BufferedBody } from "./body.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the decision on an error in pieces needs no timer of Node's own: a browser's is a number", () => {
  let decide = () => {};
  vi.stubGlobal("setTimeout", (later: () => void) => {
    decide = later;
    return 1;
  });
  const decided = vi.fn();
  new BufferedBody('{"error":').schedule(decided, 1_000, () => false);
  decide();
  expect(decided).toHaveBeenCalledOnce();
});

test("the decision at the end of a turn needs no global setImmediate, which a test that imitates a browser has taken away", async () => {
  vi.stubGlobal("setImmediate", undefined);
  await new Promise<void>((resolve) => new BufferedBody("sorry").schedule(resolve, 60_000, () => false));
});
