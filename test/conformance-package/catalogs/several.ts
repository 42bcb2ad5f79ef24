import { defineCatalog } from "@uhp-errors/core";

/** Two catalogs, neither of which is exported as `catalog`. */
export const acme = defineCatalog({ vendor: "acme" });
export const globex = defineCatalog({ vendor: "globex" });
