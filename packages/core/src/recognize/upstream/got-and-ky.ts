import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import {
  type BuiltInRecognizer,
  type CodeMapping,
  type Mapping,
  mappingOfCode,
  mappingsOf,
} from "../mapping/recognizer.ts";

/** By the names of got's classes. */
const GOT = mappingsOf<string>(
  // The latter two are the service's own end of a call: it did not want to wait any longer.
  [["TimeoutError", "AbortError", "CancelError"], { code: "upstream_timeout" }],
  [
    ["HTTPError", "ReadError", "UploadError", "CacheError", "ParseError", "MaxRedirectsError", "RetryError"],
    { code: "upstream_error" },
  ],
  [["RequestError"], (thrown): Mapping => GOT_REQUESTS.get(peekString(thrown, "code") ?? "") ?? UPSTREAM],
);

const UPSTREAM: Mapping = { code: "upstream_error" };

/** By the codes of a RequestError; whatever else it has is that of a failed connection. */
const GOT_REQUESTS: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ["ETIMEDOUT", { code: "upstream_timeout" }],
  // A wrong option, or a hook that threw: got gives this code to what has none.
  ["ERR_GOT_REQUEST_ERROR", { code: "internal_error" }],
  ["ERR_INVALID_URL", { code: "internal_error" }],
  ["ERR_UNSUPPORTED_PROTOCOL", { code: "internal_error" }],
]);

/** By the names of ky's classes. What it does not wrap is `fetch`'s own. */
const KY: ReadonlyMap<string, CodeMapping> = mappingsOf<string>(
  [["TimeoutError"], { code: "upstream_timeout" }],
  [["HTTPError"], UPSTREAM],
);

/** got 12 and newer, by its names and the options on its errors, which are an object of a class of its own. */
export const got: BuiltInRecognizer = {
  name: "got",
  recognize(thrown, mappingContext) {
    const made = isNativeError(thrown) && typeof peek(peek(thrown, "options"), "merge") === "function";
    return made ? mappingOfCode(GOT, peekString(thrown, "name") ?? "", thrown, mappingContext) : undefined;
  },
};

/** ky, by its names and the request on its errors, which is one of `fetch`. */
export const ky: BuiltInRecognizer = {
  name: "ky",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || peek(peek(thrown, "request"), Symbol.toStringTag) !== "Request") return undefined;
    return mappingOfCode(KY, peekString(thrown, "name") ?? "", thrown, mappingContext);
  },
};
