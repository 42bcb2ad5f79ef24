import { parseErrorObject } from "@uhp-errors/client";
import { acme } from "../support/orders.ts";

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly data?: unknown };
}

export async function call(url: string, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer = (await response.json()) as Answer;
  const error = parseErrorObject(answer.error?.data ?? answer, { catalog: acme });
  if (error !== undefined) throw error;
  return answer.result;
}
