import { builtInCodeOfStatus } from "../../catalog/built-in-codes.ts";
import type { Mapping, MappingContext } from "./mapping.ts";

/** A value as the status of an answer to a failure; `undefined` when it is not one. */
export function statusOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined;
}

/** What a status means that the service's own code gave an error. */
export function mappingOfErrorStatus(status: number, mappingContext: MappingContext): Mapping {
  // A service's own 403 can have many reasons, of which a credential with too small a scope is only one.
  return status === 403 ? { code: "forbidden" } : mappingOfStatus(status, mappingContext);
}

/** What a 4xx or 5xx status means when nothing else is known of the failure. */
export function mappingOfStatus(status: number, { bearer }: MappingContext): Mapping {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return { code: "invalid_input" };
    case 401:
      return { code: bearer ? "invalid_credential" : "missing_credential" };
    case 403:
      return { code: "insufficient_scope" };
    case 429:
      return { code: "rate_limited" };
    default:
      return { code: builtInCodeOfStatus(status) ?? `http_${status}` };
  }
}

/** A body over a limit in bytes. `file_too_large` must state that limit, so without one the built-in code is used. */
export function tooLarge(limit: unknown): Mapping {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit > 0
    ? { code: "file_too_large", detail: { max_bytes: limit } }
    : { code: "content_too_large" };
}
