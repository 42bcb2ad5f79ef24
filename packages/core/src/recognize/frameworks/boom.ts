import { isNativeError, peek } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";
import { mappingOfErrorStatus, statusOf } from "../mapping/status.ts";
import { headersOf } from "./http-errors.ts";

/** @hapi/boom, by its mark. Only the status and two headers count. */
export const boom: BuiltInRecognizer = {
  name: "@hapi/boom",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || peek(thrown, "isBoom") !== true || isOfUpstream(thrown)) return undefined;
    // hapi's HTTP client makes one of another service's answer, with its status.
    if (peek(peek(thrown, "data"), "isResponseError") === true) return { code: "upstream_error" };
    const output = peek(thrown, "output");
    const status = statusOf(peek(output, "statusCode"));
    if (status === undefined) return undefined;
    return { ...mappingOfErrorStatus(status, mappingContext), ...headersOf(peek(output, "headers"), status) };
  },
};
