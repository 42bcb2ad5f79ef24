import { allowedMethods } from "../../http/allow.ts";
import { peek } from "../../untrusted/peek.ts";
import { retryAfterSeconds } from "../../untrusted/retry-after.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import { isOwnError } from "../marks/checks.ts";
import type { Mapping } from "./mapping.ts";
import { statusOf } from "./status.ts";

/** What each error in the shape of http-errors has. */
export const HTTP_ERROR_MARKS = { fields: ["expose"] } as const;

/**
 * The status of an error in the shape of http-errors: `expose`, and the same status under two names, own or inherited. `undefined`
 * for any other value, and for one with marks of an HTTP client, because that status is another service's.
 */
export function httpErrorStatus(thrown: ThrownValue): number | undefined {
  const status = statusOf(thrown.status);
  const isShaped = typeof thrown.field("expose") === "boolean" && thrown.statusCode === status;
  return isShaped && isOwnError(thrown) ? status : undefined;
}

/** The headers of an error that the response takes over. */
export function headersOf(headers: unknown, status: number): Pick<Mapping, "retryAfter" | "allow"> {
  const header = (name: string) => peek(headers, name) ?? peek(headers, name.toLowerCase());
  const retryAfter = status === 429 || status === 503 ? retryAfterSeconds(header("Retry-After")) : undefined;
  const allow = status === 405 ? allowedMethods(header("Allow")) : undefined;
  return { ...(retryAfter === undefined ? {} : { retryAfter }), ...(allow === undefined ? {} : { allow }) };
}
