/** What the examples for Fastify take for granted. */
import type { Contract } from "@uhp-errors/core";
import type { FastifyInstance } from "fastify";

export { uhp, uhpServerOptions } from "@uhp-errors/fastify";
export { fastify as Fastify } from "fastify";
export declare const app: FastifyInstance;
export declare const contract: Contract;
export declare function routes(scope: FastifyInstance): Promise<void>;
