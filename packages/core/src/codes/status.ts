/** Statuses whose type differs from that of the other 4xx or 5xx statuses. */
const TYPE_BY_STATUS = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
} as const;

/** The type that a status implies. */
export type TypeOfStatus<Status extends number> = Status extends keyof typeof TYPE_BY_STATUS
  ? (typeof TYPE_BY_STATUS)[Status]
  : `${Status}` extends `4${string}`
    ? "invalid_request_error"
    : "server_error";

export function typeOfStatus(status: number) {
  if (Object.hasOwn(TYPE_BY_STATUS, status)) return TYPE_BY_STATUS[status as keyof typeof TYPE_BY_STATUS];
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** The retry rule that a status implies, for a definition that states none. */
export type RetryOfStatus<Status extends number> = Status extends 501
  ? "never"
  : TypeOfStatus<Status> extends "server_error"
    ? "backoff"
    : "never";

export function retryOfStatus(status: number): "backoff" | "never" {
  return typeOfStatus(status) === "server_error" && status !== 501 ? "backoff" : "never";
}
