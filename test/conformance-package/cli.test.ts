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
    expect(out).toContain("1 skipped, 61 passed");
  });

  test("1 when a MUST is broken", async () => {
    const { exit, out } = await runCli(await checking(flawOf("OBJ02")));
    expect(exit).toBe(1);
    expect(out).toContain("✗ OBJ02 MUST");
    expect(out).toMatch(/curl -i --path-as-is -X GET .*"Authorization: Bearer \$TOKEN" '.*\/things\/theirs'\n/);
    expect(out).toContain('    | {"error":{"type":"permission_error"');
  });

  test("0 when a SHOULD is broken, and 1 with --strict", async () => {
    const args = await checking(flawOf("AUT05"));
    const { exit, out } = await runCli(args);
    expect(exit).toBe(0);
    expect(out).toContain("! AUT05 SHOULD");
    expect((await runCli([...args, "--strict"])).exit).toBe(1);
  });

  test("0 when a MAY is not done, even with --strict", async () => {
    const { exit, out } = await runCli(await checking(flawOf("RET01"), "--strict"));
    expect(exit).toBe(0);
    expect(out).toContain("i RET01 MAY");
  });

  test.each<readonly [what: string, args: readonly string[], says: RegExp]>([
    ["no address", ["check"], /missing required argument 'url'/],
    ["an address that is none", ["check", "nowhere"], /"nowhere" is no address/],
    ["another protocol", ["check", "ftp://127.0.0.1"], /is no address/],
    ["an address with a password", ["check", "http://a:b@127.0.0.1"], /without|must not hold a user/],
    ["another machine", ["check", "http://192.0.2.1"], /192\.0\.2\.1 is another machine.*--yes/],
    ["a name that only looks like this machine", ["check", "http://127.0.0.1.example.com"], /another machine/],
    ["an unknown option", ["check", "http://127.0.0.1", "--fast"], /unknown option '--fast'/],
    ["an unknown form", ["check", "http://127.0.0.1", "--report", "tap"], /Allowed choices are text, json/],
    [
      "an unknown version",
      ["check", "http://127.0.0.1", "--requirements", "2020-01-01"],
      /Allowed choices are 2026-08-11, 2026-09-12, 2026-09-28, 2026-10-04/,
    ],
    ["a time-out that is none", ["check", "http://127.0.0.1", "--timeout", "0"], /whole number from 1 to 300/],
    ["a file that is not there", ["check", "http://127.0.0.1", "--routes", "/nowhere.json"], /there is no such file/],
    ["an unknown command", ["chek"], /unknown command 'chek'/],
    ["no command", [], /Usage: uhp-errors/],
  ])("2 for %s", async (_what, args, says) => {
    const { exit, out, err } = await runCli(args);
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toMatch(says);
  });

  test.each<readonly [what: string, option: string, content: unknown, says: RegExp]>([
    ["routes that are no JSON", "--routes", "{", /is no JSON/],
    ["an unknown route", "--routes", { raize: "GET /{code}" }, /raize: there is no such field; known are success/],
    ["a route that is no request", "--routes", { success: "/things" }, /success: expected a method and a path/],
    [
      "a route to another host",
      "--routes",
      { success: "GET http://example.com/" },
      /success: expected a method and a path/,
    ],
    ["a route without its part", "--routes", { raise: "GET /raise" }, /raise: expected a path that holds \{code\}/],
    [
      "a route without its field",
      "--routes",
      { upload: { request: "POST /files", field: "file" } },
      /upload\.bytes: it is missing/,
    ],
    ["a huge upload", "--routes", { upload: { request: "POST /f", field: "f", bytes: 1e12 } }, /from 1 to 33554432/],
    [
      "a code that is no 404",
      "--routes",
      { objects: { session_busy: "GET /{id}" } },
      /objects\.session_busy: there is no such/,
    ],
    ["a baseline that is a list", "--baseline", ["ENV01"], /an object with a reason for each id/],
    ["a baseline with an unknown id", "--baseline", { ENV99: "x" }, /there is no audit "ENV99"/],
    ["a document that is no OpenAPI", "--openapi", { swagger: "2.0" }, /an OpenAPI document of version 3/],
  ])("2 for %s", async (_what, option, content, says) => {
    const { exit, err } = await runCli(["check", "http://127.0.0.1:9", option, fileOf(content)]);
    expect(exit).toBe(2);
    expect(err).toMatch(says);
  });

  test("3 when nothing listens", async () => {
    const { url, close } = await startService();
    await close();
    const { exit, out, err } = await runCli(["check", url]);
    expect([exit, out]).toEqual([3, ""]);
    expect(err).toMatch(/does not answer: ECONNREFUSED/);
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

  test.each([
    ["is missing", [], "give it a token with --token"],
    ["is not accepted", ["--token", "other"], "does not accept the token"],
  ])("4 when the token %s", async (_what, token, says) => {
    const { url, close } = await startService();
    onTestFinished(close);
    const { exit, out } = await runCli(["check", url, ...token]);
    expect(exit).toBe(4);
    expect(out).toContain(says);
  });
});

test("a token can come from the environment", async () => {
  const { url, close } = await startService();
  onTestFinished(close);
  expect((await runCli(["check", url], { env: { UHP_TOKEN: TOKEN } })).exit).toBe(0);
});

describe("a baseline", () => {
  test("lets a known failure pass", async () => {
    const baseline = fileOf({ OBJ02: "Until March." });
    const ran = await runCli(await checking(flawOf("OBJ02"), "--baseline", baseline, "--report", "json"));
    expect([ran.exit, idsOf(ran, "known")]).toEqual([0, ["OBJ02"]]);
    expect(ran.out).toContain('"known": "Until March."');
  });

  test("fails with an entry that is stale", async () => {
    const baseline = fileOf({ ENV01: "Until March.", RAW01: "Not looked at." });
    const ran = await runCli(await checking({}, "--baseline", baseline, "--report", "json"));
    expect([ran.exit, idsOf(ran, "stale"), idsOf(ran, "fail")]).toEqual([1, ["ENV01"], []]);
    expect(idsOf(ran, "skip")).toContain("RAW01");
  });
});

describe("the report", () => {
  const report = async (form: string) => (await runCli(await checking(flawOf("OBJ02"), "--report", form))).out;

  test("json has every audit with its rule", async () => {
    const { url, requirements, counts, results } = JSON.parse(await report("json"));
    expect([URL.canParse(url), requirements, counts.fail, results.length]).toEqual([true, "2026-10-04", 1, 62]);
    expect(results.find(({ id }: { id: string }) => id === "OBJ02")).toMatchObject({
      level: "MUST",
      verdict: "fail",
      clause: { name: "security 2", url: expect.stringContaining("/2026-10-04/security.md") },
      reason: expect.any(String),
      curl: expect.stringContaining("/things/theirs"),
      response: expect.stringMatching(/^HTTP 403\n/),
    });
  });

  test("junit counts failures and skips", async () => {
    const xml = await report("junit");
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="uhp-errors" tests="62" failures="1" errors="0" skipped="7">/,
    );
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml.match(/<skipped /g)).toHaveLength(7);
  });

  test("markdown has a row and a section for a failure", async () => {
    const page = await report("markdown");
    expect(page).toContain("| OBJ02 | fail |");
    expect(page).toContain("## OBJ02\n");
  });

  test("github has a command for a failure", async () => {
    const lines = (await report("github")).split("\n").filter((line) => line.startsWith("::"));
    expect(lines).toEqual([expect.stringMatching(/^::error title=OBJ02 MUST [^:]*::The status is 403.*%0Acurl -i/)]);
  });

  test("is plain without a terminal, and has colors and progress with one", async () => {
    const args = await checking();
    const plain = await runCli(args);
    expect(`${plain.out}${plain.err}`).not.toContain("\u001b");
    const watched = await runCli(args, { isWatched: true });
    expect(watched.out).toContain("\u001b[32m✓ ENV01");
    expect(watched.err).toContain("61/62 RAW06");
    expect((await runCli(args, { isWatched: true, env: { NO_COLOR: "1" } })).out).not.toContain("\u001b");
  });
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
    const both = await runCli([
      "check",
      url,
      "--token",
      "test-key",
      "--openapi",
      fileOf(document),
      "--routes",
      routes,
      "--report",
      "json",
    ]);
    expect(idsOf(both, "pass")).toEqual(expect.arrayContaining(["OBJ01", "COD01"]));
  });
});

describe("explain", () => {
  test.each([
    ["session_busy", /status {3}409\n.*invalid_request_error\n.*retry {4}yes, once the task/s],
    ["timeout", /200, inside the response object of a failed task/],
    ["file_too_large", /max_bytes \(a positive integer\)/],
    ["globex_internal_error", /status {3}500/],
    ["globex_http_418", /status {3}418/],
  ])("%s", async (code, says) => {
    const { exit, out } = await runCli(["explain", code]);
    expect(exit).toBe(0);
    expect(out).toMatch(says);
  });

  test.each([
    ["session_bsy", /Did you mean session_busy\?/],
    ["acme_gpu_cold", /add --catalog <module>/],
    ["__proto__", /There is no code "__proto__"/],
    ["not_internal_error", /There is no code/],
    ["\u001b[2J", /There is no code "\\u001b\[2J"/],
  ])("refuses %j, which is not a code", async (code, says) => {
    const { exit, out, err } = await runCli(["explain", code]);
    expect([exit, out]).toEqual([1, ""]);
    expect(err).toMatch(says);
  });

  test("explains a code of a catalog", async () => {
    const { exit, out } = await runCli([
      "explain",
      "acme_gpu_cold",
      "--catalog",
      "examples/reference-service/src/catalog.ts",
    ]);
    expect(exit).toBe(0);
    expect(out).toContain("A harness needs an accelerator that is still being started.");
  });
});
