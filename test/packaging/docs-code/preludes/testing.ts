/** What the examples of tests take for granted: a service, its catalog, and a page that shows errors. */
import { defineCatalog } from "@uhp-errors/core";
import type { Express } from "express";
import type { FastifyInstance } from "fastify";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_gpu_cold: { status: 503, message: "The accelerator is warming up." } },
});
export declare const app: Express;
export declare const fastifyApp: FastifyInstance;
export declare const url: string;
export declare function explain(error: unknown): string;
