import { peek } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const DEADLINE_EXCEEDED = 4;

/**
 * `@grpc/grpc-js`, whose errors have a status of gRPC, a text and metadata. The metadata is of a class of the library, with
 * methods. The status is another service's: its UNAUTHENTICATED says nothing of a client of this one.
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
