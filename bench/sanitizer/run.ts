import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bench = fileURLToPath(new URL("..", import.meta.url));

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifest(folder: string): Manifest | undefined {
  const file = `${folder}/package.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : undefined;
}

/** Whether every tool is there in the version that `package.json` names. */
function isInstalled(): boolean {
  return Object.entries(manifest(bench)?.dependencies ?? {}).every(([name, wanted]) => {
    const version = manifest(`${bench}/node_modules/${name}`)?.version;
    return version !== undefined && (wanted === version || wanted.startsWith("file:"));
  });
}

function install(): void {
  const { status, error } = spawnSync("npm", ["ci"], {
    cwd: bench,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm ci failed in bench/", { cause: error });
}

// Only now: what follows loads the tools that were just installed.
if (!isInstalled()) install();
const { main } = await import("./main.ts");
process.exitCode = (await main()) ? 0 : 1;
