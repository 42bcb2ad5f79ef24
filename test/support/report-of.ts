import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";

/** A catalog without codes of its own. */
export const acme = defineCatalog({ vendor: "acme" });

/** Makes the report of a thrown value as a contract does, for `GET /v1/orders/17?token=x`, with changes. */
export function reportOf(thrown: unknown, change: Partial<ErrorReport> = {}): ErrorReport {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { correlationId: () => "id-1", onError: (report) => reports.push(report) });
  contract.respond(thrown, { method: "GET", path: "/v1/orders/17?token=x", header: () => undefined });
  const [report] = reports;
  if (report === undefined || reports.length > 1) throw new Error(`there are ${reports.length} reports`);
  return { ...report, ...change };
}
