/** The edge: what customers reach. Asks the orders service, and serves the page. */
import type { AddressInfo } from "node:net";
import { acme, checkout } from "@acme/errors";
import { createClient } from "@uhp-errors/client";
import { createContract, createOperationCheck } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express from "express";
import { z } from "zod";
import { logErrors } from "./log.ts";
import { announce, settings } from "./settings.ts";

const { port, upstream } = settings();
const contract = createContract(acme, { onError: logErrors("shop", createOperationCheck(acme, [checkout])) });
// Customers need not know about the warehouse.
const relay = acme.relayer({ pass: ["acme_out_of_stock"], as: { acme_warehouse_closed: "acme_checkout_paused" } });
const orders = createClient({ baseUrl: upstream, catalog: acme, maxAttempts: 1 });

const order = z.object({ sku: z.string(), quantity: z.int().min(1) });

const app = express();
install(app, contract);
app.use(express.json());

app.post("/v1/checkout", async (request, response) => {
  const body = JSON.stringify(order.parse(request.body));
  try {
    const init = { method: "POST", body, incomingHeaders: request.headers };
    response.status(201).json(await orders.json("/v1/orders", init));
  } catch (error) {
    throw relay(error);
  }
});

app.use(express.static("web"));
// The page loads the installed client directly, without a bundler.
for (const name of ["core", "client"]) {
  app.use(`/modules/${name}`, express.static(`node_modules/@uhp-errors/${name}/dist`, { extensions: ["js"] }));
}

const server = app.listen(port, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
