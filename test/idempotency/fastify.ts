import { bearer, uhp } from "@uhp-errors/fastify";
import Fastify from "fastify";
import { once } from "./once.ts";
import { accounts, contract, placeOrder } from "./shop.ts";

export const app = Fastify();
await app.register(uhp, { contract });

const auth = bearer(contract, (token) => accounts.byToken(token));

app.post("/orders", { onRequest: auth }, async (request, reply) => {
  const { body } = request;
  const key = request.headers["idempotency-key"]?.toString();
  const result = await once(auth.principal(request).id, key, ["POST /orders", body], (db) => placeOrder(db, body));
  return reply.code(201).type("application/json").send(result);
});
