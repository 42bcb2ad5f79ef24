import { uhp } from "@uhp-errors/web";
import { contract, findNote } from "./contract.ts";

// server.ts
export const covered = (handler: (request: Request) => Promise<Response>) =>
  uhp(contract, (request) => handler(request));

// app/routes/api.notes.$id.ts
interface LoaderArgs {
  readonly request: Request;
  readonly params: { readonly id?: string };
}

export const loader = ({ request, params }: LoaderArgs) =>
  uhp(contract, () => Response.json(findNote(params.id)))(request);
