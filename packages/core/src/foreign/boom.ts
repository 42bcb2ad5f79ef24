import { isNativeError, peek } from "../sanitize/peek.ts";
import { headersOf } from "./http-errors.ts";
import { isOfUpstream, type Producer } from "./recognition.ts";
import { meaningOfErrorStatus, statusOf } from "./status.ts";

/** @hapi/boom, by its mark. Only the status and two headers count. */
export const boom: Producer = {
  name: "@hapi/boom",
  recognize(thrown, circumstances) {
    if (!isNativeError(thrown) || peek(thrown, "isBoom") !== true || isOfUpstream(thrown)) return undefined;
    // hapi's HTTP client makes one of another service's answer, with its status.
    if (peek(peek(thrown, "data"), "isResponseError") === true) return { code: "upstream_error" };
    const output = peek(thrown, "output");
    const status = statusOf(peek(output, "statusCode"));
    if (status === undefined) return undefined;
    return { ...meaningOfErrorStatus(status, circumstances), ...headersOf(peek(output, "headers"), status) };
  },
};
