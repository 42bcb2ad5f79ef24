import type { RetryRule } from "@uhp-errors/core/codes";

/** Whether a client may send the same request again, in words. Code is between backticks. */
export const RETRIES: Readonly<Record<RetryRule, string>> = {
  never: "no",
  backoff: "yes, after a delay that grows",
  retry_after: "yes, after the time in `Retry-After`",
  session_terminal: "yes, once the session's task has ended (completed, failed or cancelled)",
  client_judgement: "the caller decides",
};
