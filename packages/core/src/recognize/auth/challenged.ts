import { mappingOfStatus } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/**
 * Recognizes an error that states a 401 while the response already has a challenge, as that of `validate` does in `@fastify/basic-auth`.
 * Nothing but the service itself set that header.
 */
export const challenged: BuiltInRecognizer = {
  name: "WWW-Authenticate",
  marks: { fields: ["status", "statusCode"] },
  map(thrown, mappingContext) {
    const isRefused = (thrown.status ?? thrown.statusCode) === 401 && isOwnError(thrown);
    if (!isRefused || mappingContext.responseHeader("www-authenticate") === undefined) return undefined;
    return mappingOfStatus(401, mappingContext);
  },
};
