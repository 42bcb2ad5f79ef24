import { peek } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const DEADLINE_EXCEEDED = 4;

/**
 * Recognizes `@grpc/grpc-js`. Its errors have a gRPC status, a message, and metadata with methods of the library's class. The status comes
 * from another service: UNAUTHENTICATED says nothing about the caller of this service.
 */
export const grpc: BuiltInRecognizer = {
  name: "@grpc/grpc-js",
  marks: { fields: ["metadata"] },
  map({ isNativeError, code, field }) {
    const isCode = typeof code === "number" && Number.isInteger(code) && code >= 1 && code <= 16;
    if (!isNativeError || !isCode || typeof field("details") !== "string") return undefined;
    if (typeof peek(field("metadata"), "getMap") !== "function") return undefined;
    return { code: code === DEADLINE_EXCEEDED ? "upstream_timeout" : "upstream_error" };
  },
};
