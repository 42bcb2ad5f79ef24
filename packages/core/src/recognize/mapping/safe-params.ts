import { safeParam } from "../../cleaning/safe-param.ts";
import type { Issue } from "../../codes/kinds.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { peek } from "../../untrusted/peek.ts";
import type { Mapping } from "./mapping.ts";

/** Removes from the params of a mapping what a client must not see: a client may have made up the names in them. Never throws. */
export function withSafeParams(mapping: Mapping | "aborted", sanitizer: Sanitizer): Mapping | "aborted" {
  if (mapping === "aborted") return mapping;
  // A mapping has few of its fields, and a polluted prototype must not add the others.
  const stated = peek(mapping, "param") as Mapping["param"];
  if (stated === undefined) return mapping;
  const param = safeParam(stated, sanitizer);
  const issues = peek(peek(mapping, "detail"), "issues") as readonly Issue[] | undefined;
  if (issues === undefined) return { ...mapping, param };
  const safe = issues.map(({ message, ...issue }) => ({ param: safeParam(issue.param, sanitizer), message }));
  return { ...mapping, param, detail: { issues: safe } };
}
