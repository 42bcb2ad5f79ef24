import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sanitizeMessage } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { builtInRules } from "../../packages/core/src/sanitizer/rules/index.ts";
import { sentParam } from "../support/sent.ts";
import { ROOT } from "../support/source-files.ts";

const PAGE = readFileSync(join(ROOT, "docs/sanitizer.md"), "utf8");

/** The text under a heading, up to the next heading of the same or a higher level. */
function under(heading: string): string {
  const level = heading.indexOf(" ");
  const [, section] = PAGE.split(`\n${heading}\n`);
  if (section === undefined) throw new Error(`the page has no heading ${heading}`);
  return section.split(new RegExp(`\n#{1,${level}} `), 1)[0] ?? "";
}

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** A string and what remains of it, from each sentence of the form "`text` leaves as `text`". */
const LEAVES = [...PAGE.matchAll(/`([^`]+)`\s+leaves as\s+`([^`]+)`/g)].map(([, text = "", leaves = ""]) => [
  text,
  leaves,
]);

test.each(LEAVES)("%j is sent as the page says", (text, leaves) => {
  expect(sanitizeMessage(text).message).toBe(leaves);
});

describe("the strings that the page says stay", () => {
  const [, list = ""] = under("## What is removed").split("These stay as they are:");
  const goes = LEAVES.flat();
  const stays = [...codeIn(list.split("\n###", 1)[0] ?? ""), ...codeIn(under("## What it cannot know"))];
  test.each(stays.filter((text) => !goes.includes(text)))("%j", (text) => {
    const message = text.includes(" ") ? text : `See ${text} for it.`;
    expect(sanitizeMessage(message)).toEqual({ message, removed: [] });
  });
});

test.each(
  codeIn(under("## What is removed").split("\n\nThe result", 1)[0] ?? "").filter((text) => !/^\[|…/.test(text)),
)("%j is removed, or is the name of a kind or an ending", (text) => {
  const kinds = ["credential", "host", "path", "stack", "control", "rest"];
  if (kinds.includes(text)) return;
  const whole = text.startsWith(".")
    ? `db-1${text}`
    : text.endsWith(":")
      ? `${text}///srv/app/x`
      : text === "Authorization"
        ? `${text}: hunter2`
        : text;
  expect(sanitizeMessage(`See ${whole} for it.`).removed).not.toEqual([]);
});

test("the steps show what the report has", () => {
  const [, steps = ""] = /```text\n(.+?)```/s.exec(under("## A message lost its middle")) ?? [];
  const [, text = ""] = /text: "(.+?)"/.exec(steps) ?? [];
  const { message, removed } = sanitizeMessage(text);
  const rows = removed.map(({ kind, rule, index }) => `{ kind: "${kind}", rule: "${rule}", index: ${index} }`);
  expect(steps.split("\n")[1]).toBe(`removed:  [${rows.join(", ")}]`);
  expect(PAGE).toContain(`A client sees \`${message}\``);
});

describe("how `keep` matches", () => {
  const rows = [...under("### How `keep` matches").matchAll(/^\| `(["/].+?)` +\| `(.+?)` +\| `(.+?)` +\|$/gm)];
  test.each(rows.map(([, keep = "", text = "", leaves = ""]) => [keep, text, leaves]))(
    "%s in %s",
    (given, text, leaves) => {
      const keep = given.startsWith("/") ? new RegExp(given.slice(1, -1)) : given.slice(1, -1);
      expect(sanitizeMessage(`See ${text} for it.`, { keep: [keep] }).message).toBe(`See ${leaves} for it.`);
    },
  );
});

describe("what the page says about a param", () => {
  const section = under("### `param`");
  test.each(codeIn(section).filter((text) => text.includes(".") && text !== "Authorization.Bearer"))(
    "%s is not sent",
    (param) => expect(sentParam(param)).toBeNull(),
  );
  test.each(["internal", "local"])("a field may be called %s", (name) => {
    expect(sentParam(`settings.${name}`)).toBe(`settings.${name}`);
  });
});

test("the page of the rules lists each rule, and everything else that `removed` may name", () => {
  const page = readFileSync(join(ROOT, "docs/sanitizer.md"), "utf8");
  const engine = ["sanitizer.ts", "message.ts", "sanitizer-options.ts"].map((file) =>
    readFileSync(join(ROOT, "packages/core/src/sanitizer/engine", file), "utf8"),
  );
  const named = [...engine.join("\n").matchAll(/(?:rule: |, |\bid: )"([a-z]+(?:-[a-z]+)+)"/g)].map(([, id = ""]) => id);
  expect(named.length).toBeGreaterThan(4);
  const rules = [...builtInRules().map(({ id }) => id), ...named];
  expect(rules.filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});
