import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Whether processes can be told which core to run on. */
const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0;

/** The core of the processes that are measured; what sends them requests has another. */
const MEASURED = String(availableParallelism() - 1);
const OTHER = "0";

/** Keeps this process, all its threads and what it starts from the core of the measured processes, where that is possible. */
export function pinThisProcess(): void {
  if (canPin)
    spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", OTHER, String(process.pid)], { stdio: "ignore" });
}

/** A command that runs on the core of the measured processes. */
export function pinned(command: string, args: readonly string[]): readonly [command: string, args: readonly string[]] {
  return canPin ? ["taskset", ["--cpu-list", MEASURED, command, ...args]] : [command, args];
}
