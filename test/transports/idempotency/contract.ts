import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";

export const acme = defineCatalog({ vendor: "acme" });
export const reports: ErrorReport[] = [];
export const contract = createContract(acme, { onError: (report) => void reports.push(report) });
