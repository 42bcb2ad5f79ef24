import { defineCatalog } from "@uhp-errors/core";

/** The codes of the shop: those that every catalog has. */
export const acme = defineCatalog({ vendor: "acme" });
