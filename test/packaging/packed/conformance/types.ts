import { type Audit, type AuditOutcome, audits, type Routes, routesFromOpenApi } from "@uhp-errors/conformance";

const routes: Routes = { ...routesFromOpenApi({ openapi: "3.1.0" }), raise: "GET /raise/{code}" };
const list: readonly Audit[] = audits({ url: "http://127.0.0.1", routes, requirements: "2026-09-12" });

/** The reason of a failure. */
export async function reasons(): Promise<string[]> {
  const outcomes: AuditOutcome[] = [];
  for (const audit of list) outcomes.push(await audit.run());
  return outcomes.flatMap((outcome) => (outcome.status === "fail" ? [outcome.reason, outcome.curl] : []));
}
