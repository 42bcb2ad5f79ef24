import { createContract, defineCatalog } from "@uhp-errors/core";
import { bearer, install, stream } from "@uhp-errors/h3";
import { H3 } from "h3";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_order_not_found: { status: 404, message: "There is no such order." } },
});

const contract = createContract(acme, { onError: () => {} });

const app = new H3();
install(app, contract);

const auth = bearer(contract, async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);

app.get("/v1/orders/:id", (event) => {
  const order = orders.get(event.context.params?.["id"] ?? "");
  if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
  return order;
});
app.get("/v1/me", (event) => ({ name: auth.principal(event).name }), { middleware: [auth] });
app.post("/v1/responses", (event) => {
  const responseObject = { id: "r1", object: "response", status: "in_progress" };
  return stream(contract, event, { responseObject }, async (events) => {
    await events.send({ type: "response.created", response: responseObject });
    throw acme.taskError("provider_error");
  });
});

export const handler = async (request: Request): Promise<Response> => app.fetch(request);
