import type { Attributes } from "@opentelemetry/api";
import type { ErrorReport } from "@uhp-errors/core";
import { NAMES } from "./names.ts";

/** The label of an unknown route, as OpenTelemetry's conventions use `_OTHER` for unknown methods. */
const NO_ROUTE = "_OTHER";

/** The maximum number of routes with their own label. There can only be more if an adapter passes paths instead of patterns. */
const MAX_ROUTES = 1_000;

/** The maximum length of a pattern, in UTF-16 code units. */
const MAX_LENGTH = 200;

/**
 * Makes a function that returns the labels of a report. Each label has few values: codes and statuses of the catalog,
 * route patterns, names of calls and transports, and words of this library.
 */
export function labeller(): (report: ErrorReport) => Attributes {
  const routes = new Set<string>();
  const routeLabel = (route: string | undefined): string => {
    if (route === undefined || route.length > MAX_LENGTH) return NO_ROUTE;
    if (routes.size < MAX_ROUTES) routes.add(route);
    return routes.has(route) ? route : NO_ROUTE;
  };
  return ({ transport, code, status, route, outcome, origin, version }) => {
    const isHttp = transport === "http";
    const labels: Attributes = {
      [NAMES.outcome]: outcome,
      [NAMES.origin]: origin,
      [NAMES.version]: version,
      [isHttp ? NAMES.route : NAMES.call]: routeLabel(route),
    };
    if (!isHttp) labels[NAMES.transport] = transport;
    // A client that left got no code.
    if (code !== null) labels[NAMES.code] = code;
    if (isHttp && status !== null) labels[NAMES.status] = status;
    return labels;
  };
}
