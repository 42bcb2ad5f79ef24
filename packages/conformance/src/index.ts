export type { Audit, Clause, Level, Need } from "./audit.ts";
export { audits } from "./audits.ts";
export { routesFromOpenApi } from "./openapi.ts";
export type { AuditOptions, RawExchange, Seen } from "./options.ts";
export type { Outcome } from "./outcome.ts";
export { parseRoutes, type RouteLine, type RouteName, type Routes } from "./routes.ts";
