import type { ContractFacts, ContractTexts } from "./definition.ts";

/** Faults of credentials and of limits. */
export const ACCESS_FACTS = {
  missing_credential: {
    type: "authentication_error",
    status: 401,
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
  invalid_credential: {
    type: "authentication_error",
    status: 401,
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
  insufficient_scope: {
    type: "permission_error",
    status: 403,
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
  rate_limited: {
    type: "rate_limit_error",
    status: 429,
    retry: "retry_after",
    where: "request",
    since: "2026-09-12",
  },
  quota_exhausted: {
    type: "rate_limit_error",
    status: 429,
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
} as const satisfies ContractFacts;

/** The texts of the same codes. */
export const ACCESS_TEXTS = {
  missing_credential: {
    message: "The request carries no bearer token.",
    when: "There is no `Authorization` header, it uses another scheme, or `Bearer` stands alone.",
  },
  invalid_credential: {
    message: "The bearer token is not accepted.",
    when: "The token is malformed, unknown or revoked; the three are one answer.",
  },
  insufficient_scope: {
    message: "The credential does not allow this operation.",
    when: "The caller is authenticated and the credential cannot perform the operation.",
  },
  rate_limited: {
    message: "Too many requests in too short a time.",
    when: "The caller exceeds the request rate; give `retryAfter` so that `Retry-After` is sent.",
  },
  quota_exhausted: {
    message: "The budget for this credential is spent.",
    when: "A quota or budget is spent, so that trying again changes nothing until it is renewed.",
  },
} as const satisfies ContractTexts<typeof ACCESS_FACTS>;
