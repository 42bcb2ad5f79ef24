import { uhp } from "@uhp-errors/web";
import { Elysia } from "elysia";
import { contract, findNote } from "./contract.ts";

export const app = new Elysia().onError(async ({ code, error, request }) => {
  // A response made with `status(409, …)` is replaced on its way out.
  if (typeof code === "number") return undefined;
  try {
    return await uhp(contract, () => Promise.reject(error))(request);
  } catch {
    // The contract does not apply to this request. Elysia answers it.
    return undefined;
  }
});

app.get("/api/notes/:id", ({ params }) => findNote(params.id));

export const answer = uhp(contract, (request) => app.handle(request));
