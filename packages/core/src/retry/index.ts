/** Who may repeat a failed request, and when. Also published as `@uhp-errors/core/retry`, which loads the codes and nothing else. */
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
