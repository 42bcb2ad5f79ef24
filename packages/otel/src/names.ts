/**
 * Names of attributes. The first three are OpenTelemetry's own, of its conventions for HTTP. What those have no name for begins with
 * the name of the protocol.
 */
export const NAMES = {
  code: "error.type",
  status: "http.response.status_code",
  route: "http.route",
  outcome: "uhp.error.outcome",
  origin: "uhp.error.origin",
  version: "uhp.protocol.version",
  /** The code once more, where others write `error.type` too. */
  spanCode: "uhp.error.code",
  correlationId: "uhp.correlation_id",
} as const;

/** The counter of errors. */
export const COUNTER = "uhp.server.errors";

/** The instrumentation scope: who counts. */
export const SCOPE = "@uhp-errors/otel";
