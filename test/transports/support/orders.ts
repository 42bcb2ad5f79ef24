/** The service of the pages about transports. It keeps its reports. */
import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { z } from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "It is sold out.", detail: z.object({ left: z.int() }) },
  },
});

export const reports: ErrorReport[] = [];

export const contract = createContract(acme, { onError: (report) => void reports.push(report) });

/** What a client must never see. */
const SECRET = "postgres://admin:hunter2@db.internal:5432/orders";

const Order = z.object({ item: z.string(), amount: z.int().positive() });

/** @throws ContractError acme_sold_out, acme_unavailable */
export async function placeOrder(order: unknown): Promise<{ readonly id: string | bigint }> {
  const { item } = Order.parse(order);
  if (item === "lamp") throw acme.error("acme_sold_out", { detail: { left: 0 }, context: { note: SECRET } });
  if (item === "chair") throw new TypeError(`no connection to ${SECRET}`);
  if (item === "desk") throw acme.error("acme_unavailable", { retryAfter: 2, context: { note: SECRET } });
  // JSON has no such number.
  if (item === "pen") return { id: 7n };
  return { id: "order-1" };
}

/** Admits the client with this ticket. @throws ContractError invalid_credential, acme_unavailable */
export async function admit(ticket: unknown): Promise<void> {
  // Long enough for a message to arrive.
  await new Promise((resolve) => setImmediate(resolve));
  if (ticket === "unlucky") throw new TypeError(`no connection to ${SECRET}`);
  if (ticket === "early") throw acme.error("acme_unavailable", { retryAfter: 2, context: { note: SECRET } });
  if (ticket !== "good") throw acme.error("invalid_credential");
}
