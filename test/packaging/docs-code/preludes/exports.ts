/** What the examples of exports take for granted. */

import type { OpenAPIHono } from "@hono/zod-openapi";
import type { INestApplication } from "@nestjs/common";
import type { OpenAPIObject } from "@nestjs/swagger";
import { defineCatalog, type Operation } from "@uhp-errors/core";
import type { FastifyInstance } from "fastify";
import type { Options } from "swagger-jsdoc";
import * as z from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: { status: 409, message: "The order is closed.", detail: z.object({ closed_at: z.string() }) },
  },
});
export const payOrder = {
  method: "POST",
  path: "/orders/{id}/payment",
  codes: ["acme_order_not_found", "acme_order_closed"],
} as const satisfies Operation<typeof acme>;
export const operations = { "GET /v1/harnesses/{id}": ["harness_not_found"] } as const;
/** The catalog of the last release. */
export const released = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: { status: 410, message: "The order is closed.", detail: z.object({ closed_at: z.string() }) },
  },
});
export declare const document: { readonly openapi: string };
export declare const nest: INestApplication;
export declare const config: Omit<OpenAPIObject, "paths">;
export declare const annotations: Options;
export declare const fastify: FastifyInstance;
export declare const hono: OpenAPIHono;
export declare function show(text: string): void;

/** Bodies as generators type them. */
type Closed = { error: { code: "acme_order_closed"; message: string; detail: { closed_at: string } } };
type Locked = { error: { code: "acme_order_locked"; message: string; detail: { owner: string } } };
type Any = { error: { code: string; message: string; detail: { [name: string]: unknown } | null } };
export declare const closed: Closed | Locked;
export declare const open: Closed | Locked | Any;
