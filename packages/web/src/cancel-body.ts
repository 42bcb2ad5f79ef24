import { heldParts } from "./held.ts";

/**
 * Cancels the body of a response that is not sent, so that whatever produces it stops. Leaves a body alone that other
 * code reads, and one that is there as a whole. Never throws.
 */
export function cancelBody(response: Response): void {
  try {
    const held = heldParts(response);
    const body = held === undefined ? response.body : held[1];
    if (body instanceof ReadableStream) body.cancel().catch(() => {});
  } catch {
    // Some responses only look like one.
  }
}
