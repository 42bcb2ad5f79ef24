import { peek, prototypeOf } from "../sanitize/peek.ts";
import { toSeconds } from "../sanitize/wait.ts";
import type { Producer } from "./recognition.ts";

const GETTERS = ["msBeforeNext", "remainingPoints", "consumedPoints", "isFirstInDuration"] as const;

/**
 * rate-limiter-flexible, which rejects with no error but with the state of the limit: its fields are getters of its class, as
 * JSON that was parsed never has them. A limit that never ends states no wait.
 */
export const rateLimiterFlexible: Producer = {
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
