import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = new URL("../../../", import.meta.url);

/** The rows of the table of threats: the threat, the file of its test, and a part of the title. */
const THREATS = [
  ...readFileSync(new URL("SECURITY.md", ROOT), "utf8").matchAll(/^\| (.+?) +\| `(\S+\.ts)` +\| (.+?) +\|$/gm),
].map(([, threat = "", file = "", title = ""]) => [threat, file, title.replaceAll("`", "")] as const);

test("there are threats, each named once", () => {
  expect(THREATS.length).toBeGreaterThan(20);
  expect(new Set(THREATS.map(([threat]) => threat)).size).toBe(THREATS.length);
});

test.each(THREATS)("the test for this threat exists: %s", (_threat, file, title) => {
  const url = new URL(file, ROOT);
  expect(existsSync(fileURLToPath(url)), file).toBe(true);
  const text = readFileSync(url, "utf8");
  expect(text).toMatch(/\b(?:test|proves)\b/);
  if (title !== "(the whole file)") expect(text).toContain(title);
});
