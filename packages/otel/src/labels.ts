import type { Attributes } from "@opentelemetry/api";
import type { ErrorReport } from "@uhp-errors/core";
import { NAMES } from "./names.ts";

/** The label of an unknown route, as `_OTHER` is that of unknown methods in OpenTelemetry's conventions. */
const NO_ROUTE = "_OTHER";

/** Different routes that are told apart. A service with more has an adapter that takes paths for patterns. */
const MAX_ROUTES = 1_000;

/** UTF-16 code units of a pattern. */
const MAX_LENGTH = 200;

/**
 * Makes the function that gives a report its labels. Each has few values: codes and statuses of the catalog, patterns of routes,
 * and the words of this library.
 */
export function labeller(): (report: ErrorReport) => Attributes {
  const routes = new Set<string>();
  const routeLabel = (route: string | undefined): string => {
    if (route === undefined || route.length > MAX_LENGTH) return NO_ROUTE;
    if (routes.size < MAX_ROUTES) routes.add(route);
    return routes.has(route) ? route : NO_ROUTE;
  };
  return ({ code, status, route, outcome, origin, version }) => {
    const labels: Attributes = {
      [NAMES.outcome]: outcome,
      [NAMES.origin]: origin,
      [NAMES.version]: version,
      [NAMES.route]: routeLabel(route),
    };
    // A client that left got no code.
    if (code !== null) labels[NAMES.code] = code;
    if (status !== null) labels[NAMES.status] = status;
    return labels;
  };
}
