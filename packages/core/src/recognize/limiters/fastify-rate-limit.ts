import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { MappingContext } from "../mapping/mapping.ts";
import { mappingOfStatus } from "../mapping/status.ts";
import { isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const TEXT = "Rate limit exceeded, retry in ";

/**
 * Recognizes `@fastify/rate-limit`. It throws a plain error, or the value that the service's `errorResponseBuilder` returns. Neither shows
 * its origin, but the headers that the plugin set on the response do. A 403 is a ban.
 */
export const fastifyRateLimit: BuiltInRecognizer = {
  name: "@fastify/rate-limit",
  marks: { fields: ["statusCode"] },
  map(thrown, mappingContext) {
    const status = thrown.statusCode;
    // The builder's value may have an `error` field, like Fastify's own bodies.
    if ((status !== 429 && status !== 403) || isOfUpstream(thrown, "error")) return undefined;
    if (mappingContext.responseHeader("retry-after") === undefined) return undefined;
    const isRefused = isPlainRefusal(thrown)
      ? field("limit", mappingContext)
      : field("remaining", mappingContext) === "0";
    return isRefused ? mappingOfStatus(status, mappingContext) : undefined;
  },
};

function isPlainRefusal({ isNativeError, code, message }: ThrownValue): boolean {
  return isNativeError && code === undefined && message.startsWith(TEXT);
}

/** Reads a header of either family that the plugin can set. */
function field(name: "limit" | "remaining", { responseHeader }: MappingContext): string | undefined {
  return responseHeader(`x-ratelimit-${name}`) ?? responseHeader(`ratelimit-${name}`);
}
