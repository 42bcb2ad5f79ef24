/** Runs the benches, all or those that are named: `pnpm bench servers micro`. The README lists the options. */
import { buildPackages, installTools } from "./run/build.ts";
import { runCommand } from "./run/command.ts";
import { type Options, type Part, readOptions } from "./run/options.ts";
import { pinThisProcess } from "./run/pin.ts";
import { write } from "./table.ts";

const options = readOptions();
installTools();
if (options.packages === undefined) buildPackages();
pinThisProcess();

// Only now: what follows loads the tools that were just installed.
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
