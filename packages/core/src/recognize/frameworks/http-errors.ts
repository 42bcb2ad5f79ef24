import { allowedMethods } from "../../http/allow.ts";
import { isNativeError, peek } from "../../untrusted/peek.ts";
import { retryAfterSeconds } from "../../untrusted/retry-after.ts";
import { type BuiltInRecognizer, isOfUpstream, type Mapping } from "../mapping/recognizer.ts";
import { mappingOfErrorStatus, statusOf, tooLarge } from "../mapping/status.ts";

/**
 * The status of an error in the shape that http-errors gives: `expose` and twice the same status, own or inherited.
 * `undefined` for any other value, and for one with marks of an HTTP client: that status is another service's.
 */
export function httpErrorStatus(thrown: unknown): number | undefined {
  const status = statusOf(peek(thrown, "status"));
  if (status === undefined || !isNativeError(thrown)) return undefined;
  if (typeof peek(thrown, "expose") !== "boolean" || peek(thrown, "statusCode") !== status) return undefined;
  return isOfUpstream(thrown) ? undefined : status;
}

/** Errors of http-errors, which Express, Koa, send and many middlewares throw. Only the status and three headers count. */
export const httpErrors: BuiltInRecognizer = {
  name: "http-errors",
  recognize(thrown, mappingContext) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    if (status === 413) return tooLarge(peek(thrown, "limit"));
    return { ...mappingOfErrorStatus(status, mappingContext), ...headersOf(peek(thrown, "headers"), status) };
  },
};

/** Of the headers that an error brings along, those that an answer takes over. */
export function headersOf(headers: unknown, status: number): Pick<Mapping, "retryAfter" | "allow"> {
  const header = (name: string) => peek(headers, name) ?? peek(headers, name.toLowerCase());
  const retryAfter = status === 429 || status === 503 ? retryAfterSeconds(header("Retry-After")) : undefined;
  const allow = status === 405 ? allowedMethods(header("Allow")) : undefined;
  return { ...(retryAfter === undefined ? {} : { retryAfter }), ...(allow === undefined ? {} : { allow }) };
}
