/** The service of the page about jobs. It keeps its reports. */
import { PGlite } from "@electric-sql/pglite";
import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_printer_stuck: { task: true, message: "The printer is stuck." },
    acme_order_unknown: { status: 404, message: "There is no such order." },
  },
});

export const reports: ErrorReport[] = [];

export const contract = createContract(acme, { onError: (report) => void reports.push(report) });

export const database = await PGlite.create();
