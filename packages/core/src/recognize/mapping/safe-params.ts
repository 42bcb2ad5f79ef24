import { safeParam } from "../../cleaning/safe-param.ts";
import type { Issue } from "../../codes/kinds.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import type { Mapping } from "./mapping.ts";

/** Removes from the params of a mapping what a client must not see: a client may have made up the names in them. Never throws. */
export function withSafeParams(mapping: Mapping | "aborted", sanitizer: Sanitizer): Mapping | "aborted" {
  if (mapping === "aborted" || mapping.param === undefined) return mapping;
  const param = safeParam(mapping.param, sanitizer);
  const issues = mapping.detail?.["issues"] as readonly Issue[] | undefined;
  if (issues === undefined) return { ...mapping, param };
  const safe = issues.map(({ message, ...issue }) => ({ param: safeParam(issue.param, sanitizer), message }));
  return { ...mapping, param, detail: { issues: safe } };
}
