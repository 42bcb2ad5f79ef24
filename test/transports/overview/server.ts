import type { Call } from "@uhp-errors/core";
import { contract, placeOrder } from "../support/orders.ts";

export async function answer(message: { readonly id: string; readonly order: unknown }) {
  const call: Call = { transport: "tcp", name: "order", correlationId: message.id };
  try {
    return { id: message.id, result: await placeOrder(message.order) };
  } catch (thrown) {
    const { error, retry } = contract.handleError(thrown, call);
    return { id: message.id, error, retry };
  }
}
