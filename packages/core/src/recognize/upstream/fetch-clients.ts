import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, type CodeMapping, type Mapping, mappingsOf } from "../mapping/recognizer.ts";

/** Codes of undici, also inside what `fetch` throws. Whatever it has beside these is a failure upstream. */
const UNDICI = mappingsOf<string>(
  [
    [
      "UND_ERR_CONNECT_TIMEOUT",
      "UND_ERR_HEADERS_TIMEOUT",
      "UND_ERR_BODY_TIMEOUT",
      "ETIMEDOUT",
      // The service ended the call itself: it did not want to wait any longer.
      "UND_ERR_ABORT",
      "UND_ERR_ABORTED",
    ],
    { code: "upstream_timeout" },
  ],
  [
    // It was called wrongly.
    [
      "UND_ERR_INVALID_ARG",
      "UND_ERR_INVALID_RETURN_VALUE",
      "UND_ERR_NOT_SUPPORTED",
      "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
      "UND_ERR_INFO",
      "UND_ERR_MAX_ORIGINS_REACHED",
    ],
    { code: "internal_error" },
  ],
);

/** Codes of axios. Whatever it has beside these is a failure upstream. */
const AXIOS = mappingsOf<string>(
  // ECONNABORTED is its timeout, and ERR_CANCELED what it makes of any signal, that of `AbortSignal.timeout` included.
  [["ECONNABORTED", "ETIMEDOUT", "ERR_CANCELED"], { code: "upstream_timeout" }],
  [
    // It was called wrongly.
    ["ERR_BAD_OPTION", "ERR_BAD_OPTION_VALUE", "ERR_INVALID_URL", "ERR_NOT_SUPPORT"],
    { code: "internal_error" },
  ],
);

/** By the numbers of the DOM: a call that a signal ended, and one that took longer than its signal allowed. */
const SIGNALS = mappingsOf<string>([["AbortError 20", "TimeoutError 23"], { code: "upstream_timeout" }]);

/** What `fetch` says of an address that is none of HTTP. */
const UNKNOWN_SCHEME = "unknown scheme";

/** undici, under its own name. Status, headers and body on such an error are another service's and stay unread. */
export const undici: BuiltInRecognizer = {
  name: "undici",
  recognize(thrown) {
    if (!isNativeError(thrown)) return undefined;
    const code = peekString(thrown, "code") ?? "";
    const known = code.startsWith("UND_ERR") || peekString(thrown, "name") === "HTTPParserError";
    return known ? meaningOfFailure(UNDICI, code) : undefined;
  },
};

/**
 * Node's global `fetch`, which wraps what went wrong in a TypeError with one of two fixed texts, and the reasons with which
 * a signal ends it.
 */
export const fetchClient: BuiltInRecognizer = {
  name: "fetch",
  recognize(thrown) {
    const name = peekString(thrown, "name");
    if (peek(thrown, Symbol.toStringTag) === "DOMException") {
      return SIGNALS.get(`${name} ${peek(thrown, "code")}`) as Mapping | undefined;
    }
    const text = peekString(thrown, "message");
    if (!isNativeError(thrown) || name !== "TypeError" || (text !== "fetch failed" && text !== "terminated")) {
      return undefined;
    }
    const cause = peek(thrown, "cause");
    if (peekString(cause, "message") === UNKNOWN_SCHEME) return { code: "internal_error" };
    return meaningOfFailure(UNDICI, peekString(cause, "code") ?? "");
  },
};

/** axios marks every error it makes. */
export const axios: BuiltInRecognizer = {
  name: "axios",
  recognize(thrown) {
    if (!isNativeError(thrown) || peek(thrown, "isAxiosError") !== true) return undefined;
    return meaningOfFailure(AXIOS, peekString(thrown, "code") ?? "");
  },
};

function meaningOfFailure(mappings: ReadonlyMap<string, CodeMapping>, code: string): Mapping {
  return (mappings.get(code) as Mapping | undefined) ?? { code: "upstream_error" };
}
