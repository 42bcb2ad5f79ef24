import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of credentials and limits. */
export const ACCESS_FACTS = /* @__PURE__ */ factsSince("2026-08-11", {
  missing_credential: { status: 401 },
  invalid_credential: { status: 401 },
  insufficient_scope: { status: 403 },
  rate_limited: { status: 429, retry: "retry_after" },
  quota_exhausted: { status: 429 },
});

export const ACCESS_TEXTS: ContractTexts<typeof ACCESS_FACTS> = {
  missing_credential: {
    message: "The request carries no bearer token.",
    when: "There is no `Authorization` header, it uses another scheme, or `Bearer` comes without a token.",
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
    when: "The caller exceeds the request rate; `Retry-After` states the wait, when the service knows it. In response to a POST without an `Idempotency-Key`, it comes with `x-should-retry: false`: only the caller can decide to wait and try again.",
  },
  quota_exhausted: {
    message: "The budget for this credential is spent.",
    when: "A quota or budget is spent, so that trying again changes nothing until it is renewed.",
  },
};
