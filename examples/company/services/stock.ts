/** Reserves articles. Asks the warehouse. */
import type { AddressInfo } from "node:net";
import { acme, reserve } from "@acme/errors";
import { createClient } from "@uhp-errors/client";
import { createContract, createOperationCheck } from "@uhp-errors/core";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify from "fastify";
import { logErrors } from "./log.ts";
import { announce, settings } from "./settings.ts";

const { port, upstream } = settings();
const contract = createContract(acme, { onError: logErrors("stock", createOperationCheck(acme, [reserve])) });
const relay = acme.relayer({ pass: ["acme_out_of_stock", "acme_warehouse_closed"] });
const warehouse = createClient({ baseUrl: upstream, catalog: acme });

const app = Fastify(uhpServerOptions(contract));
await app.register(uhp, { contract });

app.post<{ Body: { sku: string; quantity: number } }>(
  "/v1/reservations",
  {
    schema: {
      body: {
        type: "object",
        required: ["sku", "quantity"],
        properties: { sku: { type: "string" }, quantity: { type: "integer", minimum: 1 } },
      },
    },
  },
  async (request) => {
    const init = { method: "POST", body: JSON.stringify(request.body), incomingHeaders: request.headers };
    try {
      return await warehouse.json<{ reservation: string }>("/v1/reservations", init);
    } catch (error) {
      throw relay(error);
    }
  },
);

await app.listen({ port, host: "127.0.0.1" });
announce((app.server.address() as AddressInfo).port);
