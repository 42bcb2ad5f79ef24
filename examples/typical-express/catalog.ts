import { defineCatalog } from "@uhp-errors/core";

/** The catalog of the shop. It has only the codes that every catalog has. */
export const acme = defineCatalog({ vendor: "acme" });
