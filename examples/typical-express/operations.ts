import type { Operation } from "@uhp-errors/core";
import type { acme } from "./catalog.ts";

/** The operations of the shop that have errors of their own. */
export const getProduct = {
  method: "GET",
  path: "/products/:id",
  codes: ["acme_not_found"],
} as const satisfies Operation<typeof acme>;

export const addPhoto = {
  method: "POST",
  path: "/products/:id/photo",
  codes: ["file_too_large"],
} as const satisfies Operation<typeof acme>;

export const addToCart = {
  method: "POST",
  path: "/cart",
  codes: ["acme_not_found", "acme_conflict"],
} as const satisfies Operation<typeof acme>;
