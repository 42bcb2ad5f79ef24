import { defineCatalog, type Operation } from "@uhp-errors/core";
import * as z from "zod";

/** A catalog with a bit of everything. */
export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      when: "A GPU was idle for long.",
      detail: z.object({ eta_seconds: z.int().nonnegative(), zone: z.enum(["eu", "us"]).optional() }),
    },
    acme_quota_low: { status: 429, message: 'There\'s "little" left <b>&</b> no more.', retry: "retry_after" },
    acme_agent_crashed: { task: true, message: "The agent process ended before the task did." },
  },
});

/** What each operation of the documents answers with. */
export const operations = {
  "*": ["unsupported_protocol_version", "missing_credential", "invalid_credential", "acme_internal_error"],
  "GET /v1/harnesses/{id}": ["harness_not_found"],
  "POST /v1/responses": ["invalid_input", "session_busy", "rate_limited", "acme_gpu_cold", "environment_busy"],
} as const;

/** The same as a list, with parameters under other names. */
export const declared = [
  { method: "GET", path: "/v1/harnesses/:harness", codes: ["harness_not_found"] },
  {
    method: "POST",
    path: "/v1/responses",
    operationId: "createTask",
    codes: ["invalid_input", "session_busy", "rate_limited", "acme_gpu_cold", "environment_busy"],
  },
] as const satisfies readonly Operation<typeof acme>[];
