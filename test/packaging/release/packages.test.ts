import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { publishedManifest, withAbsoluteLinks } from "../../../scripts/release/pack.ts";
import { publishedPackages, ROOT } from "../../../scripts/release/packages.ts";

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

describe("the repository's address", () => {
  /** A repository with one built package, and with what its own manifest states. */
  function repository(stated: object): string {
    const root = mkdtempSync(join(tmpdir(), "repository-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    cpSync(join(ROOT, "scripts/release"), join(root, "scripts/release"), { recursive: true });
    const files = {
      "package.json": JSON.stringify({ type: "module", ...stated }),
      LICENSE: "free",
      "packages/one/package.json": JSON.stringify({ name: "@uhp-errors/one", version: "1.2.3", files: ["dist"] }),
      "packages/one/README.md": "[docs](../../docs/a.md#b)",
      "packages/one/dist/index.js": "",
      "packages/one/node_modules/other/index.js": "",
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return root;
  }

  function pack(root: string, address?: string) {
    const { RELEASE_ADDRESS: _, ...rest } = process.env;
    const env = address === undefined ? rest : { ...rest, RELEASE_ADDRESS: address };
    return spawnSync(process.execPath, ["scripts/release/pack.ts", "out"], { cwd: root, encoding: "utf8", env });
  }

  test("is needed to pack anything", () => {
    const root = repository({});
    const { status, stderr } = pack(root);
    expect(status).toBe(1);
    expect(stderr).toContain(
      "the repository's package.json has no repository, so no package could say where it comes from; state its address there",
    );
    expect(existsSync(join(root, "out"))).toBe(false);
  });

  test.each([
    [
      "an address",
      { repository: "https://a.example/b" },
      undefined,
      "https://a.example/b",
      "https://a.example/b#readme",
    ],
    [
      "an address as npm writes it, and a site",
      { repository: { type: "git", url: "git+https://a.example/b.git" }, homepage: "https://b.example" },
      undefined,
      "https://a.example/b",
      "https://b.example",
    ],
    ["none, for a trial", {}, "https://c.example/d", "https://c.example/d", "https://c.example/d#readme"],
  ])("comes from the repository's manifest: %s", (_what, stated, trial, address, homepage) => {
    const root = repository(stated);
    const { stdout, stderr } = pack(root, trial);
    expect([stdout, stderr]).toEqual([`${join(root, "out/one-1.2.3.tgz")}\n`, ""]);
    const tar = (...args: string[]) => execFileSync("tar", [...args], { cwd: join(root, "out"), encoding: "utf8" });
    expect(tar("-tzf", "one-1.2.3.tgz").trim().split("\n").sort()).toEqual([
      "package/LICENSE",
      "package/README.md",
      "package/dist/index.js",
      "package/package.json",
    ]);
    expect(JSON.parse(tar("-xOzf", "one-1.2.3.tgz", "package/package.json"))).toMatchObject({
      repository: { type: "git", url: `git+${address}.git`, directory: "packages/one" },
      homepage,
      bugs: `${address}/issues`,
    });
    expect(tar("-xOzf", "one-1.2.3.tgz", "package/README.md")).toBe(`[docs](${address}/blob/v1.2.3/docs/a.md#b)`);
  });
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
    const packed = publishedManifest(manifest, folder, {
      repository: "https://repository.example/x",
      homepage: "https://docs.example",
      issues: "https://repository.example/x/issues",
    });
    const { exports, imports } = packed;
    expect(JSON.stringify({ exports, imports })).not.toMatch(/src\//);
    expect(packed).toEqual({
      ...manifest,
      ...(manifest.imports !== undefined && { imports }),
      exports,
      repository: { type: "git", url: "git+https://repository.example/x.git", directory: `packages/${folder}` },
      homepage: "https://docs.example",
      bugs: "https://repository.example/x/issues",
    });
    expect(packed["name"]).toBe(name);
  });

  test("has pages whose links work outside the repository", () => {
    const root = "https://repository.example/x/blob/v1.0.0";
    const page = readFileSync(join(ROOT, "packages", folder, "README.md"), "utf8");
    const links = [...withAbsoluteLinks(page, folder, root).matchAll(/\]\(([^)]*)\)/g)].map(([, link = ""]) => link);
    const dead = links.filter((link) => {
      const [, path] = /^https:\/\/repository\.example\/x\/blob\/v1\.0\.0\/([^#]+)(?:#.+)?$/.exec(link) ?? [];
      return path === undefined ? !link.startsWith("https://") : !existsSync(join(ROOT, path));
    });
    expect(links).not.toEqual([]);
    expect(dead).toEqual([]);
  });
});
