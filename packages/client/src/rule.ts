import type { Catalog } from "@uhp-errors/core";
import { CODE_FACTS, type CodeFacts, type ErrorType, isContractCode, type RetryRule } from "@uhp-errors/core/codes";
import { retryRuleOfType } from "@uhp-errors/core/internal";
import { mayRetry } from "@uhp-errors/core/retry";

/** The facts of a request that decide whether it may be sent again. */
export interface Repeatable {
  readonly method: string;
  /** The `Idempotency-Key`, the same on every attempt; undefined if there is none. */
  readonly idempotencyKey: string | undefined;
  /** Whether the body can be sent a second time; a stream cannot. */
  readonly replayable: boolean;
}

/** The catalog in which codes are looked up; undefined for only the contract's codes. */
export type Definitions = Pick<Catalog, "definition"> | undefined;

/** The facts that the retry rule of an error response depends on. */
interface Answered {
  readonly type: ErrorType;
  readonly status: number;
  readonly retryAfter: number | undefined;
}

/** Returns the facts of a code, from the catalog or the specification's codes. Safe for any string. */
export function findDefinition(code: string, catalog: Definitions): CodeFacts | undefined {
  return catalog?.definition(code) ?? (isContractCode(code) ? CODE_FACTS[code] : undefined);
}

/**
 * Returns the retry rule of an envelope's error (UHP's table, 7.4): from the code's definition, or from `type` if the catalog does not
 * have the code (RET-4). A known code with a wrong type or status cannot be trusted, so it is never retried.
 */
export function ruleOfCode({ type, status, retryAfter }: Answered, definition: CodeFacts | undefined): RetryRule {
  if (definition === undefined) return retryRuleOfType({ type, status, retryAfter });
  return definition.type === type && [definition.status].flat().includes(status) ? definition.retry : "never";
}

/** Returns the retry rule of a response that is not an envelope: from its status, as for an unknown code. */
export function ruleOfStatus(status: number, retryAfter: number | undefined): RetryRule {
  return retryRuleOfType({ type: status === 429 ? "rate_limit_error" : "server_error", status, retryAfter });
}

/** Whether the rule, the method, the key, and the body allow a request to be sent again (RET-3). */
export function isRepeatable(rule: RetryRule, { method, idempotencyKey, replayable }: Repeatable): boolean {
  return replayable && mayRetry(rule, { method, hasIdempotencyKey: idempotencyKey !== undefined });
}
