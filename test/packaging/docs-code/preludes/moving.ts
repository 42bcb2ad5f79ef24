/** What the examples for a service that already runs take for granted. */
import { type Contract, defineCatalog } from "@uhp-errors/core";
import type { Express } from "express";

export { createContract, printReports, recognizeClass } from "@uhp-errors/core";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "It is refused." },
    acme_order_closed: { status: 409, message: "It is refused." },
  },
});
export declare const app: Express;
export declare const contract: Contract;
export declare class AppError extends Error {
  readonly statusCode: number;
  readonly code?: string;
}
export declare const order: { readonly seats: number } | undefined;
