/**
 * Tests what users install. Packs every package, checks the tarballs with publint and attw, installs them into empty
 * projects beside the newest framework, and uses them from ESM, CommonJS and TypeScript, on the oldest and the newest
 * Node and compiler. With `--all`, it does so with each major version of the frameworks and the oldest allowed version,
 * on every supported Node and compiler. Needs a build. With names of projects as arguments, it uses only those.
 */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { packAll } from "./release/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: chosen, positionals: named } = parseArgs({
  options: { all: { type: "boolean", default: false } },
  allowPositionals: true,
});
const NODES = chosen.all ? ["20", "22", "24", "26"] : ["20", "26"];
const COMPILERS = chosen.all ? ["5.4", "5.9", "6.0", "7"] : ["5.4", "7"];

/**
 * The projects in `test/packaging/packed`, and the framework versions of each: the newest, the major version before, and
 * the oldest allowed version.
 */
const PROJECTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  node: [[]],
  client: [[]],
  web: [[]],
  hono: [["hono@4"], [`hono@${oldest("hono")}`]],
  otel: [["@opentelemetry/api@1"], [`@opentelemetry/api@${oldest("otel", "@opentelemetry/api")}`]],
  exports: [[]],
  // All other tests use the newest vitest.
  testing: [["vitest@4"], ["vitest@5"], [`vitest@${oldest("testing", "vitest")}`]],
  conformance: [[]],
  cli: [[]],
  express: [
    ["express@5", "@types/express@5"],
    ["express@4", "@types/express@4"],
    [`express@${oldest("express")}`, "@types/express@4"],
  ],
  koa: [
    ["koa@3", "@types/koa@3"],
    ["koa@2", "@types/koa@2"],
    [`koa@${oldest("koa")}`, "@types/koa@2"],
  ],
  mcp: [
    ["@modelcontextprotocol/server@2"],
    ["@modelcontextprotocol/sdk@1"],
    [`@modelcontextprotocol/sdk@${oldest("mcp", "@modelcontextprotocol/sdk")}`],
  ],
  nestjs: [nest("12"), nest("11"), nest(oldest("nestjs", "@nestjs/core"))],
  h3: [["h3@2"], [`h3@${oldest("h3")}`]],
  fastify: [["fastify@5"], ["fastify@4"], [`fastify@${oldest("fastify")}`]],
};

interface Compiler {
  readonly version: string;
  /** The program to run. */
  readonly file: string;
}

/** What the built files of each package may import. */
const IMPORTS: Readonly<Record<string, RegExp>> = {
  core: /^(?!)/,
  node: /^(?:@uhp-errors\/core(?:\/\w+)?|node:.*)$/,
  conformance: /^@uhp-errors\/core(?:\/\w+)?$/,
  cli: /^(?:@uhp-errors\/(?:conformance|core(?:\/\w+)?|exports|testing)|@babel\/parser|commander|diff|picocolors|node:.*)$/,
  web: /^@uhp-errors\/core(?:\/\w+)?$/,
  hono: /^@uhp-errors\/(?:core(?:\/\w+)?|web(?:\/internal)?)$/,
  h3: /^(?:@uhp-errors\/(?:core(?:\/\w+)?|web(?:\/internal)?)|h3)$/,
  client: /^(?:@uhp-errors\/core(?:\/\w+)?|#default-fetch)$/,
  exports: /^@uhp-errors\/core(?:\/\w+)?$/,
  otel: /^(?:@uhp-errors\/core(?:\/\w+)?|@opentelemetry\/api)$/,
  testing: /^(?:@uhp-errors\/(?:conformance\/internal|exports\/internal|core(?:\/\w+)?|node(?:\/internal)?)|node:.*)$/,
  express: /^(?:@uhp-errors\/(?:core(?:\/\w+)?|node(?:\/internal)?)|node:.*)$/,
  koa: /^(?:@uhp-errors\/(?:core(?:\/\w+)?|node(?:\/internal)?)|node:.*)$/,
  mcp: /^@uhp-errors\/(?:client|core(?:\/\w+)?)$/,
  nestjs:
    /^(?:@uhp-errors\/(?:core(?:\/\w+)?|express(?:\/internal)?|fastify(?:\/internal)?|node(?:\/internal)?)|@nestjs\/(?:common|core)|node:.*)$/,
  fastify: /^(?:@uhp-errors\/(?:core(?:\/\w+)?|node(?:\/internal)?)|node:.*|fastify-plugin)$/,
};

/** Entries of core that load only core's own files. */
const LIGHT = ["adapter", "adoption", "codes", "databases", "internal", "messages", "retry", "sanitizer"];

/** The packages that a package's declarations import in addition. */
const IN_TYPES: Readonly<Record<string, RegExp>> = { fastify: /^fastify$/, hono: /^hono(?:\/|$)/ };

/** The most that a package may unpack to, in bytes. */
const MAX_UNPACKED = 2_000_000;

const work = mkdtempSync(join(tmpdir(), "packed-"));
const packed = packAll(work);
try {
  for (const { folder: name } of packed) {
    expectLean(name);
    expectAddressed(name);
    run(root, "publint", ["run", tarball(name), "--strict"]);
    run(root, "attw", [tarball(name)]);
    expectImports(name);
  }
  for (const entry of LIGHT) expectLight(entry);
  const nodes = installNodes();
  const compilers = installCompilers();
  for (const [name, versions] of Object.entries(PROJECTS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    for (const [index, beside] of (chosen.all ? versions : versions.slice(0, 1)).entries()) {
      // Every compiler reads the newest types, and both versions of Express's types, because the adapter declares its
      // own. One compiler reads the others.
      const all = index === 0 || (beside.includes("@types/express@4") && index === 1);
      await useInProject(name, beside, nodes, all ? compilers : compilers.slice(-1));
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function tarball(name: string): string {
  return packed.find(({ folder }) => folder === name)?.tarball ?? "";
}

/** What a registry shows of a package names the repository, and no file that only the repository has. */
function expectAddressed(name: string): void {
  const read = (file: string) => execFileSync("tar", ["-xOzf", tarball(name), `package/${file}`], { encoding: "utf8" });
  const { files, repository, homepage, bugs } = JSON.parse(read("package.json"));
  if (!(repository && homepage && bugs)) throw new Error(`${name}'s manifest lacks repository, homepage or bugs`);
  for (const page of ["README.md", ...files.filter((file: string) => file.endsWith(".md"))]) {
    const [link] = /\]\((?!https:|#)[^)]*\)/.exec(read(page)) ?? [];
    if (link !== undefined)
      throw new Error(`${name}'s ${page} has the link ${link}, which leads nowhere on a registry`);
  }
}

/** A tarball holds the code once for each module format, and no second time as sources or in source maps. */
function expectLean(name: string): void {
  const listed = execFileSync("tar", ["-tzf", tarball(name)], { encoding: "utf8" })
    .trim()
    .split("\n");
  const odd = listed.filter((file) => /^package\/src\/|\.map$/.test(file));
  if (odd.length > 0) throw new Error(`${name}'s tarball has ${odd.join(", ")}`);
  const { length } = execFileSync("tar", ["-xOzf", tarball(name)], { maxBuffer: 10 * MAX_UNPACKED });
  if (length > MAX_UNPACKED) throw new Error(`${name} unpacks to ${length} bytes, more than ${MAX_UNPACKED}`);
}

/** Core also runs in browsers and workers, which do not have Node's modules. No adapter loads its framework. */
function expectImports(name: string): void {
  for (const file of ["index.js", "index.cjs", "index.d.ts", "index.d.cts"]) {
    const imported = [...importsOf(name, file)];
    const odd = imported.filter(
      (from) => !(IMPORTS[name]?.test(from) || (file.includes(".d.") && IN_TYPES[name]?.test(from))),
    );
    if (odd.length > 0) throw new Error(`${name}'s ${file} imports ${odd.join(", ")}`);
    console.error(`${name}'s ${file} imports ${imported.join(", ")}`);
  }
}

/** These entries load no other package, and no types of one. */
function expectLight(entry: string): void {
  for (const file of [`${entry}.js`, `${entry}.cjs`, `${entry}.d.ts`, `${entry}.d.cts`]) {
    const imported = [...importsOf("core", file)];
    if (imported.length > 0) throw new Error(`core's ${file} imports ${imported.join(", ")}`);
  }
}

/** Returns the packages that a built file imports, directly or through the package's other files. */
function importsOf(name: string, file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  const text = readFileSync(join(root, "packages", name, "dist", file), "utf8");
  const found = text.matchAll(/^\s*(?:import|export)\b[^;]*?from\s*["']([^"']+)["']|\brequire\(["']([^"']+)["']\)/gm);
  const imported = [...found].map(([, from, required]) => from ?? required ?? "");
  const own = imported
    .filter((from) => from.startsWith("./"))
    .map((from) => posix.join(posix.dirname(file), file.includes(".d.") ? from.replace(/\.(c?)js$/, ".d.$1ts") : from));
  const inOwn = own.filter((other) => !seen.has(other)).flatMap((other) => [...importsOf(name, other, seen)]);
  return new Set([...imported.filter((from) => !from.startsWith("./")), ...inOwn]);
}

/** Returns the packages of NestJS in one version, with both platforms. */
function nest(version: string): readonly string[] {
  const own = ["common", "core", "platform-express", "platform-fastify"].map((part) => `@nestjs/${part}@${version}`);
  return [...own, "reflect-metadata@0.2", "rxjs@7"];
}

/** Returns the oldest version that a package allows of its framework. */
function oldest(name: string, framework = name): string {
  const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
  const [version] = /\d+\.\d+\.\d+/.exec(manifest.peerDependencies[framework]) ?? [];
  if (version === undefined) throw new Error(`${name} declares no range of its framework`);
  return version;
}

function installNodes(): readonly string[] {
  const folder = installAll("node", NODES);
  return NODES.map((version) => join(folder, `node_modules/node-${version}/bin/node`));
}

function installCompilers(): readonly Compiler[] {
  const folder = installAll("typescript", COMPILERS);
  return COMPILERS.map((version) => ({ version, file: join(folder, `node_modules/typescript-${version}/bin/tsc`) }));
}

/** Installs versions of a package side by side. */
function installAll(name: string, versions: readonly string[]): string {
  const folder = join(work, name);
  mkdirSync(folder);
  install(
    folder,
    versions.map((version) => `${name}-${version}@npm:${name}@${version}`),
  );
  return folder;
}

/** Uses a package in a project that has only what a user installs, so that any other package that it loads is missing. */
async function useInProject(
  name: string,
  beside: readonly string[],
  nodes: readonly string[],
  compilers: readonly Compiler[],
): Promise<void> {
  const project = mkdtempSync(join(work, `${name}-`));
  const source = join(root, "test/packaging/packed", name);
  for (const folder of [source, join(root, "test/packaging/packed/shared")])
    cpSync(folder, project, { recursive: true });
  // The same programs, compiled as CommonJS.
  const typed = readdirSync(source).filter((file) => file.endsWith(".ts"));
  for (const file of typed) cpSync(join(project, file), join(project, file.replace(".ts", "-cjs.cts")));
  const tarballs = [...new Set(["core", "node", ...neededBy(name)])].map(tarball);
  install(project, [...tarballs, ...beside, "zod@4", "@types/node@20"]);
  await Promise.all(compilers.map((compiler) => compile(project, compiler)));
  if (name === "node") installCopy(project);
  const programs = readdirSync(source).filter((file) => /\.[cm]js$/.test(file));
  for (const node of nodes) for (const program of programs) run(project, node, [program]);
}

/** Returns a package and the packages of this workspace that it depends on. */
function neededBy(name: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
  const own = Object.keys(dependencies).flatMap((dependency) => /^@uhp-errors\/(.+)$/.exec(dependency)?.[1] ?? []);
  return [name, ...own.flatMap(neededBy)];
}

/** Compiles a project. If a compiler cannot compile all of it, the project has a configuration for that compiler. */
async function compile(project: string, { version, file }: Compiler): Promise<void> {
  const own = `tsconfig-${version}.json`;
  const config = readdirSync(project).includes(own) ? own : "tsconfig.json";
  console.error(`$ tsc ${version} -p ${config}`);
  await promisify(execFile)(process.execPath, [file, "-p", config], { cwd: project }).catch((error: unknown) => {
    // The output says what is wrong; the error's message does not.
    const { stdout } = error as { readonly stdout?: string };
    throw new Error(`TypeScript ${version} rejects ${project}:\n${stdout ?? String(error)}`);
  });
}

/** Installs a second copy of core, as if two versions of it were in one service. */
function installCopy(project: string): void {
  const copy = join(project, "copy");
  mkdirSync(copy);
  install(copy, [tarball("core")]);
}

function install(folder: string, packages: readonly string[]): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  run(folder, "npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages]);
}

function run(cwd: string, command: string, args: readonly string[]): void {
  console.error(`$ ${[command, ...args].join(" ").replaceAll(work, "…").replaceAll(root, "")}`);
  execFileSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
}
