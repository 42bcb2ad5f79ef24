import { defineCatalog } from "@uhp-errors/core";

/** Two catalogs; the name selects one. */
export const catalog = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "It is cold." } },
});
export const globex = defineCatalog({ vendor: "globex" });
