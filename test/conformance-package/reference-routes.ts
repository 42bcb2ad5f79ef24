import type { Routes } from "@uhp-errors/conformance";

/** The routes of the reference service. */
export const REFERENCE_ROUTES: Routes = {
  success: "GET /v1/uhp",
  protected: "GET /v1/harnesses",
  objects: { harness_not_found: "GET /v1/harnesses/{id}", response_not_found: "GET /v1/responses/{id}" },
  wrongMethod: "DELETE /v1/harnesses",
  json: { request: "POST /v1/responses", wrong: { input: 42 }, param: "input" },
  upload: { request: "POST /v1/files", field: "file", bytes: 1_100_000 },
  limited: { request: "GET /v1/debug/limited", requests: 2 },
  raise: "GET /v1/debug/raise/{code}",
  crash: { request: "GET /v1/debug/raise/__throw__", hides: ["hunter2", "prod.internal", "/srv/"] },
  stream: {
    request: "POST /v1/responses",
    body: { input: "Hello", stream: true },
    wrong: { input: 42, stream: true },
  },
};
