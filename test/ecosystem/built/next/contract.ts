import { createContract, defineCatalog } from "@uhp-errors/core";
import { type FetchHandler, uhp } from "@uhp-errors/web";
import { unstable_rethrow } from "next/navigation";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_note_not_found: { status: 404, message: "There is no such note." } },
});

export const contract = createContract(acme, { appliesTo: ({ path }) => path.startsWith("/api/") });

export const covered = <Rest extends readonly unknown[]>(handler: FetchHandler<Rest>) =>
  uhp(contract, handler, { rethrow: unstable_rethrow });
