import { uhp } from "@uhp-errors/web";
import { contract, findNote } from "./contract.ts";

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

export const GET = uhp(contract, async (_request, { params }: Context) => Response.json(findNote((await params).id)));

export const POST = uhp(contract, async (request) => Response.json(await request.json(), { status: 201 }));
