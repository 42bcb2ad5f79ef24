import { isHttpError, isRedirect } from "@sveltejs/kit";
import { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";
import { type FetchHandler, uhp } from "@uhp-errors/web";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_note_not_found: { status: 404, message: "There is no such note." } },
});

export const contract = createContract(acme, {
  appliesTo: ({ path }) => path.startsWith("/api/"),
  recognize: [recognizeClass({ is: (thrown) => isHttpError(thrown) })],
});

export const covered = (request: Request, handler: FetchHandler<[]>) =>
  uhp(contract, handler, { rethrow: isRedirect })(request);
