import { type CheckedDetail, checkDetail } from "../catalog/detail-check.ts";
import type { CodeDefinition } from "../codes/definition.ts";
import type { Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { safeDetail } from "./safe-detail.ts";

interface Source extends CheckedDetail {
  readonly code: string;
  readonly definition: CodeDefinition;
}

/**
 * Cleans a detail before its schema sees it, and what the schema makes of it. A schema may rename, cut or encode a secret, and no rule
 * recognizes the rest.
 */
export function cleanDetail(
  { code, definition, given, detail, misuse }: Source,
  sanitizer: Sanitizer,
): Pick<CheckedDetail, "detail" | "misuse"> {
  if (given === null) return { detail, misuse };
  const clean = safeDetail(given, sanitizer);
  if (clean === given) return { detail: madeSafe({ given, detail }, sanitizer), misuse };
  const checked = checkDetail(code, definition, clean);
  // The reason that a schema gives may quote what was removed.
  const isOfDetail = misuse === checkDetail(code, definition, given).misuse;
  return { detail: madeSafe(checked, sanitizer), misuse: isOfDetail ? checked.misuse : (misuse ?? checked.misuse) };
}

/** Cleans what a schema made of a clean detail, such as a secret that it decoded. */
function madeSafe({ given, detail }: Pick<CheckedDetail, "given" | "detail">, sanitizer: Sanitizer) {
  return detail === null || detail === given ? detail : safeDetail(detail, sanitizer);
}
