import { attempt } from "../../untrusted/attempt.ts";
import { peek } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { withStatedWait } from "./stated-wait.ts";

const UPSTREAM: Mapping = { code: "upstream_error" };

/** By the messages of errors without a response, which are the same in both SDKs. */
const UNANSWERED = mappingsOf<string>(
  [["Connection error."], UPSTREAM],
  // In the second the service itself ended the call: it stopped waiting.
  [["Request timed out.", "Request was aborted."], { code: "upstream_timeout" }],
);

/** Fields that every error of either SDK has of its own, `undefined` where there was no response. */
const OF_BOTH = ["status", "headers", "requestID", "error", "type"];

/** The SDKs of model APIs have one generator, and so one shape of errors. A minifier renames their classes, but no field. */
function sdk(name: string, isOwnKind: (has: (key: string) => boolean) => boolean): BuiltInRecognizer {
  return {
    name,
    marks: { fields: ["requestID"], messages: [...UNANSWERED.keys()] },
    map(thrown, mappingContext) {
      const has = (key: string) => hasOwn(thrown, key);
      if (!thrown.isNativeError || !OF_BOTH.every(has) || !isOwnKind(has)) return undefined;
      if (thrown.status === undefined) return mappingOfCode(UNANSWERED, thrown.message, thrown, mappingContext);
      const isAnswered = peek(thrown.field("headers"), Symbol.toStringTag) === "Headers";
      return isAnswered ? withStatedWait(UPSTREAM, thrown.value, "retry-after-ms") : undefined;
    },
  };
}

function hasOwn({ value }: ThrownValue, key: string): boolean {
  return attempt(
    () => Object.hasOwn(value as object, key),
    () => false,
  );
}

/** openai, known by the fields of its errors. */
export const openai = sdk("openai", (has) => has("code") && has("param"));

/** @anthropic-ai/sdk, known by the fields of its errors. */
export const anthropic = sdk("@anthropic-ai/sdk", (has) => !has("param"));
