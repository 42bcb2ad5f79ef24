import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnvelope } from "@uhp-errors/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Framework, makeApp, run, serve } from "./frameworks.ts";

const BUILDS: Readonly<Record<Framework, { readonly build: readonly string[]; readonly start: readonly string[] }>> = {
  next: { build: ["node_modules/next/dist/bin/next", "build"], start: ["node_modules/next/dist/bin/next", "start"] },
  sveltekit: { build: ["node_modules/vite/bin/vite.js", "build"], start: ["build/index.js"] },
};

/** The status, the code of an envelope, and where a redirect leads. */
type Row = readonly [path: string, status: number, code: string | undefined, location?: string];

const ROWS: Readonly<Record<Framework, readonly Row[]>> = {
  next: [
    ["/api/redirect", 307, undefined, "/login"],
    ["/api/permanent", 308, undefined, "/login"],
    ["/api/missing", 404, undefined],
    ["/api/forbidden", 403, undefined],
    ["/api/unauthorized", 401, undefined],
    ["/api/code", 404, "acme_note_not_found"],
    ["/api/wrapped", 404, "acme_note_not_found"],
    ["/api/unknown", 500, "acme_internal_error"],
    ["/api/none", 200, undefined],
    ["/api/built", 200, undefined],
  ],
  sveltekit: [
    ["/api/redirect", 307, undefined, "/login"],
    ["/api/missing", 404, "acme_not_found"],
    ["/api/taken", 409, "acme_conflict"],
    ["/api/down", 503, "acme_unavailable"],
    ["/api/code", 404, "acme_note_not_found"],
    ["/api/unknown", 500, "acme_internal_error"],
    ["/api/none", 200, undefined],
    ["/api/no/route", 404, "acme_not_found"],
  ],
};

describe.each(Object.keys(BUILDS) as Framework[])("an app that %s built", (name) => {
  let url = "";
  let close = async () => {};
  beforeAll(async () => {
    const folder = await makeApp(name);
    const { build, start } = BUILDS[name];
    run(process.execPath, build, folder);
    ({ url, close } = await serve(start, folder));
  }, 300_000);
  afterAll(() => close());

  test.each(ROWS[name])("answers %s with %i", async (path, status, code, location) => {
    const response = await fetch(url + path, { redirect: "manual" });
    const text = await response.text();
    const { headers } = response;
    expect([response.status, parseEnvelope(text)?.error.code]).toEqual([status, code]);
    expect(headers.get("location")).toBe(location ?? null);
    expect(text).not.toContain("hunter2");
  });
});

test.each([
  ["next", "contract.ts"],
  ["sveltekit", "src/contract.ts"],
])("the page shows what %s was built with", (name, file) => {
  const page = readFileSync(new URL("../../../docs/recipes.md", import.meta.url), "utf8");
  const source = readFileSync(join(import.meta.dirname, name, file), "utf8");
  const [, covered = "none"] = /(export const covered[\s\S]*)$/.exec(source) ?? [];
  expect(page).toContain(covered.trim());
});
