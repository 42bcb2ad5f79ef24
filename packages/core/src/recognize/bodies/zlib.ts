import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";

/** zlib's codes for data that is corrupt or cut short: gzip and deflate, zstd, brotli. */
const CORRUPT = /^(?:Z_|ZSTD_|ERR__ERROR_)/;

/** Whether an error is zlib's own, about data that cannot be decompressed. */
export function isCorruptData(thrown: unknown): boolean {
  return (
    isNativeError(thrown) && typeof peek(thrown, "errno") === "number" && CORRUPT.test(peekString(thrown, "code") ?? "")
  );
}

/**
 * zlib, while a parser that adds nothing to its errors reads a compressed body. Only for a request that says that its body
 * is compressed: any other data is the service's own.
 */
export const zlib: BuiltInRecognizer = {
  name: "zlib",
  recognize(thrown, { header }) {
    if (!isCorruptData(thrown) || peek(thrown, "status") !== undefined || isOfUpstream(thrown)) return undefined;
    // Fastify gives whatever breaks while it reads a body the status 400.
    const statusCode = peek(thrown, "statusCode");
    if (statusCode !== undefined && statusCode !== 400) return undefined;
    const encoding = header("content-encoding")?.trim().toLowerCase() ?? "";
    return encoding === "" || encoding === "identity" ? undefined : { code: "invalid_input" };
  },
};
