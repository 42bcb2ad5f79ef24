import { defineCatalog } from "@uhp-errors/core";

/** Two catalogs, neither of which is named. */
export const acme = defineCatalog({ vendor: "acme" });
export const globex = defineCatalog({ vendor: "globex" });
