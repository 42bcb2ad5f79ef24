/** The same for Fastify. */
import type { FastifyInstance } from "fastify";

export { bearer } from "@uhp-errors/fastify";
export { accounts, contract, once, placeOrder } from "./idempotency.ts";
export declare const app: FastifyInstance;
