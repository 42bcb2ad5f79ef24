/** A status as Node reads it: whole, what stands behind a point dropped. */
export function toStatus(status: unknown): number {
  return Number(status) | 0;
}

/** RFC 9112, section 4. */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether Node takes a status and a reason phrase; it throws for others. */
export function isTaken(status: unknown, reason: string): boolean {
  const code = toStatus(status);
  return code > 99 && code < 1_000 && (!reason || REASON_PHRASE.test(reason));
}

/** Whether an answer with a status is an error. */
export function isErrorStatus(status: number): boolean {
  return status >= 400;
}

/** The success whose body Node drops. */
const NO_CONTENT = 204;

/** Whether an answer with a status says that all went well, in a body (RFC 9110, section 15.3). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300 && status !== NO_CONTENT;
}
