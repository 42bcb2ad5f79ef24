import { peek } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { withStatedWait } from "./stated-wait.ts";

const UPSTREAM: Mapping = { code: "upstream_error" };

/** Codes of undici, also inside what `fetch` throws. Any other code of undici is a failure of the other service. */
const UNDICI = mappingsOf<string>(
  [
    [
      "UND_ERR_CONNECT_TIMEOUT",
      "UND_ERR_HEADERS_TIMEOUT",
      "UND_ERR_BODY_TIMEOUT",
      "ETIMEDOUT",
      // The service itself ended the call: it stopped waiting.
      "UND_ERR_ABORT",
      "UND_ERR_ABORTED",
    ],
    { code: "upstream_timeout" },
  ],
  [
    // Wrong use by the service.
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

/** Codes of axios. Any other code of axios is a failure of the other service. */
const AXIOS = mappingsOf<string>(
  // ECONNABORTED is its timeout. It makes ERR_CANCELED of any signal, `AbortSignal.timeout` included.
  [["ECONNABORTED", "ETIMEDOUT", "ERR_CANCELED"], { code: "upstream_timeout" }],
  [
    // Wrong use by the service.
    ["ERR_BAD_OPTION", "ERR_BAD_OPTION_VALUE", "ERR_INVALID_URL", "ERR_NOT_SUPPORT"],
    { code: "internal_error" },
  ],
);

/** Names of DOMException: a call that a signal ended, and a timeout of the signal. */
const SIGNALS = mappingsOf<string>([["AbortError", "TimeoutError"], { code: "upstream_timeout" }]);

/** The numbers that the DOM gives them. */
const SIGNAL_NUMBERS: ReadonlyMap<unknown, number> = new Map([
  ["AbortError", 20],
  ["TimeoutError", 23],
]);

/** The texts of the error in which `fetch` wraps what went wrong: two of Node's, of which Deno has the first, and another of Deno's. */
const FETCH_TEXTS: readonly string[] = ["fetch failed", "terminated", "error reading a body from connection"];

/** What the `fetch` of Workers says of every connection that failed. */
const CONNECTION_LOST = "Network connection lost.";

/** What `fetch` says about an address that is not HTTP. */
const UNKNOWN_SCHEME = "unknown scheme";

/** A field that Bun gives whatever its `fetch` throws. */
const BUN_FIELD = "errno";

/** undici by its own name. Of the response on such an error, only a stated wait is read. */
export const undici: BuiltInRecognizer = {
  name: "undici",
  marks: { codePrefixes: ["UND_ERR"], names: ["HTTPParserError"] },
  map(thrown, mappingContext) {
    const { isNativeError, name, code } = thrown;
    const isKnown = name === "HTTPParserError" || (typeof code === "string" && code.startsWith("UND_ERR"));
    if (!isNativeError || !isKnown) return undefined;
    return mappingOfCode(UNDICI, code, thrown, mappingContext) ?? withStatedWait(UPSTREAM, thrown.value);
  },
};

/**
 * The global `fetch` of Node, Deno, Bun and Workers. It rejects with an error of its own, or with the reason of a signal that ended
 * it.
 */
export const fetchClient: BuiltInRecognizer = {
  name: "fetch",
  marks: { names: [...SIGNALS.keys()], messages: [...FETCH_TEXTS, CONNECTION_LOST], fields: [BUN_FIELD] },
  map(thrown, mappingContext) {
    const { isNativeError, name, code, message } = thrown;
    if (isDomException(thrown)) {
      return SIGNAL_NUMBERS.get(name) === code ? mappingOfCode(SIGNALS, name, thrown, mappingContext) : undefined;
    }
    if (!isNativeError) return undefined;
    if (isOfBun(thrown)) return mappingOfCode(UNDICI, code, thrown, mappingContext) ?? UPSTREAM;
    if (name === "Error" && message === CONNECTION_LOST && typeof thrown.field("retryable") === "boolean") {
      return UPSTREAM;
    }
    if (name !== "TypeError" || !FETCH_TEXTS.includes(message)) return undefined;
    const cause = thrown.field("cause");
    if (peek(cause, "message") === UNKNOWN_SCHEME) return { code: "internal_error" };
    return mappingOfCode(UNDICI, peek(cause, "code"), thrown, mappingContext) ?? UPSTREAM;
  },
};

/** Workers give theirs no tag before a later compatibility date. */
function isDomException({ field, classes }: ThrownValue): boolean {
  return field(Symbol.toStringTag) === "DOMException" || classes[0] === "DOMException";
}

/** Bun wraps nothing: it writes the address that was asked, and what went wrong, onto a TypeError. */
function isOfBun({ name, code, field }: ThrownValue): boolean {
  const path = field("path");
  const isOfAddress = typeof path === "string" && /^https?:/.test(path);
  return name === "TypeError" && typeof code === "string" && isOfAddress && typeof field(BUN_FIELD) === "number";
}

/** axios marks every error it makes. */
export const axios: BuiltInRecognizer = {
  name: "axios",
  marks: { fields: ["isAxiosError"] },
  map(thrown, mappingContext) {
    if (!thrown.isNativeError || thrown.field("isAxiosError") !== true) return undefined;
    const mapping = mappingOfCode(AXIOS, thrown.code, thrown, mappingContext);
    return mapping ?? withStatedWait(UPSTREAM, thrown.field("response"));
  },
};
