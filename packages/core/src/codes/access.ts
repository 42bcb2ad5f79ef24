import type { ContractDefinitions } from "./definition.ts";

/** Faults of credentials and of limits. */
export const ACCESS_CODES = {
  missing_credential: {
    where: "request",
    type: "authentication_error",
    status: 401,
    since: "2026-09-12",
    retry: "never",
    message: "The request carries no bearer token.",
    when: "There is no `Authorization` header, it uses another scheme, or `Bearer` stands alone.",
  },
  invalid_credential: {
    where: "request",
    type: "authentication_error",
    status: 401,
    since: "2026-09-12",
    retry: "never",
    message: "The bearer token is not accepted.",
    when: "The token is malformed, unknown or revoked; the three are one answer.",
  },
  insufficient_scope: {
    where: "request",
    type: "permission_error",
    status: 403,
    since: "2026-09-12",
    retry: "never",
    message: "The credential does not allow this operation.",
    when: "The caller is authenticated and the credential cannot perform the operation.",
  },
  rate_limited: {
    where: "request",
    type: "rate_limit_error",
    status: 429,
    since: "2026-09-12",
    retry: "retry_after",
    message: "Too many requests in too short a time.",
    when: "The caller exceeds the request rate; give `retryAfter` so that `Retry-After` is sent.",
  },
  quota_exhausted: {
    where: "request",
    type: "rate_limit_error",
    status: 429,
    since: "2026-09-12",
    retry: "never",
    message: "The budget for this credential is spent.",
    when: "A quota or budget is spent, so that trying again changes nothing until it is renewed.",
  },
} as const satisfies ContractDefinitions;
