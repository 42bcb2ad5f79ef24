import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const NAME = "URIError";

/**
 * Recognizes a router error of Express 4 and 5: a percent escape in a path parameter cannot be decoded. The message quotes the path. In
 * Express 5.0 to 5.2 the error has its status under one name only.
 */
export const router: BuiltInRecognizer = {
  name: "router",
  marks: { names: [NAME] },
  map(thrown) {
    const { name, status, statusCode, message } = thrown;
    const isUndecodable =
      name === NAME &&
      status === 400 &&
      (statusCode === 400 || statusCode === undefined) &&
      message.startsWith("Failed to decode param ");
    return isUndecodable && isOwnError(thrown) ? { code: "invalid_input" } : undefined;
  },
};
