import { createContract, defineCatalog } from "@uhp-errors/core";
import { bearer, stream, uhp } from "@uhp-errors/web";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_order_not_found: { status: 404, message: "There is no such order." } },
});

const contract = createContract(acme, { onError: () => {} });

const principalOf = bearer(async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);
const note = z.object({ title: z.string() });

export const handler = uhp(contract, async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/v1/orders/")) {
    const order = orders.get(pathname.slice("/v1/orders/".length));
    if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
    return Response.json(order);
  }
  switch (pathname) {
    case "/v1/me":
      return Response.json({ name: (await principalOf(request)).name });
    case "/v1/notes":
      return Response.json(note.parse(await request.json()), { status: 201 });
    case "/v1/responses": {
      const responseObject = { id: "r1", object: "response", status: "in_progress" };
      return stream(contract, request, { responseObject }, async (events) => {
        await events.send({ type: "response.created", response: responseObject });
        throw acme.taskError("provider_error");
      });
    }
    default:
      return new Response(null, { status: 404 });
  }
});
