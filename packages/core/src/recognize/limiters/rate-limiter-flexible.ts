import { tryOr } from "../../untrusted/attempt.ts";
import { peek, prototypeOf } from "../../untrusted/peek.ts";
import { toSeconds } from "../../untrusted/seconds.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const GETTERS = ["msBeforeNext", "remainingPoints", "consumedPoints", "isFirstInDuration"] as const;

/**
 * Recognizes rate-limiter-flexible. It rejects with the state of the limit, which is not an error. The fields are getters of its class,
 * which parsed JSON cannot have. A limit that never ends has no wait.
 */
export const rateLimiterFlexible: BuiltInRecognizer = {
  name: "rate-limiter-flexible",
  marks: { fields: GETTERS },
  map({ value, field }) {
    const prototype = prototypeOf(value);
    if (!GETTERS.every((key) => isGetter(prototype, key))) return undefined;
    const wait = field("msBeforeNext");
    const retryAfter = typeof wait === "number" ? toSeconds(wait / 1_000) : undefined;
    return { code: "rate_limited", ...(retryAfter === undefined ? {} : { retryAfter }) };
  },
};

function isGetter(prototype: object | null, key: string): boolean {
  if (prototype === null) return false;
  const descriptor = tryOr(() => Reflect.getOwnPropertyDescriptor(prototype, key), undefined);
  return typeof peek(descriptor, "get") === "function";
}
