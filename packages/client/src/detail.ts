import type { JsonObject } from "@uhp-errors/core";
import { type CodeFacts, isSchema, misfitIn } from "@uhp-errors/core/codes";
import { isRecord, quietly } from "@uhp-errors/core/untrusted";

/** A detail as its code's definition makes it, and null when it is none; a vendor's schema may throw. */
export function detailOf(definition: CodeFacts | undefined, detail: JsonObject | null): JsonObject | null {
  const shape = definition?.detail;
  if (shape === undefined || detail === null) return detail;
  try {
    if (!isSchema(shape)) return misfitIn(shape, detail) === undefined ? detail : null;
    const result = shape["~standard"].validate(detail) as Readonly<Record<string, unknown>>;
    // An asynchronous schema has no result yet, and what it rejects with must not end the process.
    quietly(() => result);
    // What a newer server adds is kept, beside what the schema vouches for.
    return !result["issues"] && isRecord(result["value"]) ? ({ ...detail, ...result["value"] } as JsonObject) : null;
  } catch {
    return null;
  }
}
