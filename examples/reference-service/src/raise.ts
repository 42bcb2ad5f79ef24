import type { Contract, JsonObject, RequestContext } from "@uhp-errors/core";
import { acme } from "./catalog.ts";
import { DEFAULT_HARNESS } from "./harnesses.ts";
import { MAX_FILE_BYTES } from "./service.ts";
import { responseObject, type TaskResponse } from "./tasks.ts";

/** What an error says in addition to its code. */
interface Particulars {
  readonly param?: string;
  readonly detail?: JsonObject;
  /** Seconds after which a client may try again. */
  readonly retryAfter?: number;
}

/** Plausible particulars for each code that requires a detail, and for some others. */
const PARTICULARS: ReadonlyMap<string, Particulars> = new Map<string, Particulars>([
  ["unsupported_protocol_version", { detail: { supported: ["2026-10-04", "2026-09-12"] } }],
  ["invalid_input", { param: "input", detail: { issues: [{ param: "input", message: "It must not be empty." }] } }],
  ["plugin_conflict", { detail: { component: "skill", name: "summarise", between: ["notes", "minutes"] } }],
  ["file_too_large", { detail: { max_bytes: MAX_FILE_BYTES } }],
  ["plugin_invalid", { detail: { path: "skills/summarise.md", reason: "The manifest names a missing skill." } }],
  ["unsupported_plugin_schema", { detail: { supported: ["1.0", "1.1"] } }],
  ["unsupported_transport", { detail: { transport: "stdio", base: "hosted" } }],
  ["rate_limited", { retryAfter: 1 }],
  ["harness_unavailable", { retryAfter: 1 }],
  ["acme_gpu_cold", { detail: { eta_seconds: 30 } }],
]);

/** A message that no client should see. It contains a made-up secret, a file path and an internal host. */
export const LEAKY_TEXT =
  "connect ECONNREFUSED postgres://svc:hunter2-not-a-real-secret@db-1.prod.internal:5432 in /srv/harness/lib/store.js:41";

const RAISES: ReadonlyMap<string, () => never | Promise<never>> = new Map([
  ["__throw__", () => fail(new Error(LEAKY_TEXT))],
  ["__throw_string__", () => fail(LEAKY_TEXT)],
  ["__interpolate__", () => fail(acme.error("preview_failed", { message: `No preview: ${LEAKY_TEXT}` }))],
  ["__throw_null__", () => fail(null)],
  ["__reject__", () => Promise.reject(new Error(LEAKY_TEXT))],
]);

/**
 * Raises a code of the catalog, or one of the `__…__` failures, which stand for accidents. A task code is not a failure of
 * the request, so it comes back inside a response object.
 */
export function raise(code: string, { task }: Contract, context: RequestContext): TaskResponse | Promise<never> {
  const uncaught = RAISES.get(code);
  if (uncaught !== undefined) return uncaught();
  const row = acme.definition(code);
  if (row === undefined) {
    throw acme.error("invalid_input", { param: "code", message: "There is no such code to raise." });
  }
  if (row.where === "request") {
    // The compiler cannot check a code that arrives in a URL. The catalog checks it at run time.
    throw acme.error(code as "invalid_input", PARTICULARS.get(code));
  }
  const response = responseObject(DEFAULT_HARNESS);
  if (row.where === "cancelled_task") return task.cancelled(response, context);
  return task.failed(response, acme.taskError(code as "timeout"), context);
}

function fail(value: unknown): never {
  throw value;
}
