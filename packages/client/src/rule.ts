import { type Catalog, mayRetry, type RetryRule, retryRule } from "@uhp-errors/core";
import { type ApiError, isApiError, isNetworkError, isUnexpectedAnswer } from "./errors.ts";
import { rowOf } from "./parse.ts";

/** What decides, beside the error, whether a request may be sent again. */
export interface Repeatable {
  readonly method: string;
  /** The `Idempotency-Key`, the same on every attempt; undefined when there is none. */
  readonly idempotencyKey: string | undefined;
  /** Whether the body can be sent a second time; a stream cannot. */
  readonly replayable: boolean;
}

type Rows = Pick<Catalog, "row"> | undefined;

/**
 * The rule of the retry table (the contract, 7.4) for what one attempt failed with. A code goes by its own row, and one
 * that the catalog does not have by its `type` (RET-4); an answer that is not the contract's goes by its status in the
 * same way. A failure of the network may be tried again; a timeout is final.
 */
export function ruleOf(error: unknown, catalog: Rows): RetryRule {
  if (isNetworkError(error)) return "backoff";
  if (isApiError(error)) return ruleOfCode(error, catalog);
  if (!isUnexpectedAnswer(error)) return "never";
  const { status, retryAfter } = error;
  return retryRule({ type: status === 429 ? "rate_limit_error" : "server_error", code: "", status, retryAfter });
}

/** Whether the rule, the method, the key and the body let a request be sent again (RET-3). */
export function isRepeatable(rule: RetryRule, { method, idempotencyKey, replayable }: Repeatable): boolean {
  return replayable && mayRetry(rule, { method, idempotencyKey: idempotencyKey !== undefined });
}

/** A known code with another type or status than its own tells nothing that could be relied upon. */
function ruleOfCode(error: ApiError, catalog: Rows): RetryRule {
  const row = rowOf(error.code, catalog);
  if (row === undefined) return retryRule(error);
  const statuses = typeof row.status === "number" ? [row.status] : row.status;
  return row.type === error.type && statuses.includes(error.status) ? row.retry : "never";
}
