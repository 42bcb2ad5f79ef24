import { peekString } from "../../untrusted/peek.ts";
import type { Mapping } from "../mapping/mapping.ts";

/**
 * Returns the mapping of an error from the `clientError` event of a Node HTTP server: bytes that never became a request. `"aborted"` if the
 * client closed the connection, so that no response is needed.
 */
export function mappingOfParserError(error: unknown): Mapping | "aborted" {
  const code = peekString(error, "code") ?? "";
  if (code === "HPE_HEADER_OVERFLOW") return { code: "headers_too_large" };
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return { code: "content_too_large" };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { code: "request_timeout" };
  return code.startsWith("HPE_") && code !== "HPE_INVALID_EOF_STATE" ? { code: "bad_request" } : "aborted";
}
