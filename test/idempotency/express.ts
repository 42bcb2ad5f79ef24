import { bearer, install } from "@uhp-errors/express";
import express from "express";
import { once } from "./once.ts";
import { accounts, contract, placeOrder } from "./shop.ts";

export const app = express();
install(app, contract);

const auth = bearer(contract, (token) => accounts.byToken(token));

app.post("/orders", auth, express.json(), async (request, response) => {
  const { body } = request;
  const key = request.get("idempotency-key");
  const result = await once(auth.principal(request).id, key, ["POST /orders", body], (db) => placeOrder(db, body));
  response.status(201).type("json").send(result);
});
