import { peek, prototypeOf } from "../../untrusted/peek.ts";
import { toSeconds } from "../../untrusted/seconds.ts";
import type { BuiltInRecognizer } from "../mapping/recognizer.ts";

const GETTERS = ["msBeforeNext", "remainingPoints", "consumedPoints", "isFirstInDuration"] as const;

/**
 * rate-limiter-flexible, which rejects with no error but with the state of the limit: its fields are getters of its class, as
 * JSON that was parsed never has them. A limit that never ends states no wait.
 */
export const rateLimiterFlexible: BuiltInRecognizer = {
  name: "rate-limiter-flexible",
  recognize(thrown) {
    const prototype = prototypeOf(thrown);
    if (!GETTERS.every((key) => isGetter(prototype, key))) return undefined;
    const wait = peek(thrown, "msBeforeNext");
    const retryAfter = typeof wait === "number" ? toSeconds(wait / 1_000) : undefined;
    return { code: "rate_limited", ...(retryAfter === undefined ? {} : { retryAfter }) };
  },
};

function isGetter(prototype: object | null, key: string): boolean {
  try {
    const descriptor = prototype === null ? undefined : Reflect.getOwnPropertyDescriptor(prototype, key);
    return typeof peek(descriptor, "get") === "function";
  } catch {
    return false;
  }
}
