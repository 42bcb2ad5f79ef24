import { peek } from "../../untrusted/peek.ts";
import { readThrown } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { type CodeMapping, mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { fetchClient } from "./fetch-clients.ts";
import { withStatedWait } from "./stated-wait.ts";

const UPSTREAM: Mapping = { code: "upstream_error" };

/** Maps a response that the client treats as a failure. */
const answered: CodeMapping = ({ field }) => withStatedWait(UPSTREAM, field("response"));

/** Keyed by the names of got's classes. */
const GOT = mappingsOf<string>(
  // For the last two, the service itself ended the call because it stopped waiting.
  [["TimeoutError", "AbortError", "CancelError"], { code: "upstream_timeout" }],
  [["HTTPError", "ParseError"], answered],
  [["ReadError", "UploadError", "CacheError", "MaxRedirectsError", "RetryError"], UPSTREAM],
  [["RequestError"], ({ code }): Mapping => GOT_REQUESTS.get(code) ?? UPSTREAM],
);

/** Keyed by the codes of a RequestError. Any other code means a failed connection. */
const GOT_REQUESTS: ReadonlyMap<unknown, Mapping> = new Map<unknown, Mapping>([
  ["ETIMEDOUT", { code: "upstream_timeout" }],
  // A wrong option, or a hook that threw: got gives this code to errors without a code.
  ["ERR_GOT_REQUEST_ERROR", { code: "internal_error" }],
  ["ERR_INVALID_URL", { code: "internal_error" }],
  ["ERR_UNSUPPORTED_PROTOCOL", { code: "internal_error" }],
]);

/** Keyed by the names of ky's classes. Errors that ky does not wrap are errors of `fetch`. */
const KY = mappingsOf<string>(
  [["TimeoutError"], { code: "upstream_timeout" }],
  [["HTTPError"], answered],
  // ky 2 wraps what `fetch` threw.
  [
    ["NetworkError"],
    (thrown, mappingContext) => fetchClient.map(readThrown(thrown.field("cause")), mappingContext) ?? UPSTREAM,
  ],
);

/** Recognizes got 12 and newer by the names of its errors and by their `options`, an instance of got's own class. */
export const got: BuiltInRecognizer = {
  name: "got",
  marks: { names: [...GOT.keys()] },
  map(thrown, mappingContext) {
    const isMade = thrown.isNativeError && typeof peek(thrown.field("options"), "merge") === "function";
    return isMade ? mappingOfCode(GOT, thrown.name, thrown, mappingContext) : undefined;
  },
};

/** Recognizes ky by the names of its errors and by their `request`, a `Request` of fetch. */
export const ky: BuiltInRecognizer = {
  name: "ky",
  marks: { names: [...KY.keys()] },
  map(thrown, mappingContext) {
    const isMade = thrown.isNativeError && peek(thrown.field("request"), Symbol.toStringTag) === "Request";
    return isMade ? mappingOfCode(KY, thrown.name, thrown, mappingContext) : undefined;
  },
};
