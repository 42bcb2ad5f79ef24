import { type BuiltInRule, type RunnableRule, runnable } from "../engine/rule.ts";
import { CREDENTIALS } from "./credentials/index.ts";
import { HOSTS } from "./hosts/index.ts";
import { PATHS } from "./paths/index.ts";
import { STACKS } from "./stacks/index.ts";

/** All rules of this package, by family. Which come first does not matter: what overlaps is taken out together. */
export const BUILT_IN_RULES: readonly BuiltInRule[] = [...STACKS, ...CREDENTIALS, ...HOSTS, ...PATHS];

/** The same, made ready to run once for all sanitizers. */
export const RULES: readonly RunnableRule[] = BUILT_IN_RULES.map(runnable);
