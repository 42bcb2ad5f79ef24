import { builtInCodeOfStatus } from "../../catalog/built-in-codes.ts";
import type { Mapping, MappingContext } from "./recognizer.ts";

/** A value as the status of an answer to a failure; `undefined` when it is not one. */
export function statusOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined;
}

/** What the status means that a service's own code gave an error. */
export function mappingOfErrorStatus(status: number, mappingContext: MappingContext): Mapping {
  // Whoever throws a 403 may mean anything by it; that the credential's scope is too small is one thing of many.
  return status === 403 ? { code: "forbidden" } : mappingOfStatus(status, mappingContext);
}

/** What a 4xx or 5xx status means when nothing but the status is known of the failure. */
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

/** A body over a limit in bytes; without a positive one, which `file_too_large` must state, the condition. */
export function tooLarge(limit: unknown): Mapping {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit > 0
    ? { code: "file_too_large", detail: { max_bytes: limit } }
    : { code: "content_too_large" };
}
