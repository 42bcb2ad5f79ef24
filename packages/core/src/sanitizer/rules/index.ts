import { type BuiltInRule, type RunnableRule, runnable } from "../engine/rule.ts";
import { credentialRules } from "./credentials/index.ts";
import { hostRules } from "./hosts/index.ts";
import { pathRules } from "./paths/index.ts";
import { stackRules } from "./stacks/index.ts";

let rules: readonly BuiltInRule[] | undefined;
let runnables: readonly RunnableRule[] | undefined;

/**
 * All rules of this package, by family: made when the first text is looked at, since a program may import them and never
 * need them. What overlaps is taken out together; of two that find the same, the first says what it was.
 */
export function builtInRules(): readonly BuiltInRule[] {
  rules ??= [...stackRules(), ...credentialRules(), ...hostRules(), ...pathRules()];
  return rules;
}

/** The same, made ready to run once for all sanitizers. */
export function runnableRules(): readonly RunnableRule[] {
  runnables ??= builtInRules().map(runnable);
  return runnables;
}
