/** Refused by defineCatalog, although each of its codes is right. */
export const definition = {
  vendor: "acme",
  codes: { acme_fine: { status: 503, message: "It is fine." } },
  captureStackTrace: "all",
};

/** Another one, in which a code is wrong. */
export const second = { vendor: "globex", codes: { globex_cold: { status: 200, message: "It is cold." } } };

/** A third one, whose codes are a list. */
export const third = { vendor: "initech", codes: [] };
