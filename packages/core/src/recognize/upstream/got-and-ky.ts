import { peek } from "../../untrusted/peek.ts";
import { readThrown } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { type CodeMapping, mappingOfCode, mappingsOf, tableRecognizer } from "../mapping/table.ts";
import { fetchClient } from "./fetch-clients.ts";
import { withStatedWait } from "./stated-wait.ts";

const UPSTREAM: Mapping = { code: "upstream_error" };
/** For a response with an error. It may state how long to wait. */
const mapResponse: CodeMapping = ({ field }) => withStatedWait(UPSTREAM, field("response"));

const GOT = mappingsOf<string>(
  // For the last two, the service itself ended the call because it stopped waiting.
  ["upstream_timeout", "TimeoutError", "AbortError", "CancelError"],
  [mapResponse, "HTTPError", "ParseError"],
  [UPSTREAM, "ReadError", "UploadError", "CacheError", "MaxRedirectsError", "RetryError"],
  [(thrown, context) => mappingOfCode(GOT_REQUESTS, thrown.code, thrown, context) ?? UPSTREAM, "RequestError"],
);

/** Keyed by the codes of a RequestError. Any other code means a failed connection. */
const GOT_REQUESTS = mappingsOf<unknown>(
  ["upstream_timeout", "ETIMEDOUT"],
  // A wrong option, or a hook that threw: got gives the first code to errors without a code.
  ["internal_error", "ERR_GOT_REQUEST_ERROR", "ERR_INVALID_URL", "ERR_UNSUPPORTED_PROTOCOL"],
);

/** Keyed by the names of ky's classes. Errors that ky does not wrap are errors of `fetch`. */
const KY = mappingsOf<string>(
  ["upstream_timeout", "TimeoutError"],
  [mapResponse, "HTTPError"],
  // ky 2 wraps what `fetch` threw.
  [({ field }, context) => fetchClient.map(readThrown(field("cause")), context) ?? UPSTREAM, "NetworkError"],
);

/** Recognizes got 12 and newer by the names of its errors and by their `options`, an instance of got's own class. */
export const got = tableRecognizer(
  "got",
  "name",
  GOT,
  ({ isNativeError, field }) => isNativeError && typeof peek(field("options"), "merge") === "function",
);

/** Recognizes ky by the names of its errors and by their `request`, a `Request` of fetch. */
export const ky = tableRecognizer(
  "ky",
  "name",
  KY,
  ({ isNativeError, field }) => isNativeError && peek(field("request"), Symbol.toStringTag) === "Request",
);
