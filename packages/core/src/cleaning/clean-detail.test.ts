import { describe, expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import type { StandardSchema } from "../codes/standard-schema.ts";
import { createContract } from "../contract/create-contract.ts";
import type { ErrorReport } from "../reports/report.ts";

type Fields = Readonly<Record<string, unknown>>;

const TOKEN = `ghp_${"16C7e42F292c6912E771"}${"0c838347Ae178B4a"}`;

/** Makes a contract whose one code has a detail of this schema. */
function contractOf(validate: (detail: Fields) => unknown) {
  const schema: StandardSchema & { readonly "~standard": { readonly types?: { input: Fields; output: Fields } } } = {
    "~standard": { version: 1, vendor: "own", validate: validate as (value: unknown) => unknown },
  };
  const acme = defineCatalog({
    vendor: "acme",
    codes: { acme_full: { status: 409, message: "It is full.", detail: schema } },
  });
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const sent = (error: unknown) =>
    JSON.parse(contract.respond(error, { method: "GET", path: "/", header: () => undefined })?.body ?? "").error.detail;
  return { error: (detail: Fields) => acme.error("acme_full", { detail }), sent, reports };
}

describe("no secret leaves by a schema", () => {
  test.each<readonly [does: string, make: (detail: Fields) => Fields, detail: Fields, sent: Fields]>([
    [
      "renames its field",
      (it) => ("password" in it ? { hint: it["password"] } : it),
      { password: "hunter2" },
      { hint: "[credential]" },
    ],
    ["cuts it", ({ key }) => ({ key: String(key).slice(0, 14) }), { key: TOKEN }, { key: "[credential]" }],
    [
      "changes its case",
      ({ key }) => ({ key: String(key).toLowerCase() }),
      { key: "AKIAIOSFODNN7EXAMPLE" },
      { key: "[credential]" },
    ],
    [
      "makes a list of it",
      ({ key }) => ({ key: Array.isArray(key) ? key : String(key).match(/.{1,6}/g) }),
      { key: TOKEN },
      { key: ["[crede", "ntial]"] },
    ],
    [
      "joins its parts",
      ({ parts }) => ({ parts, key: (parts as string[]).join("") }),
      { parts: TOKEN.match(/.{1,6}/g) },
      { parts: TOKEN.match(/.{1,6}/g), key: "[credential]" },
    ],
    [
      "decodes it",
      ({ key }) => ({ key: atob(String(key).slice(0, 56)) || key }),
      { key: btoa(`token=${TOKEN}`) },
      { key: "[credential]" },
    ],
  ])("that %s", (_does, make, detail, expected) => {
    const { error, sent } = contractOf((given) => {
      try {
        return { value: make(given) };
      } catch {
        return { value: given };
      }
    });
    const made = error(detail);
    const changed = Object.defineProperty(error(detail), "message", { value: "It is very full." });
    expect([
      sent(made),
      JSON.parse(JSON.stringify(made)).detail,
      sent(changed),
      JSON.parse(JSON.stringify(changed)).detail,
    ]).toEqual(Array.from({ length: 4 }, () => expected));
  });
});

test.each<readonly [how: string, quote: (value: string) => string, shown: string]>([
  ["with escapes", (value) => JSON.stringify(value), ""],
  ["in capitals", (value) => value.toUpperCase(), ": It is not [CREDENTIAL]"],
  ["cut short", (value) => value.slice(0, 8), ": It is not [credent"],
])("a report has no secret that a schema quotes %s", (_how, quote, shown) => {
  const { error, sent, reports } = contractOf(({ password }) => ({
    issues: [{ message: `It is not ${quote(String(password))}`, path: ["password"] }],
  }));
  expect(sent(error({ password: 'correct"horse"battery' }))).toBe(null);
  expect(reports[0]?.misuse).toBe(`detail of "acme_full" does not fit its schema at "password"${shown}`);
});

test("a string that was cut is marked once", () => {
  const { error, sent } = contractOf((value) => ({ value }));
  expect(sent(error({ text: "a ".repeat(3_000), password: `x${" y".repeat(3_000)}` }))).toEqual({
    text: expect.stringMatching(/a\[truncated\]$|a \[truncated\]$/),
    password: expect.stringMatching(/^\[credential\](?:\[truncated\])?$/),
  });
});
