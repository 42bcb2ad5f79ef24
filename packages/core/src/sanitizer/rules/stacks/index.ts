import type { BuiltInRule } from "../../engine/rule.ts";
import { COMPILED } from "./compiled.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { JVM } from "./jvm.ts";
import { OTHERS } from "./others.ts";
import { PYTHON } from "./python.ts";
import { SCRIPTED } from "./scripted.ts";

/** Frames and headings of stack traces, on lines of their own or flattened into one. */
export const STACKS: readonly BuiltInRule[] = [...JAVASCRIPT, ...PYTHON, ...JVM, ...COMPILED, ...SCRIPTED, ...OTHERS];
