import { createContract, defineCatalog, type ErrorReport, type Recognizer, recognizeClass } from "@uhp-errors/core";
import { bearer, stream, uhp } from "@uhp-errors/web";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_sold_out: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ left: z.int().nonnegative() }),
    },
  },
});

class AppError extends Error {
  constructor(
    message: string,
    readonly statusCode: number,
  ) {
    super(message);
  }
}

class StripeError extends Error {}

const stripe: Recognizer = {
  name: "stripe",
  recognize: (thrown) => (thrown instanceof StripeError ? { code: "upstream_error" } : undefined),
};

export const reports: ErrorReport[] = [];

const contract = createContract(acme, {
  recognize: [recognizeClass(AppError), stripe],
  onError: (report) => void reports.push(report),
});

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
    case "/v1/orders":
      throw acme.error("acme_sold_out", { detail: { left: 2 } });
    case "/v1/me":
      return Response.json({ name: (await principalOf(request)).name });
    case "/v1/report":
      throw new Error("cannot open /srv/acme/notes.db");
    case "/v1/class":
      throw new AppError("No such order.", 404);
    case "/v1/stripe":
      throw new StripeError("card_declined");
    case "/v1/written":
      return Response.json({ error: "no" }, { status: 403 });
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
