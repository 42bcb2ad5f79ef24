/** What the examples import from `@acme/errors`, the package in which a company keeps its catalog. */
import { defineCatalog } from "@uhp-errors/core";
import * as z from "zod";

const catalog = defineCatalog({
  vendor: "acme",
  codes: {
    acme_out_of_stock: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ sku: z.string(), available: z.int() }),
    },
  },
});
type Inferred = typeof catalog;

export interface Acme extends Inferred {}
export const acme: Acme = catalog;
