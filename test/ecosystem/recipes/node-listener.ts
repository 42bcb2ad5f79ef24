import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createContract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";
import { acme, reports } from "./contract.ts";

const contract = createContract(acme, { onError: (report) => void reports.push(report) });
const handler = uhp(contract, () => new Response("fine"));

const errorHandler = (cause: unknown) =>
  uhp(contract, () => Promise.reject(acme.error("invalid_input", { cause })))(new Request("http://localhost/"));

export const server = createServer(getRequestListener(handler, { errorHandler }));
