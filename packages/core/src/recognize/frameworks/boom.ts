import { peek } from "../../untrusted/peek.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Recognizes @hapi/boom by its mark. Only the status and four headers count. */
export const boom: BuiltInRecognizer = {
  name: "@hapi/boom",
  marks: { fields: ["isBoom"] },
  map(thrown, mappingContext) {
    if (thrown.field("isBoom") !== true || !isOwnError(thrown)) return undefined;
    // hapi's HTTP client also makes a Boom error from another service's response, with that response's status.
    if (peek(thrown.field("data"), "isResponseError") === true) return { code: "upstream_error" };
    const output = thrown.field("output");
    const status = statusOf(peek(output, "statusCode"));
    if (status === undefined) return undefined;
    return mappingOfHttpError(status, mappingContext, peek(output, "headers"));
  },
  // Errors that `boomify` made from another error lack this field.
  ownText: (thrown) =>
    typeof thrown.field("typeof") === "function" ? unlessRepeated(thrown.message, thrown) : undefined,
};
