import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { defineCatalog } from "@uhp-errors/core";
import { toJson } from "@uhp-errors/exports";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileOf, runCli } from "./run-cli.ts";

/** A module with one code of its own, `acme_cold` with status 503. */
const MODULE = "test/conformance-package/catalogs/named.ts";

/** A module with an operation that answers with `acme_cold`. */
const OPERATIONS = "test/conformance-package/catalogs/operations.ts";

describe("export", () => {
  test.each([
    ["json", /"acme_cold"/],
    ["json-schema", /"\$schema": "https:\/\/json-schema\.org\/draft\/2020-12\/schema"/],
    ["openapi", /"x-extensible-enum"/],
    ["overlay", /"overlay": "1\.0\.0"/],
    ["markdown", /^# /],
    ["html", /<html/],
    ["typescript", /acme_cold/],
    ["python", /ACME_COLD/],
    ["go", /^package /m],
    ["nginx", /^error_page 502 @uhp_errors_502;$/m],
    ["envoy", /"mappers": \[/],
  ])("as %s", async (format, says) => {
    const { exit, out, err } = await runCli(["export", MODULE, "--format", format]);
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toMatch(says);
    if (out.startsWith("{")) expect(JSON.parse(out)).toBeTypeOf("object");
  });

  test("for clients of an older version", async () => {
    const old = await runCli(["export", MODULE, "--format", "json-schema", "--protocol", "2026-09-12"]);
    expect(old.out).toContain('"acme_environment_busy"');
    const current = await runCli(["export", MODULE, "--format", "json-schema"]);
    expect(current.out).not.toContain('"acme_environment_busy"');
  });

  test("into a file", async () => {
    const file = fileOf("");
    const { exit, out, err } = await runCli(["export", MODULE, "--format", "json", "--output", file]);
    expect([exit, out, err]).toEqual([0, "", `wrote ${file}\n`]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ vendor: "acme" });
  });

  test("an overlay for the codes of each operation", async () => {
    const operations = fileOf({ "GET /v1/harnesses/{id}": ["harness_not_found"] });
    const { exit, out } = await runCli(["export", MODULE, "--format", "overlay", "--operations", operations]);
    expect(exit).toBe(0);
    expect(out).toContain("harness_not_found");
  });

  test("operations that a module exports", async () => {
    const { exit, out } = await runCli(["export", MODULE, "--format", "json", "--operations", OPERATIONS]);
    expect(exit).toBe(0);
    expect(JSON.parse(out).operations).toEqual([
      { method: "GET", path: "/x/{id}", operation_id: "getX", codes: ["acme_cold"] },
    ]);
    const overlay = ["export", MODULE, "--format", "overlay", "--operations", OPERATIONS, "--closed"];
    expect((await runCli(overlay)).out).toContain("$.paths.*[?@.operationId == 'getX'].responses");
  });

  test("no record of codes where operations need a method and a path", async () => {
    const operations = fileOf({ getX: ["acme_cold"] });
    const { exit, err } = await runCli(["export", MODULE, "--format", "json", "--operations", operations]);
    expect(exit).toBe(2);
    expect(err).toMatch(/is no list of operations, each with method, path and codes/);
  });

  test("only the known codes on request", async () => {
    const { out } = await runCli(["export", MODULE, "--format", "openapi", "--closed"]);
    expect(out).not.toContain("AcmeErrorEnvelope");
  });

  test.each<readonly [what: string, args: readonly string[], says: RegExp]>([
    ["without a format", [], /required option '--format <format>' not specified/],
    ["an unknown format", ["--format", "raml"], /Allowed choices are json, json-schema, openapi/],
    [
      "operations for a page",
      ["--format", "html", "--operations", "x.json"],
      /--operations is for --format overlay and --format json/,
    ],
    ["a closed page", ["--format", "html", "--closed"], /--closed is for --format overlay and --format openapi/],
    ["a module without operations", ["--format", "json", "--operations", MODULE], /exports no operation; expected/],
    [
      "a folder that is not there",
      ["--format", "json", "--output", "/nowhere/x.json"],
      /\/nowhere\/x\.json cannot be written/,
    ],
  ])("refuses %s", async (_what, args, says) => {
    const { exit, out, err } = await runCli(["export", MODULE, ...args]);
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toMatch(says);
    expect(existsSync("/nowhere")).toBe(false);
  });
});

describe("compare", () => {
  const before = (codes: object) => fileOf(toJson(defineCatalog({ vendor: "acme", codes } as never)));
  const cold = { status: 503, message: "It is cold." };
  const GONE = { acme_cold: cold, acme_lost: { status: 409, message: "It is lost." } };

  test.each<readonly [what: string, old: object, allow: readonly string[], exit: number, out: RegExp, err: RegExp]>([
    ["nothing", { acme_cold: cold }, [], 0, /^Nothing changed\.\n$/, /^$/],
    ["a new code", {}, [], 0, /^minor {2}.*acme_cold/, /^$/],
    ["another text", { acme_cold: { ...cold, message: "Cold." } }, [], 0, /^patch {2}.*acme_cold/, /^$/],
    ["a code that is gone", GONE, [], 1, /^major {2}.*acme_lost.*\n1 change; 1 breaks/, /^$/],
    ["a code that is gone as allowed", GONE, ["acme_lost"], 0, /^major {2}.*acme_lost.* \(allowed\)\n/, /^$/],
    ["any change as allowed", GONE, ["all"], 0, /\(allowed\)/, /^$/],
    [
      "a change that is not the one allowed",
      GONE,
      ["acme_cold"],
      1,
      /\n1 change; 1 breaks/,
      /^warning: --allow acme_cold is not needed\n$/,
    ],
  ])("reports %s", async (_what, old, allow, exit, out, err) => {
    const allowed = allow.flatMap((code) => ["--allow", code]);
    const ran = await runCli(["compare", before(old), MODULE, ...allowed]);
    expect(ran.exit).toBe(exit);
    expect(ran.out).toMatch(out);
    expect(ran.err).toMatch(err);
  });

  test("operations, if both sides have them", async () => {
    const catalog = defineCatalog({ vendor: "acme", codes: { acme_cold: cold } });
    const gone = { method: "PUT", path: "/x", codes: [] } as const;
    const stored = fileOf(toJson(catalog, { operations: [gone] }));
    const ran = await runCli(["compare", stored, MODULE, "--operations", OPERATIONS]);
    expect([ran.exit, ran.out]).toEqual([
      1,
      "major  The operation PUT /x is gone: clients that call it fail.\nminor  The operation GET /x/{id} is new.\n2 changes; 1 breaks users of the catalog.\n",
    ]);
    const without = await runCli(["compare", stored, MODULE]);
    expect([without.exit, without.err]).toEqual([0, ""]);
    expect(without.out).toMatch(/^patch {2}The stored description has operations, and none were given: /);
  });

  test.each([
    ["is no catalog", {}],
    ["is no JSON", "{"],
  ])("refuses a file that %s", async (_what, content) => {
    const { exit, out, err } = await runCli(["compare", fileOf(content), MODULE]);
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toMatch(/^error: /);
  });
});

describe("mock", () => {
  const BIN = fileURLToPath(new URL("../../packages/cli/bin/uhp-errors.js", import.meta.url));

  test("answers with any error until it is stopped", async () => {
    const child = spawn(process.execPath, ["--conditions=@uhp-errors/source", BIN, "mock", MODULE, "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [chunk] = await once(child.stdout, "data");
    const [, url] = /^(http:\/\/127\.0\.0\.1:\d+) answers with any error of acme/.exec(String(chunk)) ?? [];
    const response = await fetch(`${url}/raise/acme_cold`);
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      503,
      "acme_cold",
    ]);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("refuses a port that is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const { exit, err } = await runCli(["mock", MODULE, "--port", `${port}`]);
    expect(exit).toBe(2);
    expect(err).toContain(`port ${port} cannot be used`);
  });
});
