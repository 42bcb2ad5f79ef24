/** What the examples for operations take for granted. */
import { defineCatalog, type Operation } from "@uhp-errors/core";
import type { Express } from "express";
import * as z from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: {
      status: 409,
      message: "The order is closed.",
      detail: z.object({ closed_at: z.iso.datetime() }),
    },
  },
});
export const payOrder = {
  operationId: "payOrder",
  method: "POST",
  path: "/orders/{id}/payment",
  codes: ["acme_order_not_found", "acme_order_closed"],
} as const satisfies Operation<typeof acme>;
export declare const app: Express;
export declare const orders: Map<string, { closedAt?: string }>;
export declare const url: string;
export declare function show(sentence: string): void;
