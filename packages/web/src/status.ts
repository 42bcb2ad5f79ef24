export function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 100;
}

/**
 * Whether a status hands the connection to the runtime (101), or only precedes the real response (RFC 9110, section
 * 15.2).
 */
export function isInformational(status: number): boolean {
  return status < 200;
}

/** Whether a status is neither one of a redirect nor one of an error. */
export function isSuccessful(status: number): boolean {
  return status < 300;
}

export function isError(status: number): boolean {
  return status >= 400;
}

/**
 * The statuses of responses without a body. `new Response` throws for a body with one of them (Fetch standard, null
 * body status).
 */
export const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The status of a response that is never received, because the client has left. HTTP does not define it. */
export const NOBODY = 499;
