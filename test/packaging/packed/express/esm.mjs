import { createContract, defineCatalog } from "@uhp-errors/core";
import { asyncHandler, attach, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express from "express";
import { ask, listening } from "./ask.cjs";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

const app = express();
app.use(uhp(contract));
app.get(
  "/v1/harnesses/:id",
  asyncHandler(async () => {
    throw missing();
  }),
);
app.use(uhpErrorHandler(contract));
const server = await listening(app);
attach(server, contract);
await ask(server);
