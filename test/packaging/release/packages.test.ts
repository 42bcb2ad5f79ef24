import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { publishedPackages, ROOT } from "../../../scripts/release/packages.ts";

const { hooks } = createRequire(import.meta.url)("../../../scripts/release/pnpmfile.cjs");
const { default: sizes } = (await import(new URL("../../../.size-limit.mjs", import.meta.url).href)) as {
  default: readonly { readonly name: string; readonly limit: string }[];
};

const packages = publishedPackages();

test("a package is published after its dependencies", () => {
  const names = packages.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, needs } of packages) {
    expect(needs.filter((other) => names.indexOf(other) >= names.indexOf(name))).toEqual([]);
  }
});

test("all packages have one version", () => {
  expect(new Set(packages.map(({ version }) => version)).size).toBe(1);
});

test("nothing is published while a tarball is missing", () => {
  const folder = mkdtempSync(join(tmpdir(), "tarballs-"));
  const [first] = packages;
  writeFileSync(join(folder, `${first?.folder}-${first?.version}.tgz`), "");
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, "scripts/release/publish.ts"), folder],
    // No registry listens there.
    {
      encoding: "utf8",
      env: { ...process.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" },
    },
  );
  rmSync(folder, { recursive: true });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("pack first; missing: ");
  expect(stderr).not.toContain(`${first?.folder}-${first?.version}.tgz`);
});

describe.each(packages)("$name", ({ folder, name }) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "packages", folder, "package.json"), "utf8"));
  const entries = Object.entries<{ import?: object }>(manifest.exports).flatMap(([path, { import: esm }]) =>
    esm === undefined ? [] : [path],
  );

  test("has a report and a size limit for each entry", () => {
    const reports = entries.map((path) => `api/${path === "." ? "index" : path.slice(2)}.api.md`);
    expect(reports.filter((file) => !existsSync(join(ROOT, "packages", folder, file)))).toEqual([]);
    const limited = entries.map((path) => (path === "." ? folder : folder + path.slice(1)));
    expect(sizes.map((one) => one.name)).toEqual(expect.arrayContaining(limited));
  });

  test("has its changelog and its build in the tarball, no sources and no install script", () => {
    expect(manifest.files).toEqual(expect.arrayContaining(["CHANGELOG.md", "dist"]));
    expect(manifest.files).not.toContain("src");
    expect(Object.keys(manifest.scripts)).toEqual(["build"]);
  });

  test("says in its packed manifest where it comes from", () => {
    vi.stubEnv("RELEASE_ADDRESS", "https://repository.example/x");
    const packed = hooks.beforePacking(manifest);
    vi.unstubAllEnvs();
    const { exports, imports } = packed;
    expect(JSON.stringify({ exports, imports })).not.toMatch(/src\//);
    expect(packed).toEqual({
      ...manifest,
      ...(manifest.imports !== undefined && { imports }),
      exports,
      repository: { type: "git", url: "git+https://repository.example/x.git", directory: `packages/${folder}` },
      homepage: "https://repository.example/x#readme",
      bugs: "https://repository.example/x/issues",
    });
    expect(packed.name).toBe(name);
  });
});
