/** What defineCatalog would refuse, though each code of it is right. */
export const definition = {
  vendor: "acme",
  codes: { acme_fine: { status: 503, message: "It is fine." } },
  captureStackTrace: "all",
};

/** Another one, of which a code is wrong. */
export const second = { vendor: "globex", codes: { globex_cold: { status: 200, message: "It is cold." } } };

/** A third, whose codes are a list. */
export const third = { vendor: "initech", codes: [] };
