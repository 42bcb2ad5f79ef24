import { parseErrorObject } from "@uhp-errors/client";
import { acme } from "../support/orders.ts";

export function outcomeOf(answer: object): string {
  if ("result" in answer) return "Your order is on its way.";
  const error = parseErrorObject(answer, { catalog: acme });
  if (error === undefined) return "Something went wrong.";
  if (error.code === "acme_sold_out") return `Only ${error.detail.left} left.`;
  return error.retry === "never" ? error.message : "Please try again later.";
}
