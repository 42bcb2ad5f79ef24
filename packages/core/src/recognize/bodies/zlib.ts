import type { ThrownValue } from "../../untrusted/thrown.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Prefixes of zlib's codes for corrupt or incomplete data: gzip and deflate, zstd, brotli. */
const CORRUPT: readonly string[] = ["Z_", "ZSTD_", "ERR__ERROR_"];

/** Whether a zlib error says that data cannot be decompressed. */
export function isCorruptData({ isNativeError, code, field }: ThrownValue): boolean {
  if (!isNativeError || typeof field("errno") !== "number" || typeof code !== "string") return false;
  return CORRUPT.some((prefix) => code.startsWith(prefix));
}

/**
 * Recognizes zlib when a parser reads a compressed body and adds nothing to zlib's errors. Only for a request whose header says that its
 * body is compressed: other compressed data is the service's own.
 */
export const zlib: BuiltInRecognizer = {
  name: "zlib",
  marks: { codePrefixes: CORRUPT },
  map(thrown, { header }) {
    if (!isCorruptData(thrown) || !hasNone(thrown, "status") || !isOwnError(thrown)) return undefined;
    // Fastify sets the status 400 on every error that occurs while it reads a body.
    if (thrown.statusCode !== undefined && thrown.statusCode !== 400) return undefined;
    const encoding = header("content-encoding")?.trim().toLowerCase() ?? "";
    return encoding === "" || encoding === "identity" ? undefined : { code: "invalid_input" };
  },
};
