/** Whether a value is a status of HTTP's. */
export function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 100;
}

/** Whether a response hands the connection to the runtime, or only goes before the real one (RFC 9110, section 15.2). */
export function isInformational(status: number): boolean {
  return status < 200;
}

/** Whether a status is one of a success in the narrow sense: neither a redirect nor an error. */
export function isSuccessful(status: number): boolean {
  return status < 300;
}

/** Whether a status is one of an error. */
export function isError(status: number): boolean {
  return status >= 400;
}

/** The statuses of responses that have no body (Fetch standard, null body status), and which no `Response` with one can have. */
export const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** No status of HTTP: the client has left, so it is never sent. */
export const NOBODY = 499;
