import { expect, test } from "vitest";
import { conditionsOn, foreignPage, type Line } from "./foreign-page.ts";

const line = (library: string, version: string, condition: string, name = "Error"): Line => ({
  library,
  version,
  condition,
  name,
  answer: "502 `acme_upstream_error`",
  alone: "500",
  explained: { because: [] } as unknown as Line["explained"],
});

const LINES = [
  line("tea", "10.0.0", "a | in it", "TeaError"),
  line("tea", "9.1.0", "a | in it", "TeaError"),
  line("tea", "9.1.0", "only in the older one (ETEA)"),
  line("cup", "1.0.0", "a crack"),
];

test("each library has a section with its versions, the names of its errors, and what each becomes", () => {
  const [, cup = "", tea = ""] = foreignPage(LINES).split("\n## ");
  expect(cup).toMatch(/^cup\n\nVersion 1\.0\.0\.\n/);
  expect(tea).toMatch(/^tea\n\nVersions 9\.1\.0 and 10\.0\.0\. Its errors are named `TeaError`\.\n/);
  expect(tea).toContain("\n| a \\| in it | 502 `acme_upstream_error` | 500 |\n");
  expect(tea).toContain("\n| only in the older one (ETEA) (9.1.0) |");
});

test("the conditions on a page are read back", () => {
  const formatted = foreignPage(LINES).replaceAll(" | 5", "      | 5");
  expect(conditionsOn(formatted).toSorted()).toEqual([
    "cup: a crack",
    "tea: a | in it",
    "tea: only in the older one (ETEA)",
  ]);
});
