/** Takes orders. Asks the stock service. */
import type { AddressInfo } from "node:net";
import { acme, placeOrder } from "@acme/errors";
import { bodyParser } from "@koa/bodyparser";
import { createClient } from "@uhp-errors/client";
import { createContract, createOperationCheck } from "@uhp-errors/core";
import { install } from "@uhp-errors/koa";
import Koa from "koa";
import { z } from "zod";
import { logErrors } from "./log.ts";
import { announce, settings } from "./settings.ts";

const { port, upstream } = settings();
const contract = createContract(acme, { onError: logErrors("orders", createOperationCheck(acme, [placeOrder])) });
const relay = acme.relayer({ pass: ["acme_out_of_stock", "acme_warehouse_closed"] });
const stock = createClient({ baseUrl: upstream, catalog: acme });
const order = z.object({ sku: z.string(), quantity: z.int().min(1) });

const app = new Koa();
install(app, contract);
app.use(bodyParser());
app.use(async (context, next) => {
  if (context.path !== "/v1/orders" || context.method !== "POST") return next();
  const body = JSON.stringify(order.parse(context.request.body));
  try {
    const init = { method: "POST", body, incomingHeaders: context.headers };
    const { reservation } = await stock.json<{ reservation: string }>("/v1/reservations", init);
    context.status = 201;
    context.body = { order: `o-${reservation}` };
  } catch (error) {
    throw relay(error);
  }
});

const server = app.listen(port, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
