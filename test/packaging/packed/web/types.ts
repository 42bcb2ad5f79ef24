import { createContract, defineCatalog } from "@uhp-errors/core";
import { bearer, type FetchHandler, uhp } from "@uhp-errors/web";

const contract = createContract(defineCatalog({ vendor: "acme" }));
const principalOf = bearer(contract, (token) => ({ name: token }));
const handler: FetchHandler<[env: { readonly KEY: string }]> = async (request, env) =>
  Response.json([env.KEY, (await principalOf(request)).name]);

export const fetcher: FetchHandler<[env: { readonly KEY: string }]> = uhp(contract, handler);
