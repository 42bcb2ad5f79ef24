import { describe, expect, test } from "vitest";
import { attemptOnce } from "./explore.ts";
import { keptCases, targetsWithKept } from "./kept.ts";
import { TARGETS, targetNamed } from "./targets/index.ts";

test("each file of kept cases has a target", () => {
  expect([...TARGETS.keys()]).toEqual(expect.arrayContaining([...targetsWithKept()]));
});

describe.each(targetsWithKept())("cases of %s that once broke an invariant", (name) => {
  test("break none now", async () => {
    const running = await targetNamed(name).start();
    try {
      for (const kept of keptCases(name)) {
        expect(await attemptOnce(running, kept.case), JSON.stringify(kept)).toBeUndefined();
      }
    } finally {
      await running.stop?.();
    }
  });
});
