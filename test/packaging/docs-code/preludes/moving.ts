/** What the examples for a service that already runs take for granted. */
import { type Contract, defineCatalog } from "@uhp-errors/core";
import type { Express } from "express";

export { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
export { createContract, recognizeClass } from "@uhp-errors/core";
export { sendError } from "@uhp-errors/express";

export const acme = defineCatalog({ vendor: "acme" });
export declare const app: Express;
export declare const contract: Contract;
export declare class AppError extends Error {
  readonly statusCode: number;
  readonly code?: string;
}
