import { createServer } from "node:http";
import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { attach, fail, guard } from "@uhp-errors/node";
import { z } from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int() }) } },
});
const contract = createContract(acme, { onError: (report: ErrorReport) => console.error(report.code) });

acme.error("acme_cold", { detail: { eta: 3 } });
// @ts-expect-error detail is demanded
acme.error("acme_cold");
// @ts-expect-error no such code
acme.error("acme_hot");

const server = createServer((request, response) => {
  if (guard(contract, request, response)) fail(contract, acme.error("harness_not_found"), request, response);
});
attach(server, contract);
