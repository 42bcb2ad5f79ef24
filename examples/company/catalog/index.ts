import { defineCatalog, type Operation } from "@uhp-errors/core";
import { z } from "zod";

/** The errors that all services of Acme share. Each service, and the page, depends on this package. */
export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_out_of_stock: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ sku: z.string(), available: z.int() }),
      when: "A customer orders more of an article than the warehouse has.",
    },
    acme_shelf_locked: {
      status: 409,
      message: "The shelf is being counted.",
      when: "The warehouse counts a shelf. A customer cannot do anything about it.",
    },
    acme_warehouse_closed: {
      status: 503,
      message: "The warehouse is closed.",
      retry: "retry_after",
      when: "An order comes outside the working hours of the warehouse.",
    },
    acme_checkout_paused: {
      status: 503,
      message: "Orders are not taken right now.",
      retry: "retry_after",
      when: "Orders cannot be handled for a while. This is what customers are told.",
    },
  },
});

/** The operation that customers call, and its errors. The page and the shop both use it. */
export const checkout = {
  method: "POST",
  path: "/v1/checkout",
  codes: ["acme_out_of_stock", "acme_checkout_paused"],
} as const satisfies Operation<typeof acme>;

export const placeOrder = {
  method: "POST",
  path: "/v1/orders",
  codes: ["acme_out_of_stock", "acme_warehouse_closed"],
} as const satisfies Operation<typeof acme>;

export const reserve = {
  method: "POST",
  path: "/v1/reservations",
  codes: ["acme_out_of_stock", "acme_warehouse_closed"],
} as const satisfies Operation<typeof acme>;
