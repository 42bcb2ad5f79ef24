import type { CodeDefinition, DetailSchema } from "../codes/index.ts";
import { encodeDetail, type JsonObject } from "../errors/detail.ts";

/** A detail that fits its code, or why it does not. */
export type CheckedDetail =
  | { readonly detail: JsonObject | null; readonly problem: undefined }
  | { readonly detail: null; readonly problem: string };

/** Details that were found to fit, with the schema they fit: they are frozen, so once is enough. */
const FITTING = new WeakMap<object, DetailSchema | undefined>();

/**
 * Makes plain JSON of a detail and checks it against its code's schema: what is checked is what will be sent. A missing
 * detail is fine where the schema demands no key. Never throws.
 */
export function checkDetail(code: string, definition: Pick<CodeDefinition, "detail">, detail: unknown): CheckedDetail {
  if (
    typeof detail === "object" &&
    detail !== null &&
    FITTING.has(detail) &&
    FITTING.get(detail) === definition.detail
  ) {
    return fitting(detail as JsonObject);
  }
  const missing = detail === undefined || detail === null;
  const plain = missing ? {} : encodeDetail(detail);
  if (plain === undefined) return refused(`detail of "${code}" must be an object, no list and no error, or null`);
  try {
    const parsed = definition.detail?.safeParse(plain);
    if (parsed?.success === false) return refused(misfit(code, parsed.error.issues[0]));
    if (missing) return fitting(null);
    const encoded = parsed === undefined ? plain : (encodeDetail(parsed.data) ?? plain);
    FITTING.set(encoded, definition.detail);
    return fitting(encoded);
  } catch {
    return refused(`the detail schema of "${code}" threw; it must be synchronous and accept JSON`);
  }
}

function fitting(detail: JsonObject | null): CheckedDetail {
  return { detail, problem: undefined };
}

function refused(problem: string): CheckedDetail {
  return { detail: null, problem };
}

function misfit(code: string, issue: { readonly path: PropertyKey[]; readonly message: string } | undefined): string {
  return `detail of "${code}" does not fit its schema at "${issue?.path.join(".")}": ${issue?.message}`;
}
