import { isNativeError, peek, peekString } from "../sanitize/peek.ts";
import { isOfUpstream, type Producer } from "./recognition.ts";

/** The router of Express 4 and 5: a percent escape in a path parameter that cannot be decoded. Its text quotes the path. */
export const router: Producer = {
  name: "router",
  recognize(thrown) {
    const undecodable =
      isNativeError(thrown) &&
      !isOfUpstream(thrown) &&
      peekString(thrown, "name") === "URIError" &&
      peek(thrown, "status") === 400 &&
      peek(thrown, "statusCode") === 400 &&
      peekString(thrown, "message")?.startsWith("Failed to decode param ") === true;
    return undecodable ? { code: "invalid_input" } : undefined;
  },
};
