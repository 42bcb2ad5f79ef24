import { defineCatalog } from "@uhp-errors/core";

/** A catalog with messages that a contract refuses: they name a host and a path. */
export default defineCatalog({
  vendor: "acme",
  codes: {
    acme_cold: { status: 503, message: "At db-primary.internal it is cold." },
    acme_fine: { status: 503, message: "It is fine." },
    acme_lost: { status: 404, message: "Look in /srv/orders for it." },
  },
});
