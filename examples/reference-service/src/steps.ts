/** One request of the demonstration and the answer that it must get. */
export interface Step {
  readonly says: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Whether to leave out the bearer token. */
  readonly anonymous?: boolean;
  readonly status: number;
  /** Absent for a success. */
  readonly code?: string;
  /** Strings that must not appear in the answer. */
  readonly hides?: readonly string[];
}

const json = { "Content-Type": "application/json" };
const task = (harness: string, input: unknown = "Hello") =>
  JSON.stringify({ input, metadata: { harness_id: harness } });

/** Failures of every kind, and a few successes. */
export const STEPS: readonly Step[] = [
  { says: "discovery is open", path: "/v1/uhp", anonymous: true, status: 200 },
  {
    says: "a task that runs",
    method: "POST",
    path: "/v1/responses",
    headers: json,
    body: task("chrn_echo"),
    status: 200,
  },
  { says: "no token", path: "/v1/harnesses", anonymous: true, status: 401, code: "missing_credential" },
  {
    says: "a wrong token",
    path: "/v1/harnesses",
    anonymous: true,
    headers: { Authorization: "Bearer nobody" },
    status: 401,
    code: "invalid_credential",
    hides: ["nobody"],
  },
  { says: "an unknown harness", path: "/v1/harnesses/chrn_none", status: 404, code: "harness_not_found" },
  { says: "an unknown route", path: "/v1/nothing/here", status: 404, code: "acme_route_not_found" },
  { says: "a wrong method", method: "DELETE", path: "/v1/harnesses", status: 405, code: "acme_method_not_allowed" },
  {
    says: "JSON that does not parse",
    method: "POST",
    path: "/v1/responses",
    headers: json,
    body: '{"input": "Hello", "api_key": hunter2',
    status: 400,
    code: "invalid_input",
    hides: ["hunter2"],
  },
  {
    says: "a field of the wrong type",
    method: "POST",
    path: "/v1/responses",
    headers: json,
    body: task("chrn_echo", 42),
    status: 400,
    code: "invalid_input",
  },
  {
    says: "a task for an unknown harness",
    method: "POST",
    path: "/v1/responses",
    headers: json,
    body: task("chrn_none"),
    status: 404,
    code: "harness_not_found",
  },
  {
    says: "a body that is too large",
    method: "POST",
    path: "/v1/responses",
    headers: json,
    body: task("chrn_echo", "x".repeat(300_000)),
    status: 413,
    code: "acme_content_too_large",
  },
  {
    says: "an upload that is too large",
    method: "POST",
    path: "/v1/files",
    body: upload(1_100_000),
    status: 413,
    code: "file_too_large",
  },
  { says: "a path that cannot be decoded", path: "/v1/harnesses/%ff", status: 400, code: "invalid_input" },
  {
    says: "a version that is not served",
    path: "/v1/harnesses",
    anonymous: true,
    headers: { "UHP-Version": "1999-01-01" },
    status: 400,
    code: "unsupported_protocol_version",
  },
  {
    says: "a newer code, for a client of today",
    path: "/v1/debug/raise/environment_busy",
    status: 409,
    code: "environment_busy",
  },
  {
    says: "the same, for an older client",
    path: "/v1/debug/raise/environment_busy",
    headers: { "UHP-Version": "2026-09-12" },
    status: 409,
    code: "acme_environment_busy",
  },
  { says: "a code of the vendor's own", path: "/v1/debug/raise/acme_gpu_cold", status: 503, code: "acme_gpu_cold" },
  { says: "a failed task is not a failed request", path: "/v1/debug/raise/harness_error", status: 200 },
  {
    says: "an unexpected error",
    path: "/v1/debug/raise/__throw__",
    status: 500,
    code: "acme_internal_error",
    hides: ["hunter2", "prod.internal", "/srv/"],
  },
  {
    says: "the same text, interpolated into a message",
    path: "/v1/debug/raise/__interpolate__",
    status: 502,
    code: "preview_failed",
    hides: ["hunter2", "prod.internal", "/srv/"],
  },
  {
    says: "a handler that throws null",
    path: "/v1/debug/raise/__throw_null__",
    status: 500,
    code: "acme_internal_error",
  },
  { says: "a rate limiter lets the first request pass", path: "/v1/debug/limited", status: 200 },
  { says: "and answers the second in its own words", path: "/v1/debug/limited", status: 429, code: "rate_limited" },
];

function upload(bytes: number): FormData {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "large.bin");
  return form;
}
