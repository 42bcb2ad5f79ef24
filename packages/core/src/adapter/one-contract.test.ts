import { expect, test, vi } from "vitest";

/** Applications and contracts, by their names. */
const NAMED: Readonly<Record<string, object>> = { app: {}, other: {}, first: {}, second: {} };

const WARNING =
  "an application was given a second contract, and only one of them answers a request: give each application one contract, or mount an application with the other one under a path";

test.each<readonly [what: string, given: readonly string[], count: number]>([
  ["one contract", ["app first"], 0],
  ["the same contract again", ["app first", "app first"], 0],
  ["a second contract", ["app first", "app second"], 1],
  ["a second contract and the first again", ["app first", "app second", "app first"], 1],
  ["a second contract again", ["app first", "app second", "app second"], 1],
  ["another contract for another application", ["app first", "other second"], 0],
])("an application may have one contract: %s", async (_what, given, count) => {
  const warned: unknown[][] = [];
  vi.stubGlobal("process", { emitWarning: (...told: unknown[]) => warned.push(told) });
  vi.resetModules();
  const { noteContract }: typeof import("./one-contract.ts") = await import("./one-contract.ts");
  try {
    for (const pair of given) {
      const [app = {}, contract = {}] = pair.split(" ").map((name) => NAMED[name]);
      noteContract(app, contract);
    }
  } finally {
    vi.unstubAllGlobals();
  }
  const expected = [WARNING, { type: "UhpErrorsWarning", code: "UHP_SECOND_CONTRACT" }];
  expect(warned).toEqual(Array.from({ length: count }, () => expected));
});
