import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRIVERS } from "../drivers/index.ts";
import { outcomesOn, withTable } from "../statuses/table.ts";

/** A table as `biome format` lays it out, without the padding of its columns. */
const narrow = (page: string) => page.replace(/ {2,}\|/g, " |").replace(/-{3,}/g, "---");

test("all servers answer a status alike, written or thrown, and the page shows it", { timeout: 120_000 }, async () => {
  const [first, ...others] = await Promise.all(
    DRIVERS.map(async (driver) => ({ name: driver.name, outcomes: await outcomesOn(driver) })),
  );
  if (first === undefined) throw new Error("there is no server");
  expect(others).toHaveLength(10);
  for (const { name, outcomes } of others) expect(outcomes, name).toEqual(first.outcomes);
  for (const { situation, written, thrown, head } of first.outcomes) {
    expect(thrown, JSON.stringify(situation)).toBe(situation.isUnrouted ? "" : written);
    expect(head).toBe(written.replace(/ `[<\w>]+`/, ""));
    expect(written).toMatch(/^\d+ `(?:<vendor>_)?\w+`(?: with `\w+`)?$/);
  }
  const page = readFileSync(new URL("../../../docs/how-it-works.md", import.meta.url), "utf8");
  expect(page).toContain("| status written or thrown ");
  expect(narrow(page)).toBe(narrow(withTable(page, first.outcomes)));
});
