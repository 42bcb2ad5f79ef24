import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bench = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifest(folder: string): Manifest | undefined {
  const file = `${folder}/package.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : undefined;
}

/** Installs what only the benches need, unless all of it is installed in the versions that `package.json` names. */
export function installTools(): void {
  const installed = Object.entries(manifest(bench)?.dependencies ?? {}).every(([name, wanted]) => {
    const version = manifest(`${bench}/node_modules/${name}`)?.version;
    return version !== undefined && (wanted === version || wanted.startsWith("file:"));
  });
  if (!installed) run("npm", ["ci"], bench);
}

/** Builds the packages if a source is newer than the build. The build is measured, because users run it. */
export function buildPackages(): void {
  const built = times("packages/*/dist/index.js");
  const sources = [...times("packages/*/src/**/*.ts"), ...times("tsup.config.ts"), ...times("scripts/build.ts")];
  const packages = globSync("packages/*/src/index.ts", { cwd: root }).length;
  if (built.length < packages || Math.max(...sources) > Math.min(...built)) {
    run("pnpm", ["build"], root);
  }
}

function times(pattern: string): number[] {
  return globSync(pattern, { cwd: root }).map((file) => statSync(`${root}/${file}`).mtimeMs);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"], shell });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd}`, { cause: error });
}
