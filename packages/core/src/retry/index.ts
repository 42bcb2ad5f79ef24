/** When a failed request may be repeated, and by whom. Also published as `@uhp-errors/core/retry`, which loads only the codes. */
export {
  type FailedRequest,
  mayRetry,
  RETRY_TABLE,
  type ReceivedError,
  type RetryAdvice,
  type RetryEntry,
  retryAdvice,
  retryRule,
  retryRuleOfType,
} from "./advice.ts";
