/** Converts a status as Node does: it drops the fraction. */
export function toStatus(status: unknown): number {
  return Number(status) | 0;
}

/** The characters that Node accepts in a reason phrase (RFC 9112, section 4). */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether Node accepts a status and a reason phrase. For others, it throws. */
export function isTaken(status: number, reason: string): boolean {
  return status > 99 && status < 1_000 && (!reason || REASON_PHRASE.test(reason));
}

export function isErrorStatus(status: number): boolean {
  return status >= 400;
}

/** The success whose body Node drops (RFC 9110, section 15.3.5). */
const NO_CONTENT = 204;

/** Whether a status is one of a success with a body (RFC 9110, section 15.3). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300 && status !== NO_CONTENT;
}
