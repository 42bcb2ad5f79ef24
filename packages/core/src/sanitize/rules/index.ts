import { type BuiltInRule, grouped, type RuleGroup, runnable } from "../rule.ts";
import { CREDENTIALS } from "./credentials/index.ts";
import { HOSTS } from "./hosts/index.ts";
import { PATHS } from "./paths/index.ts";
import { STACKS } from "./stacks/index.ts";

/** All rules of this package, by family. Which come first does not matter: what overlaps is taken out together. */
export const BUILT_IN_RULES: readonly BuiltInRule[] = [...STACKS, ...CREDENTIALS, ...HOSTS, ...PATHS];

/** The same, ready to run. */
export const RULES: readonly RuleGroup[] = grouped(BUILT_IN_RULES.map(runnable));
