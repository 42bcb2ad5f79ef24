import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { FLAWS } from "../../../../test/conformance-package/flaws.ts";
import { type Flaw, ROUTES, startService, TOKEN } from "../../../../test/conformance-package/right-service.ts";
import { fileOf, idsOf, runCli } from "../../../../test/conformance-package/run-cli.ts";

async function serviceWith(flaw: Flaw = {}): Promise<string> {
  const { url, close } = await startService(flaw);
  onTestFinished(close);
  return url;
}

/** Services that break a SHOULD, a MUST and a MAY. */
const { AUT05: WARNED = {}, ENV03: BROKEN = {}, RET01: NOTED = {} } = FLAWS;

describe("the exit status of a check is", () => {
  test.each<readonly [status: number, what: string, flaw: Flaw, args: readonly string[]]>([
    [0, "for a correct service", {}, ["--token", TOKEN]],
    [0, "for a correct service, strictly", {}, ["--token", TOKEN, "--strict"]],
    [0, "for a broken SHOULD", WARNED, ["--token", TOKEN]],
    [1, "for a broken SHOULD, strictly", WARNED, ["--token", TOKEN, "--strict"]],
    [0, "for a MAY that is not done, strictly", NOTED, ["--token", TOKEN, "--strict"]],
    [1, "for a broken MUST", BROKEN, ["--token", TOKEN]],
    [4, "without a token", {}, []],
  ])("%i %s", async (status, _what, flaw, args) => {
    const { exit, err } = await runCli(["check", await serviceWith(flaw), ...args]);
    expect([exit, err]).toEqual([status, ""]);
  });

  test("1 for an entry of the baseline that is stale", async () => {
    const baseline = fileOf({ ENV01: "Until March." });
    const args = ["check", await serviceWith(), "--token", TOKEN, "--baseline", baseline];
    const { exit, out } = await runCli(args);
    expect(exit).toBe(1);
    expect(out).toContain("\n✗ ENV01 MUST answer every error with a JSON object\n    The baseline lists it");
  });
});

describe("the token of a check is", () => {
  test.each<readonly [what: string, args: readonly string[], token: string, exit: number, says: string]>([
    ["the one of the environment", [], TOKEN, 0, "passed"],
    ["the given one, before the one of the environment", ["--token", TOKEN], "other", 0, "passed"],
    ["missing if the environment has an empty one", [], "", 4, "give it a token with --token"],
  ])("%s", async (_what, args, token, exit, says) => {
    const ran = await runCli(["check", await serviceWith(), ...args], { env: { UHP_TOKEN: token } });
    expect(ran).toMatchObject({ exit, out: expect.stringContaining(says) });
  });
});

describe("a check", () => {
  test("shows its progress on one line, and erases it", async () => {
    const { err } = await runCli(["check", await serviceWith(), "--token", TOKEN], { isWatched: true });
    const shown = err.split("\r\u001b[K");
    expect(shown).toHaveLength(67);
    expect(shown[0]).toBe("");
    expect(shown[1]).toBe("0/65 ENV01 MUST answer every error with a JSON object");
    expect(shown[66]).toBe("");
    const names = shown.slice(1, -1).map((line) => line.replace(/^\d+\/65 /, ""));
    expect(Math.max(...names.map((name) => name.length))).toBe(70);
  });

  test.each<readonly [env: Readonly<Record<string, string>>, isColored: boolean]>([
    [{}, true],
    [{ NO_COLOR: "" }, true],
    [{ NO_COLOR: "1" }, false],
  ])("has colors on a terminal with the environment %j: %s", async (env, isColored) => {
    const args = ["check", await serviceWith(), "--token", TOKEN];
    expect((await runCli(args, { isWatched: true, env })).out.includes("\u001b[32m✓")).toBe(isColored);
  });

  test("has no colors and no progress without a terminal", async () => {
    const { out, err } = await runCli(["check", await serviceWith(), "--token", TOKEN]);
    expect([out.includes("\u001b"), err]).toEqual([false, ""]);
  });

  test("is by the rules of the given version", async () => {
    const url = await serviceWith();
    const report = async (...args: string[]) => {
      const { out } = await runCli(["check", url, "--token", TOKEN, "--report", "json", ...args]);
      return JSON.parse(out).requirements;
    };
    expect([await report(), await report("--requirements", "2026-09-12")]).toEqual(["2026-10-04", "2026-09-12"]);
  });

  test("sends no more requests than it may", async () => {
    let asked = 0;
    const url = await serviceWith({
      reply: (reply) => {
        asked += 1;
        return reply;
      },
    });
    await runCli(["check", url, "--token", TOKEN, "--max-requests", "5"]);
    // One more asks whether the service responds at all.
    expect(asked).toBe(6);
  });

  test("asks over a socket only on request", async () => {
    const url = await serviceWith();
    const skipped = async (...args: string[]) =>
      idsOf(await runCli(["check", url, "--token", TOKEN, "--report", "json", ...args]), "skip").includes("RAW01");
    expect([await skipped(), await skipped("--raw")]).toEqual([true, false]);
  });

  test("takes routes from a file before those of an OpenAPI document", async () => {
    const url = await serviceWith();
    const document = { openapi: "3.1.0", paths: { "/nothing": { get: { responses: {} } } } };
    const openapi = ["--openapi", fileOf(document)];
    const routes = ["--routes", fileOf({ success: ROUTES.success })];
    const passes = async (...args: string[]) =>
      idsOf(await runCli(["check", url, "--token", TOKEN, "--report", "json", ...args]), "pass");
    const [fromBoth, fromRoutes] = [await passes(...openapi, ...routes), await passes(...routes)];
    expect(fromBoth).toEqual(expect.arrayContaining(fromRoutes));
  });

  test("tells that nothing listens", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await runCli(["check", `http://127.0.0.1:${port}/path?key=secret`])).toEqual({
      exit: 3,
      out: "",
      err: `error: http://127.0.0.1:${port} does not answer: nothing listens there; is the service running? (ECONNREFUSED)\n`,
    });
  });
});
