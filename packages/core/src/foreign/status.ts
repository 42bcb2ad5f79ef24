import { conditionOfStatus } from "../catalog/conditions.ts";
import { toSeconds } from "../sanitize/wait.ts";
import type { Circumstances, Meaning } from "./recognition.ts";

/** What a 4xx or 5xx status means when nothing but the status is known of the failure. */
export function meaningOfStatus(status: number, { bearer }: Circumstances): Meaning {
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
      return { code: conditionOfStatus(status) ?? `http_${status}` };
  }
}

/** Seconds in a `Retry-After` value of either form (RFC 9110, section 10.2.3); `undefined` when it is neither. */
export function retryAfterSeconds(value: unknown): number | undefined {
  if (typeof value !== "string") return toSeconds(value);
  if (/^\d{1,9}$/.test(value)) return toSeconds(Number(value));
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : toSeconds(Math.max(0, (date - Date.now()) / 1_000));
}
