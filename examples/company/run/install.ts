import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const EXAMPLE = fileURLToPath(new URL("..", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PACKAGES = ["core", "node", "express", "koa", "fastify", "client", "exports"];

/** Installs the company into an empty folder, from packed packages, and returns the folder. */
export function install(): string {
  const folder = mkdtempSync(join(tmpdir(), "company-"));
  run(ROOT, "pnpm", ["build"]);
  const tarballs = PACKAGES.map((name) => {
    const file = join(folder, "packed", `${name}.tgz`);
    run(join(ROOT, "packages", name), "pnpm", ["pack", "--out", file]);
    return [`@uhp-errors/${name}`, `file:${file}`] as const;
  });
  const catalog = packCatalog(folder);
  const { dependencies } = JSON.parse(readFileSync(join(EXAMPLE, "package.json"), "utf8"));
  const packed = Object.fromEntries([...tarballs, ["@acme/errors", `file:${catalog}`]]);
  const manifest = {
    name: "acme",
    private: true,
    type: "module",
    dependencies: { ...dependencies, ...packed },
    // The packages of this repository also get each other from the tarballs.
    overrides: Object.fromEntries(tarballs.map(([name]) => [name, `$${name}`])),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  for (const part of ["services", "warehouse", "web", "run"])
    cpSync(join(EXAMPLE, part), join(folder, part), { recursive: true });
  run(folder, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]);
  writeFileSync(join(folder, "warehouse", "codes.py"), run(folder, process.execPath, ["run/codes.ts"]));
  return folder;
}

/** Compiles the catalog in a place that has its dependencies, and packs it as it would be published. */
function packCatalog(folder: string): string {
  const into = join(folder, "catalog");
  mkdirSync(into);
  const options = ["--ignoreConfig", "--declaration", "--module", "nodenext", "--target", "es2023", "--outDir", into];
  run(EXAMPLE, "tsc", ["catalog/index.ts", ...options, "--skipLibCheck"]);
  cpSync(join(EXAMPLE, "catalog", "package.json"), join(into, "package.json"));
  const [{ filename }] = JSON.parse(run(into, "npm", ["pack", "--json", "--loglevel=error"]));
  return join(into, filename);
}

function run(cwd: string, file: string, args: readonly string[]): string {
  return execFileSync(file, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
