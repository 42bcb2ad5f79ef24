import type { ContractFacts, ContractTexts } from "./definition.ts";

/** Faults of the request itself and of the objects it names. */
export const ROUTING_FACTS = {
  unsupported_protocol_version: {
    status: 400,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
    detail: { supported: "nonempty_string_list" },
  },
  invalid_input: {
    status: 400,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
    detail: { issues: "issue_list?" },
  },
  harness_not_found: {
    status: 404,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  response_not_found: {
    status: 404,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  session_not_found: {
    status: 404,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  session_expired: {
    status: 404,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  session_busy: {
    status: 409,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "session_terminal",
    detail: { retry_after_ms: "nonnegative_number?" },
  },
  harness_mismatch: {
    status: 409,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  file_not_found: {
    status: 404,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  file_too_large: {
    status: 413,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
    detail: { max_bytes: "positive_integer" },
  },
  model_unavailable: {
    status: 422,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  unsupported_base: {
    status: 422,
    type: "invalid_request_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
    detail: { supported: "string_list?" },
  },
} as const satisfies ContractFacts;

/** The texts of the same codes. */
export const ROUTING_TEXTS = {
  unsupported_protocol_version: {
    message: "This server does not serve the requested protocol version.",
    when: "The `UHP-Version` header names a version that the server cannot serve.",
  },
  invalid_input: {
    message: "The request could not be read or a field in it is not valid.",
    when: "The body could not be parsed, or a field is missing or has the wrong type. `detail.issues` lists what is wrong with each field, where that is known.",
  },
  harness_not_found: {
    message: "There is no such harness.",
    when: "No harness of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  response_not_found: {
    message: "There is no such response.",
    when: "No response of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  session_not_found: {
    message: "There is no such session.",
    when: "No session of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  session_expired: {
    message: "The session is past its retention and can no longer be used.",
    when: "The session existed in the caller's scope but its retention has passed.",
  },
  session_busy: {
    message: "A task is already running in this session.",
    when: "A task is submitted to a session in which another task is running. `detail.retry_after_ms` states the wait where it can be estimated.",
  },
  harness_mismatch: {
    message: "The session belongs to a different harness.",
    when: "A task names another harness than the session that it continues.",
  },
  file_not_found: {
    message: "There is no such file.",
    when: "No file of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  file_too_large: {
    message: "The upload is larger than this server accepts.",
    when: "An upload or body exceeds the server's limit, which `detail.max_bytes` states in bytes.",
  },
  model_unavailable: {
    message: "The requested model cannot be served for this harness.",
    when: "The model that a task asks for cannot be served for its harness.",
  },
  unsupported_base: {
    message: "This server does not support the requested harness base.",
    when: "A harness is requested on a base that the server does not support.",
  },
} as const satisfies ContractTexts<typeof ROUTING_FACTS>;
