import type { BuiltInRule } from "../../engine/rule.ts";
import { compiledRules } from "./compiled.ts";
import { javascriptRules } from "./javascript.ts";
import { jvmRules } from "./jvm.ts";
import { otherRules } from "./others.ts";
import { pythonRules } from "./python.ts";
import { scriptedRules } from "./scripted.ts";

/** Frames and headings of stack traces, on lines of their own or flattened into one. */
export const stackRules = (): readonly BuiltInRule[] => [
  ...javascriptRules(),
  ...pythonRules(),
  ...jvmRules(),
  ...compiledRules(),
  ...scriptedRules(),
  ...otherRules(),
];
