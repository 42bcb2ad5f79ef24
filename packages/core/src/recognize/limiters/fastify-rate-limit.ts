import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, type MappingContext, upstreamMarks } from "../mapping/recognizer.ts";
import { mappingOfErrorStatus } from "../mapping/status.ts";

/** Begins the text of the plugin's own error. */
const TEXT = "Rate limit exceeded, retry in ";

/**
 * `@fastify/rate-limit`, which throws a plain error, or whatever the service's `errorResponseBuilder` returns. Neither says
 * where it comes from; the header fields that the plugin has set on the answer by then do. 403 is its ban.
 */
export const fastifyRateLimit: BuiltInRecognizer = {
  name: "@fastify/rate-limit",
  recognize(thrown, mappingContext) {
    const status = peek(thrown, "statusCode");
    if ((status !== 429 && status !== 403) || isForeign(thrown)) return undefined;
    if (mappingContext.responseHeader("retry-after") === undefined) return undefined;
    const refused = isPlainRefusal(thrown)
      ? field("limit", mappingContext)
      : field("remaining", mappingContext) === "0";
    return refused ? mappingOfErrorStatus(status, mappingContext) : undefined;
  },
};

/** Whether an error is another service's; what a builder returns has the `error` that Fastify's own bodies have. */
function isForeign(thrown: unknown): boolean {
  return upstreamMarks(thrown).some((mark) => mark !== "error");
}

function isPlainRefusal(thrown: unknown): boolean {
  return (
    isNativeError(thrown) &&
    peek(thrown, "code") === undefined &&
    peekString(thrown, "message")?.startsWith(TEXT) === true
  );
}

/** A header field of either family that the plugin can set. */
function field(name: "limit" | "remaining", { responseHeader }: MappingContext): string | undefined {
  return responseHeader(`x-ratelimit-${name}`) ?? responseHeader(`ratelimit-${name}`);
}
