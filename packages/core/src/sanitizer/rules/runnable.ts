import { type RunnableRule, runnable } from "../engine/rule.ts";
import { builtInRules } from "./index.ts";

let rules: readonly RunnableRule[] | undefined;

/** Returns all rules of this package, ready to run: one list for all sanitizers, made for the first message. */
export function runnableRules(): readonly RunnableRule[] {
  rules ??= builtInRules().map(runnable);
  return rules;
}
