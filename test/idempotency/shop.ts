import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import type { PoolClient } from "pg";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "It is sold out." } },
});
export const reports: ErrorReport[] = [];
export const contract = createContract(acme, { onError: (report) => void reports.push(report) });

/** A token is the name of its account. */
export const accounts = { byToken: async (token: string) => ({ id: token }) };

export const ORDERS =
  "CREATE TABLE orders (id serial PRIMARY KEY, item text NOT NULL, UNIQUE (item) DEFERRABLE INITIALLY DEFERRED)";

/** What happens in the middle of the next orders, after their row was inserted. */
export const mishaps: ((db: PoolClient) => unknown)[] = [];

export async function placeOrder(db: PoolClient, order: unknown): Promise<unknown> {
  const { item } = order as { readonly item: string };
  const { rows } = await db.query("INSERT INTO orders (item) VALUES ($1) RETURNING *", [item]);
  return (await mishaps.shift()?.(db)) ?? rows[0];
}
