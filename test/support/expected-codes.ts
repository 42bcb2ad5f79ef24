/** One code as the contract's document has it, written down here a second time so that the library's row can be wrong. */
export interface ExpectedCode {
  readonly code: string;
  readonly status: number;
  readonly type: string;
  /** Exists in 2026-10-04 only. */
  readonly isNew: boolean;
  /** A detail with every field that the contract names. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

const OLD = false;
const NEW = true;

function row(
  code: string,
  status: number,
  type: string,
  isNew: boolean,
  detail?: Readonly<Record<string, unknown>>,
): ExpectedCode {
  return detail === undefined ? { code, status, type, isNew } : { code, status, type, isNew, detail };
}

const invalid = "invalid_request_error";

/** The codes that answer requests. */
export const REQUEST_CODES: readonly ExpectedCode[] = [
  row("unsupported_protocol_version", 400, invalid, OLD, { supported: ["2026-10-04"] }),
  row("invalid_input", 400, invalid, OLD),
  row("harness_not_found", 404, invalid, OLD),
  row("response_not_found", 404, invalid, OLD),
  row("session_not_found", 404, invalid, OLD),
  row("plugin_not_found", 404, invalid, OLD),
  row("file_not_found", 404, invalid, OLD),
  row("session_expired", 404, invalid, OLD),
  row("harness_mismatch", 409, invalid, OLD),
  row("session_busy", 409, invalid, OLD),
  row("plugin_conflict", 409, invalid, OLD, { component: "skill", name: "sum", between: ["a", "b"] }),
  row("file_too_large", 413, invalid, OLD, { max_bytes: 1_024 }),
  row("model_unavailable", 422, invalid, OLD),
  row("unsupported_base", 422, invalid, OLD),
  row("environment_not_found", 404, invalid, NEW),
  row("environment_not_ready", 409, invalid, NEW),
  row("environment_busy", 409, invalid, NEW),
  row("environment_exists", 409, invalid, NEW),
  row("environment_invalid", 422, invalid, NEW),
  row("environment_unavailable", 502, "server_error", NEW),
  row("memory_not_found", 404, invalid, NEW),
  row("memory_forbidden", 403, "permission_error", NEW),
  row("memory_record_not_found", 404, invalid, NEW),
  row("memories_not_attached", 404, invalid, NEW),
  row("memory_invalid", 422, invalid, NEW),
  row("memory_unsupported", 422, invalid, NEW),
  row("memory_busy", 409, invalid, NEW),
  row("memory_unavailable", 502, "server_error", NEW),
  row("plugin_invalid", 422, invalid, OLD, { path: "skills/a.md", reason: "No manifest." }),
  row("unsupported_plugin_schema", 422, invalid, OLD, { supported: ["1.0"] }),
  row("unsupported_transport", 422, invalid, OLD, { transport: "stdio", base: "hosted" }),
  row("missing_credential", 401, "authentication_error", OLD),
  row("invalid_credential", 401, "authentication_error", OLD),
  row("insufficient_scope", 403, "permission_error", OLD),
  row("rate_limited", 429, "rate_limit_error", OLD),
  row("quota_exhausted", 429, "rate_limit_error", OLD),
  row("harness_unavailable", 503, "server_error", OLD),
  row("preview_unavailable", 501, "server_error", OLD),
  row("preview_failed", 502, "server_error", OLD),
];

/** The codes that stand inside the 200 response of a task. */
export const TASK_CODES: readonly ExpectedCode[] = [
  row("harness_error", 200, "harness_error", OLD),
  row("provider_error", 200, "harness_error", OLD),
  row("timeout", 200, "harness_error", OLD),
  row("cancelled", 200, "harness_error", OLD),
];
