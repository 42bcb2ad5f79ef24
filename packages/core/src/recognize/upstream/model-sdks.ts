import { hasOwn, peek } from "../../untrusted/peek.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { withStatedWait } from "./stated-wait.ts";

const UPSTREAM: Mapping = { code: "upstream_error" };

/** Keyed by the messages of errors without a response, which are the same in both SDKs. */
const UNANSWERED = mappingsOf<string>(
  [UPSTREAM, "Connection error."],
  // For the second message, the service itself ended the call because it stopped waiting.
  ["upstream_timeout", "Request timed out.", "Request was aborted."],
);

/** Own fields of every error of either SDK. They are `undefined` if there was no response. */
const OF_BOTH = ["status", "headers", "requestID", "error", "type"];

/** Both SDKs come from one generator, so their errors have the same shape. A minifier renames their classes but not their fields. */
function sdk(name: string, isOwnKind: (has: (key: string) => boolean) => boolean): BuiltInRecognizer {
  return {
    name,
    marks: { fields: ["requestID"], messages: [...UNANSWERED.keys()] },
    map(thrown, mappingContext) {
      const has = (key: string) => hasOwn(thrown.value, key);
      if (!thrown.isNativeError || !OF_BOTH.every(has) || !isOwnKind(has)) return undefined;
      if (thrown.status === undefined) return mappingOfCode(UNANSWERED, thrown.message, thrown, mappingContext);
      const isAnswered = peek(thrown.field("headers"), Symbol.toStringTag) === "Headers";
      return isAnswered ? withStatedWait(UPSTREAM, thrown.value, "retry-after-ms") : undefined;
    },
  };
}

/** Recognizes openai by the fields of its errors. */
export const openai = sdk("openai", (has) => has("code") && has("param"));

/** Recognizes @anthropic-ai/sdk by the fields of its errors. */
export const anthropic = sdk("@anthropic-ai/sdk", (has) => !has("param"));
