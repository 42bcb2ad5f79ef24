import { isNativeError, peek } from "../sanitize/peek.ts";
import { descendsFrom } from "./ancestry.ts";
import { isOfUpstream, type Producer } from "./recognition.ts";
import { meaningOfErrorStatus, statusOf } from "./status.ts";

/** `HTTPException` of Hono, which is known by its class alone: as a name its errors have that of any error. */
export const hono: Producer = {
  name: "hono",
  recognize(thrown, circumstances) {
    if (!isNativeError(thrown) || !descendsFrom(thrown, "HTTPException") || isOfUpstream(thrown)) return undefined;
    if (typeof peek(thrown, "getResponse") !== "function") return undefined;
    const status = statusOf(peek(thrown, "status"));
    return status === undefined ? undefined : meaningOfErrorStatus(status, circumstances);
  },
};
