import type { JsonObject } from "@uhp-errors/core";
import type { CodeFacts } from "@uhp-errors/core/codes";
import { isRecord, isSchema, misfitIn, quietly } from "@uhp-errors/core/internal";

/** Returns a detail as its code's definition makes it, or null if it does not fit or if a vendor's schema throws. */
export function readDetail(definition: CodeFacts | undefined, detail: JsonObject | null): JsonObject | null {
  const shape = definition?.detail;
  if (shape === undefined || detail === null) return detail;
  try {
    if (!isSchema(shape)) return misfitIn(shape, detail) === undefined ? detail : null;
    const result = shape["~standard"].validate(detail) as Readonly<Record<string, unknown>>;
    // An asynchronous schema has no result yet, and its rejection must not end the process.
    quietly(() => result);
    // Fields that a newer server adds are kept next to those that the schema has checked.
    return !result["issues"] && isRecord(result["value"]) ? ({ ...detail, ...result["value"] } as JsonObject) : null;
  } catch {
    return null;
  }
}
