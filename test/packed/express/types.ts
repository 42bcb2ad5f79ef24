import { createContract, defineCatalog } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import express from "express";

const contract = createContract(defineCatalog({ vendor: "acme" }));
const app = express();
app.use(uhp.contract(contract));
app.use("/v1", uhp.contract(contract));
app.get(
  "/a/:id",
  uhp.async(async (request: express.Request, response: express.Response) => {
    response.json({ id: request.params["id"] });
  }),
);
app.use("/v1", uhp.errors(contract));
app.use(uhp.errors(contract));
uhp.attach(app.listen(0), contract);
