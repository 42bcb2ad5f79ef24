import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";

/**
 * The router of Express 4 and 5: a percent escape in a path parameter that cannot be decoded. Its text quotes the path. That of
 * Express 5.0 to 5.2 states the status under one name only.
 */
export const router: BuiltInRecognizer = {
  name: "router",
  recognize(thrown) {
    const undecodable =
      isNativeError(thrown) &&
      !isOfUpstream(thrown) &&
      peekString(thrown, "name") === "URIError" &&
      peek(thrown, "status") === 400 &&
      [400, undefined].some((status) => peek(thrown, "statusCode") === status) &&
      peekString(thrown, "message")?.startsWith("Failed to decode param ") === true;
    return undecodable ? { code: "invalid_input" } : undefined;
  },
};
