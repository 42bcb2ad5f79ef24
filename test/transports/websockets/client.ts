import { parseErrorObject } from "@uhp-errors/client";
import { acme } from "../support/orders.ts";

/** Reads a parsed message of ws, or what socket.io acknowledged. @throws ApiError */
export function resultOf(answer: { readonly result?: unknown }): unknown {
  const error = parseErrorObject(answer, { catalog: acme });
  if (error !== undefined) throw error;
  return answer.result;
}

/** Reads what socket.io's event `connect_error` gives. */
export function refusalIn(failure: Error) {
  return "data" in failure ? parseErrorObject(failure.data, { catalog: acme }) : undefined;
}
