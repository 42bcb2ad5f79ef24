import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { fileOf, runCli } from "../../../../test/conformance-package/run-cli.ts";

/** A module with one code of its own, `acme_cold` with status 503. */
const MODULE = "test/conformance-package/catalogs/named.ts";

describe("export writes for clients of an older version", () => {
  test.each<readonly [format: string, old: string]>([
    ["json-schema", '"acme_environment_busy"'],
    ["openapi", '"acme_environment_busy"'],
    ["overlay", '"acme_environment_busy"'],
    ["markdown", "As clients of version 2026-09-12 see them."],
    ["html", "As clients of version 2026-09-12 see them."],
    ["nginx", "add_header UHP-Version '2026-09-12' always;"],
    ["envoy", '"value": "2026-09-12"'],
  ])("as %s", async (format, text) => {
    const old = await runCli(["export", MODULE, "--format", format, "--protocol", "2026-09-12"]);
    const current = await runCli(["export", MODULE, "--format", format]);
    expect([old.out.includes(text), current.out.includes(text)]).toEqual([true, false]);
  });
});

test("export leaves out other codes on request", async () => {
  const open = await runCli(["export", MODULE, "--format", "openapi"]);
  const closed = await runCli(["export", MODULE, "--format", "openapi", "--closed"]);
  expect([open.out.includes("AcmeErrorEnvelope"), closed.out.includes("AcmeErrorEnvelope")]).toEqual([true, false]);
});

describe("export writes", () => {
  test.each<readonly [format: string, first: string]>([
    ["json", '{\n  "format": 1,\n'],
    ["json-schema", '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n'],
    ["openapi", '{\n  "openapi": "3.1.'],
    ["overlay", '{\n  "overlay": "1.0.0",\n'],
    ["envoy", '{\n  "mappers": [\n'],
  ])("%s in lines that are indented, and with a line break at the end", async (format, first) => {
    const { out } = await runCli(["export", MODULE, "--format", format]);
    expect(out.slice(0, first.length)).toBe(first);
    expect(out.slice(-3)).toBe("\n}\n");
  });

  test("JSON with --json alone", async () => {
    expect(await runCli(["export", MODULE, "--json"])).toEqual(await runCli(["export", MODULE, "--format", "json"]));
  });

  test.each<readonly [format: string, says: RegExp]>([
    ["typescript", /^export const VENDOR = "acme";$/m],
    ["python", /^VENDOR = "acme"$/m],
    ["go", /^const Vendor = "acme"$/m],
  ])("the constants of %s", async (format, says) => {
    const { out } = await runCli(["export", MODULE, "--format", format]);
    expect(out).toMatch(says);
  });

  test("a file, and prints only its name", async () => {
    const file = fileOf("", "a\u200b.json");
    const { exit, out, err } = await runCli(["export", MODULE, "--format", "json", "--output", file]);
    expect([exit, out, err]).toEqual([0, "", `wrote ${file.replace("\u200b", "\\u{200b}")}\n`]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ vendor: "acme" });
  });
});

describe("export refuses", () => {
  test.each<readonly [format: string, args: readonly string[], message: string]>([
    ["markdown", ["--operations", "x.json"], "--operations is for --format overlay and --format json"],
    ["openapi", ["--operations", "x.json"], "--operations is for --format overlay and --format json"],
    ["html", ["--closed"], "--closed is for --format overlay and --format openapi"],
    ["json", ["--closed"], "--closed is for --format overlay and --format openapi"],
    ["json", ["--operations", "nowhere.json"], "nowhere.json cannot be read: there is no such file"],
    ["overlay", ["--operations", "nowhere.json"], "nowhere.json cannot be read: there is no such file"],
    ["json", ["--output", tmpdir()], `${tmpdir()} cannot be written: it is a folder`],
  ])("as %s, with %j", async (format, args, message) => {
    const ran = await runCli(["export", MODULE, "--format", format, ...args]);
    expect(ran).toEqual({ exit: 2, out: "", err: `error: ${message}\n` });
  });
});
