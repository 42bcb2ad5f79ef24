import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { freePort } from "../../support/free-port.ts";
import { ROOT } from "../../support/source-files.ts";

const { platform, arch } = process;

/** What each app is built with, in fixed versions. A compiler in native code is too much to install with every clone. */
const PACKAGES = {
  next: {
    next: "16.4.6",
    [`@next/swc-${platform}-${arch}${platform === "linux" ? "-gnu" : ""}`]: "16.4.6",
    react: "19.2.7",
    "react-dom": "19.2.7",
    // Next asks for these if an app has TypeScript.
    typescript: "5.9.3",
    "@types/node": "24.10.1",
    "@types/react": "19.2.7",
  },
  sveltekit: {
    "@sveltejs/kit": "3.2.0",
    "@sveltejs/adapter-node": "6.0.1",
    "@sveltejs/vite-plugin-svelte": "7.3.1",
    svelte: "5.57.3",
    vite: "8.3.8",
  },
};

export type Framework = keyof typeof PACKAGES;

/** Installs a framework once, and copies our app and our packages beside it. Returns the app's folder. */
export async function makeApp(name: Framework): Promise<string> {
  const folder = join(ROOT, "node_modules/.cache/frameworks", name);
  const manifest = JSON.stringify({ name: "app", private: true, type: "module", dependencies: PACKAGES[name] });
  if (!existsSync(join(folder, "installed"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), manifest);
    run("npm", ["install", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"], folder);
    writeFileSync(join(folder, "installed"), "");
  }
  cpSync(fileURLToPath(new URL(name, import.meta.url)), folder, { recursive: true });
  await writeOurs(join(folder, "node_modules/@uhp-errors"));
  return folder;
}

/** Writes core and web as an app would install them: each as a package, and no class twice. */
async function writeOurs(folder: string): Promise<void> {
  const source = (name: string) => join(ROOT, "packages", name, "src/index.ts");
  const input = await rolldown({
    input: { core: source("core"), web: source("web") },
    platform: "node",
    resolve: { conditionNames: ["@uhp-errors/source", "import", "default"] },
  });
  rmSync(folder, { recursive: true, force: true });
  const { output } = await input.write({ dir: join(folder, "parts"), format: "esm" });
  await input.close();
  if (output.length < 2) throw new Error("rolldown wrote no entries");
  writeFileSync(join(folder, "parts/package.json"), JSON.stringify({ name: "@uhp-errors/parts", type: "module" }));
  for (const name of ["core", "web"]) {
    mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, name, "package.json"),
      JSON.stringify({ name: `@uhp-errors/${name}`, type: "module", exports: "./index.js" }),
    );
    writeFileSync(join(folder, name, "index.js"), `export * from "../parts/${name}.js";\n`);
  }
}

/** Runs a program to its end. @throws Error with what it printed, if it fails. */
export function run(command: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "", NEXT_TELEMETRY_DISABLED: "1" };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${status}\n${stdout}\n${stderr}`);
}

/** Starts a built app, and waits until it answers. */
export async function serve(args: readonly string[], cwd: string) {
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "", HOST: "127.0.0.1", PORT: String(port) };
  const child = spawn(process.execPath, [...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer) => {
      printed += piece.toString();
      if (/Ready in|Listening on/.test(printed)) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`the app ended with ${code}: ${printed}`)));
  });
  return { url: `http://127.0.0.1:${port}`, close: () => end(child) };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("exit", () => resolve());
    child.kill();
  });
}
