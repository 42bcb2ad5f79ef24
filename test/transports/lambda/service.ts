import { z } from "zod";
import { acme } from "./contract.ts";

export const SECRET = "postgres://admin:hunter2@db.internal/x";

const Order = z.object({ item: z.string() });

/** @throws ContractError acme_sold_out, acme_down */
export async function placeOrder(input: unknown): Promise<{ readonly placed: string | bigint }> {
  const { item } = Order.parse(input);
  if (item === "sold-out") throw acme.error("acme_sold_out", { param: "item", context: { note: SECRET } });
  if (item === "down") throw acme.error("acme_down", { retryAfter: 2, context: { note: SECRET } });
  if (item === "broken") throw new Error(SECRET);
  // JSON has no such number.
  if (item === "uncountable") return { placed: 7n };
  return { placed: item };
}

export const deadLetters: object[] = [];

export async function deadLetter(letter: object): Promise<void> {
  deadLetters.push(letter);
}
