import { availableParallelism, cpus } from "node:os";
import { write } from "../table.ts";
import { measureClean } from "./clean.ts";
import { compareTools } from "./compare.ts";
import { measureDetails } from "./details.ts";
import { measureGrowth } from "./growth.ts";
import { measureKinds } from "./kinds.ts";

/** Runs all five sections. False if the sanitizer is too slow. */
export async function main(): Promise<boolean> {
  const processor = cpus()[0]?.model.trim() ?? "unknown";
  write(`Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} × ${processor}\n`);
  await compareTools();
  const linear = await measureGrowth();
  const cheap = await measureClean();
  const bounded = await measureDetails();
  const asked = await measureKinds();
  return linear && cheap && bounded && asked;
}
