import { peek, peekString } from "../sanitize/peek.ts";
import type { Meaning, Producer } from "./recognition.ts";

const TIMEOUTS: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

/** Codes by which undici says that it was called wrongly: a bug of the service, not a failure upstream. */
const MISUSES: ReadonlySet<string> = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_INVALID_RETURN_VALUE",
  "UND_ERR_NOT_SUPPORTED",
  "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_INFO",
  "UND_ERR_MAX_ORIGINS_REACHED",
]);

/** undici, under its own name. Status, headers and body on such an error are another service's and stay unread. */
export const undici: Producer = {
  name: "undici",
  recognise(thrown) {
    const code = peekString(thrown, "code") ?? "";
    if (peekString(thrown, "name") === "HTTPParserError") return meaningOfFailure(code);
    return code.startsWith("UND_ERR") && !MISUSES.has(code) ? meaningOfFailure(code) : undefined;
  },
};

/**
 * Node's global `fetch`, which wraps what went wrong in a TypeError with one of two fixed texts, and the reason with which
 * `AbortSignal.timeout` ends it.
 */
export const fetchClient: Producer = {
  name: "fetch",
  recognise(thrown) {
    const text = peekString(thrown, "message");
    // 23 is what the DOM numbers its TimeoutError with.
    if (peekString(thrown, "name") === "TimeoutError" && peek(thrown, "code") === 23)
      return meaningOfFailure("ETIMEDOUT");
    if (peekString(thrown, "name") !== "TypeError" || (text !== "fetch failed" && text !== "terminated"))
      return undefined;
    return meaningOfFailure(peekString(peek(thrown, "cause"), "code") ?? "");
  },
};

/** axios marks every error it makes; an aborted connection is its timeout. */
export const axios: Producer = {
  name: "axios",
  recognise(thrown) {
    if (peek(thrown, "isAxiosError") !== true) return undefined;
    const code = peekString(thrown, "code") ?? "";
    return meaningOfFailure(code === "ECONNABORTED" ? "ETIMEDOUT" : code);
  },
};

function meaningOfFailure(code: string): Meaning {
  return { code: TIMEOUTS.has(code) ? "upstream_timeout" : "upstream_error" };
}
