/**
 * Runs all benches, or those that are named: `pnpm bench servers micro`. A bench that has options of its own runs alone: `pnpm bench soak
 * koa3`. The README lists both kinds.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildPackages, installTools } from "./run/build.ts";
import { runCommand } from "./run/command.ts";
import { type Options, type Part, readOptions } from "./run/options.ts";
import { pinThisProcess } from "./run/pin.ts";
import { write } from "./table.ts";

/** Benches with options of their own, each with the flags of its process. */
const ALONE: ReadonlyMap<string | undefined, readonly [file: string, ...flags: string[]]> = new Map([
  ["allocated", ["../test/cost/store.ts", "--conditions=@uhp-errors/source"]],
  ["buffered", ["buffered/run.ts", "--conditions=@uhp-errors/source"]],
  ["sanitizer", ["sanitizer/run.ts", "--conditions=@uhp-errors/source"]],
  ["soak", ["soak/run.ts", "--conditions=@uhp-errors/source"]],
  ["startup", ["startup/run.ts"]],
  ["telemetry", ["telemetry/run.ts", "--conditions=@uhp-errors/source"]],
  ["walks", ["walks/run.ts", "--conditions=@uhp-errors/source"]],
  ["worker", ["startup/worker.ts", "--conditions=@uhp-errors/source"]],
]);

const [name, ...rest] = process.argv.slice(2);
const alone = ALONE.get(name);
if (alone !== undefined) {
  const [file, ...flags] = alone;
  const program = fileURLToPath(new URL(file, import.meta.url));
  process.exit(spawnSync(process.execPath, [...flags, program, ...rest], { stdio: "inherit" }).status ?? 1);
}

const options = readOptions();
installTools();
if (options.packages === undefined) buildPackages();
pinThisProcess();

// These imports come last, because they load the tools that were just installed.
const RUNS: Readonly<Record<Part, () => Promise<(options: Options) => Promise<void>>>> = {
  micro: async () => (await import("./micro/run.ts")).runMicro,
  servers: async () => (await import("./servers/run.ts")).runServers,
  floor: async () => (await import("./floor/run.ts")).runFloor,
  growth: async () => (await import("./growth/run.ts")).runGrowth,
  garbage: async () => (await import("./garbage/run.ts")).runGarbage,
  import: async () => runCommand("import", "bench/startup/run.ts"),
};
for (const part of options.parts) {
  const run = await RUNS[part]();
  await run(options);
}
write(`\nAll results: ${options.results.file}\n`);
