import type { ErrorReport } from "@uhp-errors/core";
import { Counter } from "prom-client";

const errors = new Counter({
  name: "uhp_server_errors_total",
  help: "Requests that failed, by the code of their error.",
  labelNames: [
    "error_type",
    "http_response_status_code",
    "http_route",
    "uhp_error_outcome",
    "uhp_error_origin",
    "uhp_protocol_version",
  ],
});

export function toPrometheus({ code, status, route = "_OTHER", outcome, origin, version }: ErrorReport) {
  errors.inc({
    error_type: code ?? "",
    http_response_status_code: status ?? "",
    http_route: route,
    uhp_error_outcome: outcome,
    uhp_error_origin: origin,
    uhp_protocol_version: version,
  });
}
