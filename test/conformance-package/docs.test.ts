import { readFileSync } from "node:fs";
import { audits, parseRoutes } from "@uhp-errors/conformance";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/checking.md", import.meta.url), "utf8");

test("the page lists every audit with its rule and what it needs, and no other", () => {
  const listed = page.split("\n").filter((line) => /^- `[A-Z]{3}\d\d` /.test(line));
  expect(listed).toEqual(
    audits({ url: "http://127.0.0.1" }).map(({ id, name, needs }) => {
      const named = needs.map((need) => (need === "raw" ? "`--raw`" : `\`${need.replace("routes.", "")}\``));
      return `- \`${id}\` ${name}${named.length === 0 ? "" : ` (${named.join(", ")})`}`;
    }),
  );
});

test("the page's file of routes is valid, and its table has each field", () => {
  const [, json = ""] = /```json\n(\{\n {2}"success"[\s\S]*?)```/.exec(page) ?? [];
  const routes = parseRoutes(JSON.parse(json));
  for (const name of Object.keys(routes)) expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, "m"));
});
