import { createContract, defineCatalog } from "@uhp-errors/core";
import { asyncHandler, attach, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express from "express";

const contract = createContract(defineCatalog({ vendor: "acme" }));
const app = express();
app.use(uhp(contract));
app.use("/v1", uhp(contract));
app.get(
  "/a/:id",
  asyncHandler(async (request: express.Request, response: express.Response) => {
    response.json({ id: request.params["id"] });
  }),
);
app.use("/v1", uhpErrorHandler(contract));
app.use(uhpErrorHandler(contract));
attach(app.listen(0), contract);
