import {
  type Catalog,
  CODES,
  type CodeDefinition,
  type ErrorType,
  mayRetry,
  type RetryRule,
  retryRule,
} from "@uhp-errors/core";

/** What decides, beside the error, whether a request may be sent again. */
export interface Repeatable {
  readonly method: string;
  /** The `Idempotency-Key`, the same on every attempt; undefined when there is none. */
  readonly idempotencyKey: string | undefined;
  /** Whether the body can be sent a second time; a stream cannot. */
  readonly replayable: boolean;
}

export type Definitions = Pick<Catalog, "definition"> | undefined;

/** What the rule of an answer depends on. */
interface Answered {
  readonly type: ErrorType;
  readonly code: string;
  readonly status: number;
  readonly retryAfter: number | undefined;
}

/** The row of a code in the catalog, or in the contract where no catalog was given. Safe for any string. */
export function definitionOf(code: string, catalog: Definitions): CodeDefinition | undefined {
  if (catalog !== undefined) return catalog.definition(code);
  return Object.hasOwn(CODES, code) ? CODES[code as keyof typeof CODES] : undefined;
}

/**
 * The rule of the retry table (the contract, 7.4) for an error of the contract: its row's, and by its `type` where the
 * catalog does not have its code (RET-4). A known code with another type or status than its own tells nothing that could
 * be relied upon.
 */
export function ruleOfCode(
  { type, code, status, retryAfter }: Answered,
  definition: CodeDefinition | undefined,
): RetryRule {
  if (definition === undefined) return retryRule({ type, code, status, retryAfter });
  const statuses = typeof definition.status === "number" ? [definition.status] : definition.status;
  return definition.type === type && statuses.includes(status) ? definition.retry : "never";
}

/** The rule for an answer that is not the contract's: by its status, in the way of a code that is not known. */
export function ruleOfStatus(status: number, retryAfter: number | undefined): RetryRule {
  return retryRule({ type: status === 429 ? "rate_limit_error" : "server_error", code: "", status, retryAfter });
}

/** Whether the rule, the method, the key and the body let a request be sent again (RET-3). */
export function isRepeatable(rule: RetryRule, { method, idempotencyKey, replayable }: Repeatable): boolean {
  return replayable && mayRetry(rule, { method, hasIdempotencyKey: idempotencyKey !== undefined });
}
