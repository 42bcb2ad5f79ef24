import { readFileSync } from "node:fs";
import { parseEnvelope } from "@uhp-errors/core";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { start as startBefore } from "../../../examples/typical-express/before.ts";
import { EXPECTATIONS } from "../../../examples/typical-express/requests.ts";
import { start as startAfter } from "../../../examples/typical-express/server.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { send } from "../../support/http.ts";
import { patched } from "../../support/patched.ts";
import { asked, seenBy } from "../typical-express/asked.ts";
import { withTable } from "../typical-express/table.ts";

const file = (name: string) =>
  readFileSync(new URL(`../../../examples/typical-express/${name}`, import.meta.url), "utf8");

const STARTS = { before: startBefore, after: startAfter };

beforeEach(() => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => printed.mockRestore();
});

describe("a request that succeeds", () => {
  const successes = EXPECTATIONS.filter(({ is }) => is === undefined);
  test.each(successes)("is answered as before: $says", async (expectation) => {
    const { was, is } = await asked(expectation);
    expect(was.status).toBe(expectation.was);
    expect(was.status).toBeLessThan(400);
    expect(seenBy(is)).toEqual(seenBy(was));
    expect(is.headers).toMatchObject({ "uhp-version": "2026-10-04", "x-request-id": expect.any(String) });
  });
});

describe("a request that fails", () => {
  const failures = EXPECTATIONS.flatMap(({ is, ...rest }) => (is === undefined ? [] : [{ ...rest, is }]));
  test.each(failures)("is answered with the contract: $says", async (expectation) => {
    const { was, is } = await asked(expectation);
    expect([was.status, parseEnvelope(was.body)]).toEqual([expectation.was, undefined]);
    expect([is.status, expectEnvelope(is).code]).toEqual(expectation.is);
    expect(is.body).not.toMatch(/hunter2|undefined/);
    // Helmet, cors and the session treat an error as they did before.
    for (const name of ["x-frame-options", "access-control-allow-origin"]) {
      expect(is.headers[name], name).toBe(was.headers[name]);
    }
    expect(is.headers["set-cookie"] === undefined).toBe(was.headers["set-cookie"] === undefined);
  });

  test("states the limit that a client needs", async () => {
    const tooLarge = EXPECTATIONS.filter(({ is }) => is?.[0] === 413);
    const details: unknown[] = [];
    for (const expectation of tooLarge) details.push(expectEnvelope((await asked(expectation)).is).detail);
    expect(details).toEqual([{ max_bytes: 20_480 }, { max_bytes: 65_536 }]);
  });
});

describe.each(Object.entries(STARTS))("the shop %s", (_when, start) => {
  test("compresses large bodies, which a browser can read", async () => {
    const { url, close } = await start();
    const answer = await fetch(`${url}/products`);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(await answer.json()).toEqual(JSON.parse((await send(url, { path: "/products" })).body));
    await close();
  });

  test("logs the status that was sent", async () => {
    vi.stubEnv("NODE_ENV", "development");
    const written = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
    const { url, close } = await start();
    for (const path of ["/products", "/me", "/nowhere"]) await send(url, { path });
    await vi.waitUntil(() => written.mock.calls.length === 3, 10_000);
    const lines = written.mock.calls.map(([line]) => /^GET \S+ \d+/.exec(String(line))?.[0]);
    written.mockRestore();
    vi.unstubAllEnvs();
    await close();
    expect(lines).toEqual(["GET /products 200", "GET /me 401", "GET /nowhere 404"]);
  });
});

test("differs from the shop before adoption as adopt.diff shows", () => {
  expect(patched(file("before.ts"), file("adopt.diff"))).toBe(file("server.ts"));
});

test("changes no route", () => {
  const changed = file("adopt.diff").match(/^[-+].*\bapp\.(?:get|post|put|patch|delete)\(.*/gm);
  expect(changed).toBeNull();
});

test("the README shows a run", async () => {
  // The widths of a table's columns are up to the formatter.
  const cells = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
  expect(cells(file("README.md"))).toBe(cells(await withTable(file("README.md"))));
});
