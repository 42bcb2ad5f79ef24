import { createContract, defineCatalog, type ErrorReport, type Recognizer, recognizeClass } from "@uhp-errors/core";
import { bearer, requestContext, stream, type UhpOptions, uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify from "fastify";
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
  appliesTo: ({ path }) => path !== "/health",
  recognize: [recognizeClass(AppError), stripe],
  onError: (report) => void reports.push(report),
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
app.post("/v1/orders", async () => {
  throw acme.error("acme_sold_out", { detail: { left: 2 } });
});
app.get("/v1/me", { onRequest: auth }, (request) => ({ name: auth.principal(request).name }));
app.get("/v1/report", () => {
  throw new Error("cannot open /srv/acme/notes.db");
});
app.get("/v1/class", () => {
  throw new AppError("No such order.", 404);
});
app.get("/v1/stripe", () => {
  throw new StripeError("card_declined");
});
app.get("/v1/written", (_request, reply) => reply.code(403).send({ error: "no" }));
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
