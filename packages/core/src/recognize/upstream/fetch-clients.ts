import { tryOr } from "../../untrusted/attempt.ts";
import { peek } from "../../untrusted/peek.ts";
import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { withStatedWait } from "./stated-wait.ts";

const UPSTREAM: Mapping = { code: "upstream_error" };

/** Codes of undici, also found inside what `fetch` throws. Any other undici code is a failure of the other service. */
const UNDICI = mappingsOf<string>(
  ["upstream_timeout", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"],
  // The service itself ended the call because it stopped waiting.
  ["upstream_timeout", "UND_ERR_ABORT", "UND_ERR_ABORTED"],
  // The service misused undici.
  ["internal_error", "UND_ERR_INVALID_ARG", "UND_ERR_INVALID_RETURN_VALUE", "UND_ERR_NOT_SUPPORTED"],
  ["internal_error", "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH", "UND_ERR_INFO", "UND_ERR_MAX_ORIGINS_REACHED"],
);

/** Codes of axios. Any other axios code is a failure of the other service. */
const AXIOS = mappingsOf<string>(
  // ECONNABORTED is the axios timeout. axios uses ERR_CANCELED for every signal, `AbortSignal.timeout` included.
  ["upstream_timeout", "ECONNABORTED", "ETIMEDOUT", "ERR_CANCELED"],
  // The service misused axios.
  ["internal_error", "ERR_BAD_OPTION", "ERR_BAD_OPTION_VALUE", "ERR_INVALID_URL", "ERR_NOT_SUPPORT"],
);

/** DOMException names for a call that a signal ended, and for a signal's timeout. */
const SIGNALS = mappingsOf<string>(["upstream_timeout", "AbortError", "TimeoutError"]);

/** The legacy codes that the DOM assigns to these names. */
const SIGNAL_NUMBERS: ReadonlyMap<unknown, number> = new Map([
  ["AbortError", 20],
  ["TimeoutError", 23],
]);

/** Messages of the error in which `fetch` wraps a failure. Node has the first two, Deno the first and the third. */
const FETCH_TEXTS: readonly string[] = ["fetch failed", "terminated", "error reading a body from connection"];

/** The message of Workers' `fetch` for every failed connection. */
const CONNECTION_LOST = "Network connection lost.";

/** The message of `fetch` for an address that is not HTTP. */
const UNKNOWN_SCHEME = "unknown scheme";

/** A field that Bun sets on every error of its `fetch`. */
const BUN_FIELD = "errno";

/** Recognizes undici's own errors. From a response on such an error, only a stated wait is read. */
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
 * Recognizes errors of the global `fetch` of Node, Deno, Bun and Workers. It rejects with its own error, or with the reason of the signal
 * that ended the call.
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

/** Before a later compatibility date, Workers give their DOMException no tag. */
function isDomException({ field, classes }: ThrownValue): boolean {
  return field(Symbol.toStringTag) === "DOMException" || classes[0] === "DOMException";
}

/** Bun wraps nothing. It sets the requested address and the failure's code on a TypeError. */
function isOfBun({ name, code, field }: ThrownValue): boolean {
  const path = field("path");
  const isOfAddress = typeof path === "string" && /^https?:/.test(path);
  return name === "TypeError" && typeof code === "string" && isOfAddress && typeof field(BUN_FIELD) === "number";
}

const FETCH_ERROR = "FetchError";

/**
 * Recognizes ofetch by its getters for the request, the options and the response, which parsed JSON never has. Without a response, its
 * cause is what `fetch` threw.
 */
export const ofetch: BuiltInRecognizer = {
  name: "ofetch",
  marks: { names: [FETCH_ERROR] },
  map(thrown, mappingContext) {
    const isNamed = thrown.isNativeError && thrown.name === FETCH_ERROR;
    if (!isNamed || !["request", "options", "response"].every((key) => hasGetter(thrown.value, key))) return undefined;
    const response = thrown.field("response");
    if (response !== undefined) return withStatedWait(UPSTREAM, response);
    const cause = readThrown(thrown.field("cause"));
    // For its own time limit, ofetch makes an error with the name and the number of a signal's timeout.
    const isLimit = cause.isNativeError && SIGNAL_NUMBERS.get(cause.name) === cause.code;
    const limited = isLimit ? mappingOfCode(SIGNALS, cause.name, cause, mappingContext) : undefined;
    return limited ?? fetchClient.map(cause, mappingContext) ?? UPSTREAM;
  },
};

function hasGetter(value: unknown, key: string): boolean {
  return tryOr(() => Object.getOwnPropertyDescriptor(value, key)?.get !== undefined, false);
}

/** Kinds of node-fetch's errors. Any other kind is a failure of the other service. */
const NODE_FETCH = mappingsOf<string>(["upstream_timeout", "aborted", "request-timeout", "body-timeout"]);

/** Recognizes node-fetch 2 and 3 by the names of its errors and their kind. Those of version 2 are no native errors. */
export const nodeFetch: BuiltInRecognizer = {
  name: "node-fetch",
  marks: { names: [FETCH_ERROR, "AbortError"] },
  map(thrown, mappingContext) {
    const { name, code, inheritsError, field } = thrown;
    const type = field("type");
    if (!inheritsError || typeof type !== "string") return undefined;
    if (name === "AbortError")
      return type === "aborted" ? mappingOfCode(NODE_FETCH, type, thrown, mappingContext) : undefined;
    if (name !== FETCH_ERROR || code !== field("errno")) return undefined;
    return (
      mappingOfCode(UNDICI, code, thrown, mappingContext) ??
      mappingOfCode(NODE_FETCH, type, thrown, mappingContext) ??
      UPSTREAM
    );
  },
};

/**
 * Recognizes an error of any other client by the `Response` of fetch on it, which is another service's. Generated clients make such errors.
 * The errors with which frameworks send a response of their own keep it under another name.
 */
export const answeredFetch: BuiltInRecognizer = {
  name: "fetch",
  marks: { fields: ["response"] },
  map(thrown) {
    const response = thrown.field("response");
    const isAnswered = thrown.isNativeError && peek(response, Symbol.toStringTag) === "Response";
    return isAnswered ? withStatedWait(UPSTREAM, response) : undefined;
  },
};

/** Recognizes axios errors by the mark that each of them carries. */
export const axios: BuiltInRecognizer = {
  name: "axios",
  marks: { fields: ["isAxiosError"] },
  map(thrown, mappingContext) {
    if (!thrown.isNativeError || thrown.field("isAxiosError") !== true) return undefined;
    const mapping = mappingOfCode(AXIOS, thrown.code, thrown, mappingContext);
    return mapping ?? withStatedWait(UPSTREAM, thrown.field("response"));
  },
};
