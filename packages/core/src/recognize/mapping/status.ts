import { builtInCodeOfStatus } from "../../catalog/built-in-codes.ts";
import type { Mapping, MappingContext } from "./mapping.ts";

/** The value as an error status, 4xx or 5xx; `undefined` when it is not one. */
export function statusOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined;
}

/** The mapping of a status that a service's own code put on an error. */
export function mappingOfErrorStatus(status: number, mappingContext: MappingContext): Mapping {
  // A thrown 403 has many possible reasons. A credential with too small a scope is only one of them.
  return status === 403 ? { code: "forbidden" } : mappingOfStatus(status, mappingContext);
}

/** The mapping of a 4xx or 5xx status when nothing else is known. */
export function mappingOfStatus(status: number, known: Pick<MappingContext, "bearer">): Mapping {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return { code: "invalid_input" };
    case 401:
      return { code: known.bearer ? "invalid_credential" : "missing_credential" };
    case 403:
      return { code: "insufficient_scope" };
    case 429:
      return { code: "rate_limited" };
    default:
      return { code: builtInCodeOfStatus(status) ?? `http_${status}` };
  }
}

/** The mapping of a body over a limit in bytes. `file_too_large` must state the limit, so without one it is the built-in code. */
export function tooLarge(limit: unknown): Mapping {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit > 0
    ? { code: "file_too_large", detail: { max_bytes: limit } }
    : { code: "content_too_large" };
}
