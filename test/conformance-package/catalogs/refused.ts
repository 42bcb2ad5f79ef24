import { defineCatalog } from "@uhp-errors/core";

/** A catalog that is refused at start-up: a status of a success. The compiler refuses it too. */
export default defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 200, message: "It is cold." } },
} as never);
