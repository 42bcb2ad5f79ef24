import { defineCatalog } from "@uhp-errors/core";

/** A catalog that is refused at start-up, and by the compiler: it has the status of a success. */
export default defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 200, message: "It is cold." } },
} as never);
