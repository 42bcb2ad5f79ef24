import { attempt } from "../../untrusted/attempt.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { mappingOfStatus, statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** What each of its errors has as `type`, whatever its class. */
const TYPE = "FeathersError";

/**
 * `@feathersjs/errors`. The code is the status. Its clients make such an error of another service's answer, too: over HTTP they put
 * the `response` on it, which tells it from the service's own.
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

/** Whether an adapter for a database made it, with the driver's text. Those keep the driver's error under a symbol. */
function isOfDatabase(value: unknown): boolean {
  return attempt(
    () => Object.getOwnPropertySymbols(value).length > 0,
    () => true,
  );
}
