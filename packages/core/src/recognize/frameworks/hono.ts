import { descendsFrom } from "../../untrusted/ancestry.ts";
import { isNativeError, peek } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";
import { mappingOfErrorStatus, statusOf } from "../mapping/status.ts";

/** `HTTPException` of Hono, which is known by its class alone: as a name its errors have that of any error. */
export const hono: BuiltInRecognizer = {
  name: "hono",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || !descendsFrom(thrown, "HTTPException") || isOfUpstream(thrown)) return undefined;
    if (typeof peek(thrown, "getResponse") !== "function") return undefined;
    const status = statusOf(peek(thrown, "status"));
    return status === undefined ? undefined : mappingOfErrorStatus(status, mappingContext);
  },
};
