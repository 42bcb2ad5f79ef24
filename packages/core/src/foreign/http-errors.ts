import { isNativeError, peek, peekString } from "../sanitize/peek.ts";
import { type Meaning, type Producer, UPSTREAM_MARKERS } from "./recognition.ts";
import { meaningOfStatus, retryAfterSeconds } from "./status.ts";

/**
 * The status of an error in the shape that http-errors gives: `expose` and twice the same status, own or inherited.
 * `undefined` for any other value, and for one with marks of an HTTP client: that status is another service's.
 */
export function httpErrorStatus(thrown: unknown): number | undefined {
  const status = peek(thrown, "status");
  if (!isNativeError(thrown)) return undefined;
  if (typeof peek(thrown, "expose") !== "boolean" || peek(thrown, "statusCode") !== status) return undefined;
  if (typeof status !== "number" || !Number.isInteger(status) || status < 400 || status > 599) return undefined;
  return UPSTREAM_MARKERS.some((marker) => peek(thrown, marker) !== undefined) ? undefined : status;
}

/** Errors of http-errors, which Express, Koa, send and many middlewares throw. Only the status and three headers count. */
export const httpErrors: Producer = {
  name: "http-errors",
  recognise(thrown, circumstances) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    if (status === 413) return tooLarge(peek(thrown, "limit"));
    // Whoever throws a 403 may mean anything by it; that the credential's scope is too small is one thing of many.
    if (status === 403) return { code: "forbidden" };
    return { ...meaningOfStatus(status, circumstances), ...headersOf(thrown, status) };
  },
};

/** A body over a limit in bytes; without a positive one, which `file_too_large` must state, the condition. */
export function tooLarge(limit: unknown): Meaning {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit > 0
    ? { code: "file_too_large", detail: { max_bytes: limit } }
    : { code: "content_too_large" };
}

function headersOf(thrown: unknown, status: number): Pick<Meaning, "retryAfter" | "allow"> {
  const headers = peek(thrown, "headers");
  const header = (name: string) => peek(headers, name) ?? peek(headers, name.toLowerCase());
  const retryAfter = status === 429 || status === 503 ? retryAfterSeconds(header("Retry-After")) : undefined;
  const allow =
    status === 405 ? allowedMethods(peekString(headers, "Allow") ?? peekString(headers, "allow")) : undefined;
  return { ...(retryAfter === undefined ? {} : { retryAfter }), ...(allow === undefined ? {} : { allow }) };
}

/** The value of `Allow` when it is a list of method names, and nothing when it is anything else. */
function allowedMethods(value: string | undefined): string | undefined {
  return value !== undefined && value.length <= 200 && /^[A-Z-]+(?:, ?[A-Z-]+)*$/.test(value) ? value : undefined;
}
