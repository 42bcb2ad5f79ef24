import type { RetryRule } from "./retry-rules.ts";

/** The type that a status implies. */
export type TypeOfStatus<Status extends number> = Status extends 200
  ? "harness_error"
  : Status extends 401
    ? "authentication_error"
    : Status extends 403
      ? "permission_error"
      : Status extends 429
        ? "rate_limit_error"
        : `${Status}` extends `4${string}`
          ? "invalid_request_error"
          : "server_error";

export function typeOfStatus(status: number) {
  if (status === 200) return "harness_error";
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** The retry rule that a status implies, for a definition that states none. */
export type RetryOfStatus<Status extends number> = Status extends 200
  ? "client_judgement"
  : Status extends 501
    ? "never"
    : TypeOfStatus<Status> extends "server_error"
      ? "backoff"
      : "never";

export function retryOfStatus(status: number): RetryRule {
  if (status === 200) return "client_judgement";
  return status < 500 || status === 501 ? "never" : "backoff";
}
