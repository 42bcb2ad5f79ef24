/** What the examples for a service that already runs take for granted. */
import { type Contract, defineCatalog } from "@uhp-errors/core";
import type { Express } from "express";

export { createContract, printReports, recognizeClass } from "@uhp-errors/core";

export const acme = defineCatalog({ vendor: "acme" });
export declare const app: Express;
export declare const contract: Contract;
export declare class AppError extends Error {
  readonly statusCode: number;
  readonly code?: string;
}
export declare class SeatError extends AppError {
  readonly details?: Record<string, unknown>;
}
