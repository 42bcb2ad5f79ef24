import { createContract, defineCatalog } from "@uhp-errors/core";
import { bearer, requestContext, stream, type UhpOptions, uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify from "fastify";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_order_not_found: { status: 404, message: "There is no such order." } },
});

const contract = createContract(acme, {
  appliesTo: ({ path }) => path !== "/health",
  onError: () => {},
});

const app = Fastify({ requestIdHeader: "x-request-id", bodyLimit: 1_000, ...uhpServerOptions(contract) });
const options: UhpOptions = {
  contract,
  handleNotFound: true,
  outside: {
    errorHandler: (_error, _request, reply) => void reply.code(500).send("outside"),
    notFoundHandler: (_request, reply) => void reply.code(404).send("outside"),
  },
};
await app.register(uhp, options);

const auth = bearer(contract, async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);

app.get<{ Params: { id: string } }>("/v1/orders/:id", (request) => {
  const order = orders.get(request.params.id);
  if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
  return order;
});
app.get("/v1/me", { onRequest: auth }, (request) => ({ name: auth.principal(request).name }));
app.post("/v1/files", async () => ({ ok: true }));
app.post("/v1/responses", async (request, reply) => {
  const responseObject = { id: "r1", object: "response", status: "in_progress" };
  const events = stream(contract, request, reply, { responseObject });
  await events.send({ type: "response.created", response: responseObject });
  events.fail(acme.taskError("provider_error"));
});
app.post("/v1/tasks", async (request, reply) => {
  const task = { id: "r1", object: "response", status: "in_progress" };
  return contract.task.failed(task, new Error("ended"), requestContext(request, reply));
});
app.get("/health", () => {
  throw new Error("not covered");
});

await app.listen({ port: 0, host: "127.0.0.1" });
export const server = app.server;
