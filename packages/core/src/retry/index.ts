/** When a failed request may be repeated, and by whom. Also published as `@uhp-errors/core/retry`, which loads only the codes. */
export { mayRetry, RETRY_TABLE, type RetryAdvice, retryAdvice, retryRule } from "./advice.ts";
