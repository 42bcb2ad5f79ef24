import type { BuiltInRule } from "../../engine/rule.ts";
import { POSIX } from "./posix.ts";
import { RUNTIME } from "./runtime.ts";
import { WINDOWS } from "./windows.ts";

/** Places of files, which tell how a machine is laid out. */
export const PATHS: readonly BuiltInRule[] = [...RUNTIME, ...WINDOWS, ...POSIX];
