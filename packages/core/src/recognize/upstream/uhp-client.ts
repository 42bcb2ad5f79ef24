import { isRetryRule, RETRY_RULES } from "../../codes/index.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, Upstream } from "../mapping/mapping.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** The brands of the client's classes. They are on the prototypes, so parsed JSON and copies of an error's fields have none. */
const brandOf = (name: string) => Symbol.for(`@uhp-errors/client/${name}`);

const ANSWERS = ["ApiError", "UnexpectedAnswerError"].map(brandOf);
const NO_ANSWER = brandOf("NetworkError");
const TIMEOUT = brandOf("TimeoutError");

/**
 * The client of this library, in any copy and build. What it throws is another service's error or silence. If the other service must
 * not be asked again, neither must this one.
 */
export const uhpClient: BuiltInRecognizer = {
  name: "@uhp-errors/client",
  marks: { fields: [...ANSWERS, NO_ANSWER, TIMEOUT] },
  map(thrown) {
    if (!thrown.isNativeError) return undefined;
    const has = (brand: symbol) => thrown.field(brand) === true;
    const rule: Pick<Mapping, "retry"> = isRefused(thrown.field("retry")) ? { retry: "never" } : {};
    if (ANSWERS.some(has)) return { code: "upstream_error", ...rule, upstream: upstreamOf(thrown) };
    if (has(NO_ANSWER)) return { code: "upstream_error", ...rule };
    return has(TIMEOUT) ? { code: "upstream_timeout", ...rule } : undefined;
  },
};

/** The code, status and request id of the other service's response. What is not one of these is left out. */
function upstreamOf({ code, status, field }: ThrownValue): Upstream {
  const answered = typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 999;
  return {
    code: printable(code, /^[!-~]{1,100}$/) ?? null,
    status: answered ? status : null,
    requestId: printable(field("requestId"), /^[!-~]{1,200}$/),
  };
}

function printable(value: unknown, form: RegExp): string | undefined {
  return typeof value === "string" && form.test(value) ? value : undefined;
}

/** Whether a retry rule forbids clients to repeat their request by themselves. */
function isRefused(rule: unknown): boolean {
  return isRetryRule(rule) && !RETRY_RULES[rule].automatic;
}
