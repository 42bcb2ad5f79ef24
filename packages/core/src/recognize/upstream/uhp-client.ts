import { isRetryRule, RETRY_RULES } from "../../codes/index.ts";
import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer, Mapping, Upstream } from "../mapping/recognizer.ts";

/** The brands of the client's classes, which stand on their prototypes: no JSON and no copy of an error's fields has one. */
const brandOf = (name: string) => Symbol.for(`@uhp-errors/client/${name}`);

const ANSWERS = ["ApiError", "UnexpectedAnswerError"].map(brandOf);
const NO_ANSWER = brandOf("NetworkError");
const TIMEOUT = brandOf("TimeoutError");

/**
 * The client of this library, in any copy and build of it. What it throws is another service's refusal or silence, and none of
 * this one's: where the other service must not be asked again, neither must this one.
 */
export const uhpClient: BuiltInRecognizer = {
  name: "@uhp-errors/client",
  recognize(thrown) {
    if (!isNativeError(thrown)) return undefined;
    const has = (brand: symbol) => peek(thrown, brand) === true;
    const rule: Pick<Mapping, "retry"> = isRefused(peek(thrown, "retry")) ? { retry: "never" } : {};
    if (ANSWERS.some(has)) return { code: "upstream_error", ...rule, upstream: upstreamOf(thrown) };
    if (has(NO_ANSWER)) return { code: "upstream_error", ...rule };
    return has(TIMEOUT) ? { code: "upstream_timeout", ...rule } : undefined;
  },
};

/** Which answer of the other service it was; what is no code, status or id is left out. */
function upstreamOf(thrown: unknown): Upstream {
  const code = peekString(thrown, "code") ?? "";
  const requestId = peekString(thrown, "requestId") ?? "";
  const status = peek(thrown, "status");
  const answered = typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 999;
  return {
    code: /^[!-~]{1,100}$/.test(code) ? code : null,
    status: answered ? status : null,
    requestId: /^[!-~]{1,200}$/.test(requestId) ? requestId : undefined,
  };
}

/** Whether a retry rule keeps clients from repeating their request by themselves. */
function isRefused(rule: unknown): boolean {
  return isRetryRule(rule) && !RETRY_RULES[rule].automatic;
}
