/** What the example of idempotency keys takes for granted: the code that it mounts, and a service that uses it. */
import type { Express } from "express";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../transports/idempotency/begin.ts";

export { bearer, install } from "@uhp-errors/express";
export { default as express } from "express";
export { type Answer, begin } from "../../../transports/idempotency/begin.ts";
export { contract } from "../../../transports/idempotency/contract.ts";
export { keepBody, once, saving } from "../../../transports/idempotency/express.ts";
export declare const app: Express;
export declare const fastify: FastifyInstance;
export declare const db: Db;
export declare const accounts: { byToken(token: string): Promise<{ readonly id: string }> };
export declare function run(body: unknown): Promise<object>;
