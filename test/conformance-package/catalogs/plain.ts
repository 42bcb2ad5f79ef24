/** The argument of defineCatalog, with several rules broken. */
export const definition = {
  vendor: "acme",
  codes: {
    acme_cold: { status: 200, message: "It is cold." },
    globex_cold: { status: 503, message: "It is cold." },
    acme_internal_error: { status: 502, message: "It failed." },
    acme_leak: { status: 503, message: "No answer from db-1.prod.internal." },
    acme_fine: { status: 503, message: "It is fine." },
  },
};
