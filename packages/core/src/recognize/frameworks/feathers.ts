import { tryOr } from "../../untrusted/attempt.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { mappingOfStatus, statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** The `type` of all its errors, whatever their class. */
const TYPE = "FeathersError";

/**
 * Recognizes `@feathersjs/errors`. The code is the status. Feathers clients also make such an error from another service's response. Over
 * HTTP they set `response` on it, which distinguishes it from the service's own.
 */
export const feathers: BuiltInRecognizer = {
  name: "@feathersjs/errors",
  marks: { fields: ["className"] },
  map(thrown, mappingContext) {
    const { field } = thrown;
    const isMade =
      field("type") === TYPE && typeof field("className") === "string" && typeof field("toJSON") === "function";
    const status = statusOf(thrown.code);
    if (!isMade || status === undefined || !isOwnError(thrown)) return undefined;
    return mappingOfStatus(status, mappingContext);
  },
  ownText: (thrown) => (isOfDatabase(thrown.value) ? undefined : unlessRepeated(thrown.message, thrown)),
};

/** Whether a database adapter made it, with the driver's message. Adapters keep the driver's error under a symbol. */
function isOfDatabase(value: unknown): boolean {
  return tryOr(() => Object.getOwnPropertySymbols(value).length > 0, true);
}
