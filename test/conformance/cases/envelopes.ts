import { LEAKY_TEXT, SECRET_VALUES } from "../../support/secrets.ts";
import type { Case } from "./case.ts";
import { written } from "./written.ts";

const envelope = (code: string, type = "invalid_request_error") => ({
  error: { type, code, message: "By hand.", param: null, detail: null },
});

/** Envelopes that a handler wrote. */
export const ENVELOPE_CASES: readonly Case[] = [
  written(
    "envelope",
    "an envelope written by hand keeps its code",
    (io) => io.reply(404, envelope("session_expired")),
    {
      status: 404,
      code: "session_expired",
      message: "By hand.",
    },
  ),
  written("envelope.unknown-code", "an envelope with an unknown code", (io) => io.reply(404, envelope("not_found")), {
    status: 404,
    code: "acme_not_found",
  }),
  written(
    "envelope.four-fields",
    "an envelope that lacks a field",
    (io) =>
      io.reply(404, {
        error: { type: "invalid_request_error", code: "session_expired", message: LEAKY_TEXT, param: null },
      }),
    { status: 404, code: "acme_not_found" },
    { clauses: ["ENV-2"] },
  ),
  written(
    "envelope.type",
    "an envelope whose type is not its code's",
    (io) => io.reply(404, envelope("session_expired", "server_error")),
    { status: 404, code: "session_expired", type: "invalid_request_error" },
    { clauses: ["TYP-1"] },
  ),
  written(
    "envelope.status",
    "an envelope with another code's status",
    (io) => io.reply(400, envelope("session_expired")),
    { status: 404, code: "session_expired" },
    { clauses: ["COD-1"] },
  ),
  written(
    "envelope.choice",
    "memory_unavailable with its other status",
    (io) => io.reply(503, envelope("memory_unavailable", "server_error")),
    { status: 503, code: "memory_unavailable" },
    { clauses: ["COD-4"] },
  ),
  written(
    "envelope.new-code",
    "a newer code written by hand, for an older client",
    (io) => io.reply(409, envelope("environment_busy")),
    { status: 409, code: "acme_environment_busy" },
    { clauses: ["VER-5"], request: { headers: { "UHP-Version": "2026-09-12" } } },
  ),
  written(
    "envelope.old-form",
    "a newer code already written in its older form",
    (io) => io.reply(409, envelope("acme_environment_busy")),
    { status: 409, code: "acme_environment_busy" },
    { clauses: ["VER-5"], request: { headers: { "UHP-Version": "2026-09-12" } } },
  ),
  written(
    "envelope.task-code",
    "a task's code in an envelope with an error status",
    (io) => io.reply(500, envelope("harness_error", "harness_error")),
    { status: 500, code: "acme_internal_error" },
    { clauses: ["COD-5", "ENV-8"] },
  ),
  written(
    "envelope.foreign-detail",
    "an envelope's detail is sent as far as its code names it",
    (io) =>
      io.reply(413, {
        error: {
          type: "invalid_request_error",
          code: "file_too_large",
          message: "By hand.",
          param: null,
          detail: { max_bytes: 3, host: SECRET_VALUES[1] },
        },
      }),
    { status: 413, code: "file_too_large", detail: { max_bytes: 3 } },
    { clauses: ["COD-2"] },
  ),
  written(
    "envelope.200.deprecated-first",
    "an envelope that begins with the deprecated string, with 200",
    (io) => io.reply(200, { detail: "By hand.", ...envelope("session_expired") }),
    { status: 404, code: "session_expired" },
    { clauses: ["ENV-8"] },
  ),
  written(
    "envelope.200.text",
    "an envelope that is not declared as JSON, with 200",
    (io) => io.reply(200, JSON.stringify(envelope("session_expired")), { "Content-Type": "text/html" }),
    { status: 404, code: "session_expired" },
    { clauses: ["ENV-8"] },
  ),
  ...[200, 201, 202].map((status) =>
    written(
      `envelope.${status}`,
      `an envelope about to leave with ${status}`,
      (io) => io.reply(status, envelope("session_expired")),
      { status: 404, code: "session_expired" },
      { clauses: ["ENV-8"] },
    ),
  ),
  written(
    "envelope.200.write-head",
    "an envelope written with Node's own methods and 200",
    ({ response }) => {
      const body = JSON.stringify(envelope("session_expired"));
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
      response.end(body);
    },
    { status: 404, code: "session_expired" },
    { clauses: ["ENV-8"], needs: "node-response" },
  ),
  written(
    "envelope.200.task-code",
    "a bare envelope of a failed task with 200",
    (io) => io.reply(200, envelope("harness_error", "harness_error")),
    { status: 500, code: "acme_internal_error" },
    { clauses: ["ENV-8"] },
  ),
];
