export type { Audit, AuditLevel, AuditNeed } from "./audit.ts";
export { audits } from "./audits.ts";
export { routesFromOpenApi } from "./openapi.ts";
export type { AuditOptions, AuditResponse } from "./options.ts";
export type { AuditOutcome } from "./outcome.ts";
export { parseRoutes, type Routes } from "./routes.ts";
