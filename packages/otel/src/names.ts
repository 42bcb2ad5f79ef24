/**
 * Names of attributes. The first three are from OpenTelemetry's conventions for HTTP. Where those have no name, it
 * begins with the name of the protocol.
 */
export const NAMES = {
  code: "error.type",
  status: "http.response.status_code",
  route: "http.route",
  outcome: "uhp.error.outcome",
  origin: "uhp.error.origin",
  version: "uhp.protocol.version",
  /** The code, in case something else writes `error.type` too. */
  spanCode: "uhp.error.code",
  correlationId: "uhp.correlation_id",
  /** The transport and the name of a call that was not an HTTP request. */
  transport: "uhp.call.transport",
  call: "uhp.call.name",
} as const;

/** The counter of errors. */
export const COUNTER = "uhp.server.errors";

/** The instrumentation scope. */
export const SCOPE = "@uhp-errors/otel";
