import type { BuiltInRule } from "../../engine/rule.ts";

/** Rules by their ids. The family of the table, which is its folder, is their kind. */
export type RuleTable = Readonly<Record<string, Omit<BuiltInRule, "id" | "kind">>>;
