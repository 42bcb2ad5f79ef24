import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnvelope } from "@uhp-errors/core";
import { build, createNitro, prepare } from "nitro/builder";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const ROOT = fileURLToPath(new URL("app", import.meta.url));

interface Built {
  readonly default: { fetch(request: Request): Response | Promise<Response> };
}

/** Nitro builds the app in `app/`, whose plugin installs the contract, and the built app answers. */
describe("a Nitro app", () => {
  const folder = mkdtempSync(join(tmpdir(), "nitro-"));
  let serverDir = "";
  beforeAll(async () => {
    const nitro = await createNitro({
      rootDir: ROOT,
      serverDir: ".",
      buildDir: join(folder, "build"),
      output: { dir: join(folder, "output") },
      preset: "standard",
      builder: "rolldown",
      logLevel: 0,
      exportConditions: ["@uhp-errors/source"],
      routeRules: { "/ruled": { redirect: "/ok" } },
    });
    await prepare(nitro);
    await build(nitro);
    await nitro.close();
    ({ serverDir } = nitro.options.output);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The built app, from a separate copy of its module. */
  async function load(name: string): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
    const { default: app } = (await import(/* @vite-ignore */ join(serverDir, `index.mjs?${name}`))) as Built;
    return async (path, init) => app.fetch(new Request(`https://api.acme.example${path}`, init));
  }

  const failures: readonly (readonly [path: string, init: RequestInit, status: number, code: string])[] = [
    ["/notes/1", {}, 404, "acme_note_not_found"],
    ["/conflict", {}, 409, "acme_conflict"],
    ["/rejected", {}, 500, "acme_internal_error"],
    ["/nowhere", {}, 404, "acme_route_not_found"],
    ["/ok", { method: "DELETE" }, 405, "acme_method_not_allowed"],
    ["/%ff", {}, 400, "invalid_input"],
    ["/ok", { headers: { "uhp-version": "1999-01-01" } }, 400, "unsupported_protocol_version"],
  ];
  test.each(failures)("answers %s %o with %i %s", async (path, init, status, code) => {
    const response = await (await load("covered"))(path, init);
    const text = await response.text();
    expect([response.status, parseEnvelope(text)?.error.code]).toEqual([status, code]);
    expect(response.headers.get("uhp-version")).toBe("2026-10-04");
    expect(text).not.toContain("hunter2");
  });

  test.each(["/ok", "/ruled"])("leaves the success of %s unchanged", async (path) => {
    const covered = await (await load("covered"))(path);
    const own = new Headers(covered.headers);
    for (const name of ["uhp-version", "x-request-id"]) {
      expect(own.has(name)).toBe(true);
      own.delete(name);
    }
    const whole = async ({ status, body }: Response, headers: Headers) => [
      status,
      [...headers],
      await new Response(body).text(),
    ];
    const bare = await bareAnswer(path);
    expect(await whole(covered, own)).toEqual(await whole(bare, bare.headers));
  });

  async function bareAnswer(path: string): Promise<Response> {
    vi.stubEnv("BARE", "1");
    try {
      return await (await load("bare"))(path);
    } finally {
      vi.unstubAllEnvs();
    }
  }
});
