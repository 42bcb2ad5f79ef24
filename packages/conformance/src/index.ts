export type { Audit, AuditLevel, AuditNeed, Clause } from "./audit.ts";
export { audits } from "./audits.ts";
export { routesFromOpenApi } from "./openapi.ts";
export type { AuditOptions, AuditResponse, RawExchange } from "./options.ts";
export type { AuditOutcome } from "./outcome.ts";
export { parseRoutes, type RouteLine, type RouteName, type Routes } from "./routes.ts";
