import { describe, expect, test } from "vitest";
import { AGAIN, whatToChange } from "./caller.ts";
import { plainShelf } from "./catalog.ts";

describe("what a caller changes", () => {
  const { codes } = plainShelf("acme");
  const of = (code: string) => {
    const row = codes.find((one) => one.code === code);
    if (row === undefined) throw new Error(`no such code: ${code}`);
    return row;
  };

  test.each(codes.map(({ code }) => code))("is known for %s", (code) => {
    const row = of(code);
    expect(whatToChange(row)).not.toBe("");
    expect(AGAIN[row.retry.rule]).not.toBe("");
  });

  test.each([
    ["session_busy", /^Nothing/],
    ["harness_not_found", /every id/],
    ["acme_method_not_allowed", /`Allow`/],
    ["quota_exhausted", /budget/],
    ["cancelled", /stopped/],
    ["timeout", /`message`/],
  ])("follows from the row of %s", (code, says) => {
    expect(whatToChange(of(code))).toMatch(says);
  });

  test("is not made up for an unknown status", () => {
    expect(() => whatToChange({ ...of("harness_not_found"), status: [499] })).toThrow(/499/);
  });
});
