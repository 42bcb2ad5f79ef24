import type { JsonObject } from "@uhp-errors/core";
import type { CodeFacts } from "@uhp-errors/core/codes";
import { isRecord, isSchema, misfitIn, quietly } from "@uhp-errors/core/internal";

/** What a schema returns, or its promise. The paths of issues begin with a key, or with an object that has it. */
interface SchemaResult {
  readonly value?: unknown;
  readonly issues?: readonly { readonly path?: readonly unknown[] }[];
}

/**
 * Returns a detail as its code's definition makes it. Of a detail that does not fit, it returns the fields that do: the server may have an
 * older release of the catalog. So the detail is null only if the code requires none.
 */
export function readDetail(definition: CodeFacts | undefined, detail: JsonObject | null): JsonObject | null {
  const shape = definition?.detail;
  if (shape === undefined) return detail;
  const sent = detail ?? {};
  try {
    if (!isSchema(shape)) {
      const wrong = Object.entries(shape).filter(([name, kind]) => misfitIn({ [name]: kind }, sent) !== undefined);
      return wrong.length === 0 ? detail : without(sent, new Set(wrong.map(([name]) => name)));
    }
    const result = shape["~standard"].validate(sent) as SchemaResult;
    // An asynchronous schema has no result yet, and its rejection must not end the process.
    quietly(() => result);
    if (result.issues) return without(sent, new Set(result.issues.map(fieldOf)));
    if (!isRecord(result.value)) return {};
    // Fields that a newer server adds are kept next to those that the schema has checked.
    return detail === null ? null : ({ ...detail, ...result.value } as JsonObject);
  } catch {
    // A vendor's schema threw.
    return {};
  }
}

/** Returns the field of the detail that an issue is about; `undefined` if it is about the whole detail, or does not say it. */
function fieldOf({ path }: { readonly path?: readonly unknown[] }): string | undefined {
  const first = path?.[0];
  const key = isRecord(first) ? first["key"] : first;
  return typeof key === "string" ? key : undefined;
}

/** Returns a detail without the fields at fault, which are all of them if one is not named. */
function without(detail: JsonObject, wrong: ReadonlySet<string | undefined>): JsonObject {
  return wrong.has(undefined) ? {} : Object.fromEntries(Object.entries(detail).filter(([name]) => !wrong.has(name)));
}
