/** What the examples for fetch handlers take for granted. */
import { defineCatalog } from "@uhp-errors/core";

export const acme = defineCatalog({ vendor: "acme" });
