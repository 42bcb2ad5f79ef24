import type { BuiltInRule } from "../../engine/rule.ts";
import { posixRules } from "./posix.ts";
import { runtimeRules } from "./runtime.ts";
import { windowsRules } from "./windows.ts";

/** Places of files, which tell how a machine is laid out. */
export const pathRules = (): readonly BuiltInRule[] => [...runtimeRules(), ...windowsRules(), ...posixRules()];
