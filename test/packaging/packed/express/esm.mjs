import { createContract, defineCatalog } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import express from "express";
import { ask, listening } from "./ask.cjs";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

const app = express();
app.use(uhp.contract(contract));
app.get(
  "/v1/harnesses/:id",
  uhp.async(async () => {
    throw missing();
  }),
);
app.use(uhp.errors(contract));
const server = await listening(app);
uhp.attach(server, contract);
await ask(server);
