/**
 * Tries what users install: packs every package, checks the tarballs with publint and attw, installs them into an empty
 * project and uses them from ESM, CommonJS and TypeScript, on every Node that is supported. Needs a build first.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const NODES = ["20", "22", "24", "26"];

const work = mkdtempSync(join(tmpdir(), "packed-"));
try {
  const tarballs = readdirSync(join(root, "packages")).map((name) => pack(name));
  for (const tarball of tarballs) {
    run(root, "publint", ["run", tarball, "--strict"]);
    run(root, "attw", [tarball]);
  }
  expectNoNodeImports(join(root, "packages/core/dist/index.js"));
  useInProject(tarballs);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack(name: string): string {
  const target = join(work, `${name}.tgz`);
  run(join(root, "packages", name), "pnpm", ["pack", "--out", target]);
  return target;
}

/** Core also runs in browsers and workers, where there is no module of Node's. */
function expectNoNodeImports(file: string): void {
  const imported = [...readFileSync(file, "utf8").matchAll(/^\s*(?:import|export)\b[^;]*?from\s*["']([^"']+)["']/gm)];
  const names = [...new Set(imported.map(([, name]) => name))];
  if (names.join() !== "zod") throw new Error(`core's ESM entry imports ${names.join(", ")}`);
  console.error("core's ESM entry imports zod and nothing else");
}

function useInProject(tarballs: readonly string[]): void {
  const project = join(work, "project");
  cpSync(join(root, "test/packed"), project, { recursive: true });
  // The same program once more, compiled as CommonJS.
  cpSync(join(project, "types.ts"), join(project, "types-cjs.cts"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  const types = ["@types/express@5", "@types/express4@npm:@types/express@4", "@types/node@20", "typescript@6.0"];
  const packages = [
    `zod-oldest@npm:zod@${oldestZod()}`,
    "express@5",
    "express4@npm:express@4",
    "zod@4",
    ...types,
    ...NODES.map((n) => `node${n}@npm:node@${n}`),
  ];
  run(project, "npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...tarballs, ...packages]);
  // A second copy of core, as two versions in one company's services would be, on the oldest zod that it allows.
  for (const [from, to] of [
    ["@uhp-errors/core", "@uhp-errors/core"],
    ["zod-oldest", "zod"],
  ] as const) {
    cpSync(join(project, "node_modules", from), join(project, "copy/node_modules", to), { recursive: true });
  }
  run(project, join(project, "node_modules/.bin/tsc"), ["-p", "."]);
  for (const version of NODES) {
    const node = join(project, `node_modules/node${version}/bin/node`);
    for (const script of ["esm.mjs", "cjs.cjs", "copies.mjs"]) run(project, node, [script]);
  }
}

/** The lower end of the range of zod that core declares. */
function oldestZod(): string {
  const manifest = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8"));
  return String(manifest.dependencies.zod).replace("^", "");
}

function run(cwd: string, command: string, args: readonly string[]): void {
  console.error(`$ ${[command, ...args].join(" ").replaceAll(work, "…").replaceAll(root, "")}`);
  execFileSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
}
