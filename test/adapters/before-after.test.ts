import { createContract } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { fileLimit } from "../support/file-limit.ts";
import { BREAKS_OFF } from "./before-after/item.ts";
import { GROUPS } from "./before-after/table.ts";

/** A status and a code, then the header fields that the page shows. */
const ANSWERED = /^(\d{3}) `([a-z_0-9]+)`((?: · [a-z-]+: (?:none|`[^`]*`))*)$/;

/** The two outcomes that are no envelope: half a response that breaks off, and how often listeners hear of a failure. */
const OTHER: readonly string[] = [BREAKS_OFF, "once"];

for (const [group, items] of Object.entries(GROUPS)) {
  describe(group, { concurrent: true }, () => {
    for (const { what, frameworks, expected, observe } of items) {
      for (const framework of frameworks) {
        const wanted = typeof expected === "string" ? expected : expected[framework];
        test(`${what}, on ${framework}, is answered in the contract's shape`, async () => {
          const contract = createContract(acme, { recognize: [fileLimit(1_000)], onError: () => {} });
          expect(await observe(framework, contract)).toBe(wanted);
        });
      }
    }
  });
}

test("every expected outcome but two is an envelope with the status of its code", () => {
  const outcomes = Object.values(GROUPS).flatMap((items) =>
    items.flatMap(({ expected, frameworks }) =>
      frameworks.map((framework) => (typeof expected === "string" ? expected : expected[framework])),
    ),
  );
  for (const outcome of outcomes) {
    if (OTHER.includes(String(outcome))) continue;
    const [, status, code = "", shown = ""] = ANSWERED.exec(String(outcome)) ?? [];
    expect([acme.definition(code)?.status].flat(), outcome).toContain(Number(status));
    expect(shown).not.toContain("set-cookie: `");
  }
  expect(new Set(outcomes.filter((outcome) => OTHER.includes(String(outcome))))).toEqual(new Set(OTHER));
});
