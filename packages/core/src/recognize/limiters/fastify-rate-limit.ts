import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { MappingContext } from "../mapping/mapping.ts";
import { mappingOfStatus } from "../mapping/status.ts";
import { isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** The beginning of the text of the plugin's own error. */
const TEXT = "Rate limit exceeded, retry in ";

/**
 * `@fastify/rate-limit`. It throws a plain error, or what the service's `errorResponseBuilder` returns. Neither shows where it comes
 * from, but the headers that the plugin has set on the response do. A 403 is a ban.
 */
export const fastifyRateLimit: BuiltInRecognizer = {
  name: "@fastify/rate-limit",
  marks: { fields: ["statusCode"] },
  map(thrown, mappingContext) {
    const status = thrown.statusCode;
    // What a builder returns may have an `error`, as Fastify's own bodies have.
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

/** A header of either family that the plugin can set. */
function field(name: "limit" | "remaining", { responseHeader }: MappingContext): string | undefined {
  return responseHeader(`x-ratelimit-${name}`) ?? responseHeader(`ratelimit-${name}`);
}
