import type { CodeRow } from "../codes/index.ts";
import { encodeDetail, type JsonObject } from "../sanitize/detail.ts";

/** A detail that fits its code, or why it does not. */
export type CheckedDetail = { readonly detail: JsonObject | null } | { readonly problem: string };

/**
 * Makes plain JSON of a detail and checks it against its code's schema: what is checked is what will be sent. A missing
 * detail is fine where the schema demands no key. Never throws.
 */
export function checkDetail(code: string, row: Pick<CodeRow, "detail">, detail: unknown): CheckedDetail {
  const missing = detail === undefined || detail === null;
  const plain = missing ? {} : encodeDetail(detail);
  if (plain === undefined) return { problem: `detail of "${code}" must be an object or null` };
  if (row.detail === undefined) return { detail: missing ? null : plain };
  try {
    const parsed = row.detail.safeParse(plain);
    if (parsed.success) return { detail: missing ? null : (encodeDetail(parsed.data) ?? null) };
    const [issue] = parsed.error.issues;
    return { problem: `detail of "${code}" does not fit its schema at "${issue?.path.join(".")}": ${issue?.message}` };
  } catch {
    return { problem: `the detail schema of "${code}" threw; it must be synchronous and accept JSON` };
  }
}
