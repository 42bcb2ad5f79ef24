import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "It is sold out." },
    acme_down: { status: 503, message: "It is down." },
  },
});

export const reports: ErrorReport[] = [];

export const contract = createContract(acme, { onError: (report) => void reports.push(report) });
