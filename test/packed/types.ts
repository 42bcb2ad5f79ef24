import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import express from "express";
import express4 from "express4";
import { z } from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int() }) } },
});
const contract = createContract(acme, { onError: (report: ErrorReport) => console.error(report.code) });

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

const old = express4();
old.use(uhp.contract(contract));
old.use("/v1", uhp.contract(contract));
old.get(
  "/a/:id",
  uhp.async(async (request: express4.Request, response: express4.Response) => {
    response.json({ id: request.params["id"] });
  }),
);
old.use(uhp.errors(contract));

acme.error("acme_cold", { detail: { eta: 3 } });
// @ts-expect-error detail is demanded
acme.error("acme_cold");
// @ts-expect-error no such code
acme.error("acme_hot");
