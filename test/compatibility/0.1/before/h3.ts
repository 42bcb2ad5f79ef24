import { createContract, defineCatalog, type ErrorReport, type Recognizer, recognizeClass } from "@uhp-errors/core";
import { bearer, install, stream } from "@uhp-errors/h3";
import { H3 } from "h3";
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

const app = new H3();
install(app, contract);

const auth = bearer(contract, async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);

app.get("/v1/orders/:id", (event) => {
  const order = orders.get(event.context.params?.["id"] ?? "");
  if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
  return order;
});
app.post("/v1/orders", () => {
  throw acme.error("acme_sold_out", { detail: { left: 2 } });
});
app.get("/v1/me", (event) => ({ name: auth.principal(event).name }), { middleware: [auth] });
app.get("/v1/report", () => {
  throw new Error("cannot open /srv/acme/notes.db");
});
app.get("/v1/class", () => {
  throw new AppError("No such order.", 404);
});
app.get("/v1/stripe", () => {
  throw new StripeError("card_declined");
});
app.get("/v1/written", () => Response.json({ error: "no" }, { status: 403 }));
app.post("/v1/responses", (event) => {
  const responseObject = { id: "r1", object: "response", status: "in_progress" };
  return stream(contract, event, { responseObject }, async (events) => {
    await events.send({ type: "response.created", response: responseObject });
    throw acme.taskError("provider_error");
  });
});

export const handler = async (request: Request): Promise<Response> => app.fetch(request);
