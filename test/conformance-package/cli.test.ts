import { createServer } from "node:http";
import { start } from "@uhp-errors/reference-service/start";
import { describe, expect, onTestFinished, test } from "vitest";
import { FLAWS } from "./flaws.ts";
import { REFERENCE_ROUTES } from "./reference-routes.ts";
import { type Flaw, ROUTES, startService, TOKEN } from "./right-service.ts";
import { fileOf, idsOf, runCli } from "./run-cli.ts";

/** A running service that is correct except for its flaw, and the arguments of the command that checks it. */
async function checking(flaw: Flaw = {}, ...more: string[]): Promise<string[]> {
  const { url, close } = await startService(flaw);
  onTestFinished(close);
  const { silentStream: _, ...routes } = ROUTES;
  return ["check", url, "--token", TOKEN, "--routes", fileOf(routes), ...more];
}

const flawOf = (id: string): Flaw => FLAWS[id] ?? {};

describe("the exit status of check is", () => {
  test("0 when all is well", async () => {
    const { exit, out, err } = await runCli(await checking({}, "--raw"));
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toContain("1 skipped, 64 passed");
  });

  test("1 when a MUST is broken", async () => {
    const { exit, out } = await runCli(await checking(flawOf("OBJ02")));
    expect(exit).toBe(1);
    expect(out).toContain("✗ OBJ02 MUST");
    expect(out).toMatch(/curl -i --path-as-is -X GET .*"Authorization: Bearer \$TOKEN" '.*\/things\/theirs'\n/);
    expect(out).toContain('    | {"error":{"type":"permission_error"');
  });

  test.each<readonly [option: string, content: unknown, says: RegExp]>([
    ["--routes", { raize: "GET /{code}" }, /raize: there is no such field; known are success/],
    ["--baseline", ["ENV01"], /an object with a reason for each id/],
    ["--openapi", { swagger: "2.0" }, /an OpenAPI document of version 3/],
  ])("2 for a file of %s that is none", async (option, content, says) => {
    const { exit, err } = await runCli(["check", "http://127.0.0.1:9", option, fileOf(content)]);
    expect(exit).toBe(2);
    expect(err).toMatch(says);
  });

  test("3 when nothing responds", async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as { port: number };
    const { exit, err } = await runCli(["check", `http://127.0.0.1:${port}`, "--timeout", "1"]);
    expect(exit).toBe(3);
    expect(err).toContain("no answer came within 1000 ms");
  });
});

test("a baseline lets a known failure pass", async () => {
  const baseline = fileOf({ OBJ02: "Until March." });
  const ran = await runCli(await checking(flawOf("OBJ02"), "--baseline", baseline, "--report", "json"));
  expect([ran.exit, idsOf(ran, "known")]).toEqual([0, ["OBJ02"]]);
  expect(ran.out).toContain('"known": "Until March."');
});

describe("an OpenAPI document", () => {
  const envelope = (code: string) => ({
    error: { type: "invalid_request_error", code, message: "No.", param: null, detail: null },
  });
  const document = {
    openapi: "3.1.0",
    servers: [{ url: "http://api.example/v1" }],
    security: [{ bearer: [] }],
    paths: {
      "/harnesses": { get: { responses: { 200: { description: "All" } } } },
      "/harnesses/{harness_id}": {
        parameters: [{ name: "harness_id", in: "path", required: true }],
        get: { responses: { 404: { $ref: "#/components/responses/NoHarness" } } },
      },
      "/responses": {
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Task" } } } },
          responses: { 200: { description: "Done" } },
        },
      },
    },
    components: {
      schemas: { Task: { type: "object", required: ["input"], properties: { input: { type: "string" } } } },
      responses: {
        NoHarness: {
          content: {
            "application/json": { examples: { harness_not_found: { value: envelope("harness_not_found") } } },
          },
        },
      },
    },
  };

  test("describes enough for audits of access, objects, methods and bodies", async () => {
    const { url, close } = await start("fastify5", { onError: () => {} });
    onTestFinished(close);
    const ran = await runCli(["check", url, "--token", "test-key", "--openapi", fileOf(document), "--report", "json"]);
    expect([ran.exit, idsOf(ran, "fail", "warn")]).toEqual([0, []]);
    const passed = idsOf(ran, "pass");
    for (const id of ["AUT01", "OBJ01", "ADR03", "BDY01", "BDY03"]) expect(passed).toContain(id);
    const routes = fileOf({ raise: REFERENCE_ROUTES.raise });
    const more = ["--openapi", fileOf(document), "--routes", routes, "--report", "json"];
    const both = await runCli(["check", url, "--token", "test-key", ...more]);
    expect(idsOf(both, "pass")).toEqual(expect.arrayContaining(["OBJ01", "COD01"]));
  });
});

test("explain knows the codes of a catalog", async () => {
  const { exit, out } = await runCli([
    "explain",
    "acme_gpu_cold",
    "--catalog",
    "examples/reference-service/src/catalog.ts",
  ]);
  expect(exit).toBe(0);
  expect(out).toContain("A harness needs an accelerator that is still being started.");
});
