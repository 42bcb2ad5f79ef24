import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Whether processes can be told which core to run on. */
const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0;

/** The core of the measured processes. The process that sends them requests runs on another one. */
const MEASURED = String(availableParallelism() - 1);
const OTHER = "0";

/** Keeps this process, its threads and its children off the core of the measured processes, if possible. */
export function pinThisProcess(): void {
  if (canPin)
    spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", OTHER, String(process.pid)], { stdio: "ignore" });
}

/** Makes a command run on the core of the measured processes. */
export function pinned(command: string, args: readonly string[]): readonly [command: string, args: readonly string[]] {
  return canPin ? ["taskset", ["--cpu-list", MEASURED, command, ...args]] : [command, args];
}
