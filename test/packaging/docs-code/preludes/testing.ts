/** What the examples of tests take for granted: a service and its catalog. */
import { defineCatalog } from "@uhp-errors/core";
import type {} from "@uhp-errors/testing/vitest";
import type { FastifyInstance } from "fastify";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_gpu_cold: { status: 503, message: "The accelerator is warming up." } },
});
export declare const fastifyApp: FastifyInstance;
export declare const url: string;
