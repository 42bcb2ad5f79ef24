import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer } from "../mapping/recognizer.ts";

const DEADLINE_EXCEEDED = 4;

/**
 * `@grpc/grpc-js`, whose errors have a status of gRPC, a text and metadata, which only the class of the library has methods
 * for. The status is another service's, its UNAUTHENTICATED is none of this one.
 */
export const grpc: BuiltInRecognizer = {
  name: "@grpc/grpc-js",
  recognize(thrown) {
    const code = peek(thrown, "code");
    if (!isNativeError(thrown) || typeof code !== "number" || !Number.isInteger(code) || code < 1 || code > 16) {
      return undefined;
    }
    const made =
      peekString(thrown, "details") !== undefined && typeof peek(peek(thrown, "metadata"), "getMap") === "function";
    if (!made) return undefined;
    return { code: code === DEADLINE_EXCEEDED ? "upstream_timeout" : "upstream_error" };
  },
};
