import { namesBearer } from "../../access/challenge.ts";
import { builtInCodeOfStatus } from "../../catalog/built-in-definition.ts";
import type { Mapping, MappingContext } from "./mapping.ts";

/** Returns the value as an error status, 4xx or 5xx; `undefined` if it is not one. */
export function statusOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined;
}

/** The facts that decide the mapping of a bare status. */
export type StatusFacts = Pick<MappingContext, "bearer" | "asksForBearer" | "isRouted">;

/**
 * Returns the mapping of a 4xx or 5xx status if nothing else is known. It says no more than the status and the facts do.
 *
 * @param challenge The `WWW-Authenticate` of the error itself.
 */
export function mappingOfStatus(status: number, facts: StatusFacts, challenge?: string): Mapping {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return { code: "invalid_input" };
    case 401:
      if (!namesBearer(challenge) && !facts.asksForBearer()) return { code: "unauthenticated" };
      return { code: facts.bearer ? "invalid_credential" : "missing_credential" };
    case 404:
      return { code: facts.isRouted() === false ? "route_not_found" : "not_found" };
    case 429:
      return { code: "rate_limited" };
    default:
      return { code: builtInCodeOfStatus(status) ?? `http_${status}` };
  }
}

/**
 * Returns the mapping of an upload over a limit in bytes. `file_too_large` must state the limit, so without one it is the built-in code.
 */
export function uploadTooLarge(limit: unknown): Mapping {
  return isLimit(limit) ? { code: "file_too_large", detail: { max_bytes: limit } } : { code: "content_too_large" };
}

const UPLOAD = /^multipart\/form-data(?:[\s;]|$)/i;

/** Returns the mapping of a body over a limit in bytes, whatever parsed it. */
export function bodyTooLarge(limit: unknown, { header }: Pick<MappingContext, "header">): Mapping {
  if (UPLOAD.test(String(header("content-type")))) return uploadTooLarge(limit);
  return { code: "content_too_large", ...(isLimit(limit) ? { detail: { max_bytes: limit } } : {}) };
}

function isLimit(limit: unknown): limit is number {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit > 0;
}
