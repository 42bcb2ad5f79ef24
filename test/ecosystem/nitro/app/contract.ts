import { createContract, defineCatalog } from "@uhp-errors/core";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_note_not_found: { status: 404, message: "There is no such note." } },
});
export const contract = createContract(acme, { onError: () => {} });
