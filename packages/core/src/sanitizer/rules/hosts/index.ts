import type { BuiltInRule } from "../../engine/rule.ts";
import { addressRules } from "./addresses.ts";
import { labelRules } from "./labels.ts";
import { machineRules } from "./machines.ts";
import { nameRules } from "./names.ts";
import { portRules } from "./ports.ts";
import { systemErrorRules } from "./system-errors.ts";
import { hostUrlRules } from "./urls.ts";

/** Names and addresses of machines that strangers cannot reach. */
export const hostRules = (): readonly BuiltInRule[] => [
  ...hostUrlRules(),
  ...addressRules(),
  ...nameRules(),
  ...portRules(),
  ...machineRules(),
  ...labelRules(),
  ...systemErrorRules(),
];
