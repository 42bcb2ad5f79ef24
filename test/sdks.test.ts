import { describe, expect, test } from "vitest";
import { observe, SDKS } from "./sdks/observe.ts";

/** The SDKs that look at `x-should-retry`. */
const OBEDIENT = ["openai", "@anthropic-ai/sdk"] as const;

describe.each(OBEDIENT)("%s, as its vendor ships it,", (name) => {
  const requests = async (code: string, key: boolean) =>
    (await observe(SDKS[name] as (typeof SDKS)[string], code, { retryHints: true, key })).requests;

  test.each(["quota_exhausted", "harness_mismatch", "invalid_input"])("sends %s once, key or not", async (code) => {
    expect([await requests(code, false), await requests(code, true)]).toEqual([1, 1]);
  });
  test.each(["rate_limited", "harness_unavailable", "session_busy"])("repeats %s with a key alone", async (code) => {
    expect([await requests(code, false), await requests(code, true)]).toEqual([1, 3]);
  });
});
