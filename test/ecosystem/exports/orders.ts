import { defineCatalog, type Operation } from "@uhp-errors/core";
import { describeErrors } from "@uhp-errors/exports";
import * as z from "zod";

/** The catalog of a shop. Programs generate clients from the shop's document. */
export const shop = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: {
      status: 409,
      message: "The order is closed.",
      detail: z.object({ closed_at: z.string(), by: z.enum(["buyer", "seller"]).optional() }),
    },
    acme_order_locked: {
      status: 409,
      message: "The order is locked.",
      detail: z.object({ locks: z.array(z.object({ owner: z.string() })) }),
    },
  },
});

export const payOrder = {
  method: "POST",
  path: "/orders/:order/payment",
  operationId: "payOrder",
  codes: ["acme_order_not_found", "acme_order_closed", "acme_order_locked", "session_busy"],
} as const satisfies Operation<typeof shop>;

export const getOrder = {
  method: "GET",
  path: "/orders/:order",
  codes: ["acme_order_not_found"],
} as const satisfies Operation<typeof shop>;

const ID = { name: "id", in: "path", required: true, schema: { type: "string" } };
const ORDER = {
  description: "The order.",
  content: {
    "application/json": { schema: { type: "object", required: ["id"], properties: { id: { type: "string" } } } },
  },
};

/** The document of the shop with its errors. */
export function ordersDocument(openapi: "3.0.3" | "3.1.0", closed: boolean): object {
  const document = {
    openapi,
    info: { title: "Shop", version: "1.0.0" },
    paths: {
      "/orders/{id}": { get: { operationId: "getOrder", parameters: [ID], responses: { 200: ORDER } } },
      "/orders/{id}/payment": { post: { operationId: "payOrder", parameters: [ID], responses: { 200: ORDER } } },
    },
  };
  return describeErrors(document, shop, { operations: [payOrder, getOrder], closed });
}
