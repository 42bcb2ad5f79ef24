import { createServer } from "node:http";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { attach, intercept, sendError } from "@uhp-errors/node";
import { ask, listening } from "./ask.cjs";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

const server = createServer((request, response) => {
  intercept(contract, request, response);
  sendError(contract, missing(), request, response);
});
attach(server, contract);
await ask(await listening(server));
