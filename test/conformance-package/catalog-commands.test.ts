import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileOf, runCli } from "./run-cli.ts";

/** A module with one code of its own, `acme_cold` with status 503. */
const MODULE = "test/conformance-package/catalogs/named.ts";

/** A module with an operation that answers with `acme_cold`. */
const OPERATIONS = "test/conformance-package/catalogs/operations.ts";

describe("export", () => {
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

  test("nothing without a format", async () => {
    const { exit, err } = await runCli(["export", MODULE]);
    expect(exit).toBe(2);
    expect(err).toMatch(/required option '--format <format>' not specified/);
  });
});

test.each<readonly [command: string, args: readonly string[]]>([
  ["export", ["--format", "json"]],
  ["mock", []],
])("%s takes no catalog with a message that no contract takes", async (command, args) => {
  const module = "test/conformance-package/catalogs/telling.ts";
  const { exit, out, err } = await runCli([command, module, ...args]);
  expect([exit, out]).toEqual([2, ""]);
  expect(err).toContain(`error: ${module} cannot be loaded: code "acme_cold": its row needs a message: `);
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
