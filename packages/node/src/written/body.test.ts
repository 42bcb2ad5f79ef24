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
