/** One code as the contract's document has it, written down again so that a mistake in the library's row is found. */
export interface ExpectedCode {
  readonly code: string;
  readonly status: number;
  readonly type: string;
  /** The oldest version that has the code. */
  readonly since: string;
  /** A detail with every field that the contract names. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The versions that the contract's document knows, oldest first: the default. */
export const EXPECTED_VERSIONS = ["2026-09-12", "2026-10-04"] as const;

/** The versions that the public protocol knows, oldest first. */
export const PUBLIC_VERSIONS = ["2026-08-11", "2026-09-12", "2026-09-28", "2026-10-04"] as const;

const [FIRST, PLUGINS, ENVIRONMENTS, MEMORIES] = PUBLIC_VERSIONS;

function row(
  code: string,
  status: number,
  type: string,
  since: string,
  detail?: Readonly<Record<string, unknown>>,
): ExpectedCode {
  return detail === undefined ? { code, status, type, since } : { code, status, type, since, detail };
}

const invalid = "invalid_request_error";

/** The codes that answer requests. */
export const REQUEST_CODES: readonly ExpectedCode[] = [
  row("unsupported_protocol_version", 400, invalid, FIRST, { supported: ["2026-10-04"] }),
  row("invalid_input", 400, invalid, FIRST),
  row("harness_not_found", 404, invalid, FIRST),
  row("response_not_found", 404, invalid, FIRST),
  row("session_not_found", 404, invalid, FIRST),
  row("plugin_not_found", 404, invalid, PLUGINS),
  row("file_not_found", 404, invalid, FIRST),
  row("session_expired", 404, invalid, FIRST),
  row("harness_mismatch", 409, invalid, FIRST),
  row("session_busy", 409, invalid, FIRST),
  row("plugin_conflict", 409, invalid, PLUGINS, { component: "skill", name: "sum", between: ["a", "b"] }),
  row("file_too_large", 413, invalid, FIRST, { max_bytes: 1_024 }),
  row("model_unavailable", 422, invalid, FIRST),
  row("unsupported_base", 422, invalid, FIRST),
  row("environment_not_found", 404, invalid, ENVIRONMENTS),
  row("environment_not_ready", 409, invalid, ENVIRONMENTS),
  row("environment_busy", 409, invalid, ENVIRONMENTS),
  row("environment_exists", 409, invalid, ENVIRONMENTS),
  row("environment_invalid", 422, invalid, ENVIRONMENTS),
  row("environment_unavailable", 502, "server_error", ENVIRONMENTS),
  row("memory_not_found", 404, invalid, MEMORIES),
  row("memory_forbidden", 403, "permission_error", MEMORIES),
  row("memory_record_not_found", 404, invalid, MEMORIES),
  row("memories_not_attached", 404, invalid, MEMORIES),
  row("memory_invalid", 422, invalid, MEMORIES),
  row("memory_unsupported", 422, invalid, MEMORIES),
  row("memory_busy", 409, invalid, MEMORIES),
  row("memory_unavailable", 502, "server_error", MEMORIES),
  row("plugin_invalid", 422, invalid, PLUGINS, { path: "skills/a.md", reason: "No manifest." }),
  row("unsupported_plugin_schema", 422, invalid, PLUGINS, { supported: ["1.0"] }),
  row("unsupported_transport", 422, invalid, PLUGINS, { transport: "stdio", base: "hosted" }),
  row("missing_credential", 401, "authentication_error", FIRST),
  row("invalid_credential", 401, "authentication_error", FIRST),
  row("insufficient_scope", 403, "permission_error", FIRST),
  row("rate_limited", 429, "rate_limit_error", FIRST),
  row("quota_exhausted", 429, "rate_limit_error", FIRST),
  row("harness_unavailable", 503, "server_error", FIRST),
  row("preview_unavailable", 501, "server_error", FIRST),
  row("preview_failed", 502, "server_error", FIRST),
];

/** The codes that belong inside the 200 response of a task. */
export const TASK_CODES: readonly ExpectedCode[] = [
  row("harness_error", 200, "harness_error", FIRST),
  row("provider_error", 200, "harness_error", FIRST),
  row("timeout", 200, "harness_error", FIRST),
  row("cancelled", 200, "harness_error", FIRST),
];

/** The name under which a client of a version sees a code. A code that is too new for the client gets the vendor's prefix. */
export function seenIn(version: string, { code, since }: ExpectedCode): string {
  return since <= version ? code : `acme_${code}`;
}
