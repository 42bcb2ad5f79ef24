/** What the examples of idempotency keys take for granted. */
import { type Contract, defineCatalog } from "@uhp-errors/core";
import type { Express } from "express";
import type { Pool, PoolClient } from "pg";

export { bearer } from "@uhp-errors/express";
export { default as express } from "express";
export const acme = defineCatalog({ vendor: "acme" });
export declare const app: Express;
export declare const contract: Contract;
export declare const pool: Pool;
export declare const accounts: { byToken(token: string): Promise<{ readonly id: string } | null> };
export declare function placeOrder(db: PoolClient, order: unknown): Promise<object>;
export declare function once(
  caller: string,
  key: string | undefined,
  request: unknown,
  work: (db: PoolClient) => Promise<unknown>,
): Promise<string>;
