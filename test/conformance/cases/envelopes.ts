import { LEAKY_TEXT, SECRET_VALUES } from "../../support/secrets.ts";
import type { Case } from "./case.ts";
import { written } from "./written.ts";

const envelope = (code: string, type = "invalid_request_error", detail: object | null = null) => ({
  error: { type, code, message: "By hand.", param: null, detail },
});

/** The end of an id, the title, the status and the body that a handler wrote, what is sent, and what that proves. */
type Row = readonly [id: string, title: string, status: number, body: object, sent: number, code: string, more: object];

const ENV_8 = { clauses: ["ENV-8"] };
const older = { request: { headers: { "UHP-Version": "2026-09-12" } } };
const task = envelope("harness_error", "harness_error");
const expired = envelope("session_expired");
const incomplete = {
  error: { type: "invalid_request_error", code: "session_expired", message: LEAKY_TEXT, param: null },
};

const ROWS: readonly Row[] = [
  [".unknown-code", "an envelope with an unknown code", 404, envelope("not_found"), 404, "acme_not_found", {}],
  [".four-fields", "an envelope that lacks a field", 404, incomplete, 404, "acme_not_found", { clauses: ["ENV-2"] }],
  [".status", "an envelope with another code's status", 400, expired, 404, "session_expired", { clauses: ["COD-1"] }],
  [
    ".choice",
    "memory_unavailable with its other status",
    503,
    envelope("memory_unavailable", "server_error"),
    503,
    "memory_unavailable",
    { clauses: ["COD-4"] },
  ],
  [
    ".new-code",
    "a newer code written by hand, for an older client",
    409,
    envelope("environment_busy"),
    409,
    "acme_environment_busy",
    { clauses: ["VER-5"], ...older },
  ],
  [
    ".old-form",
    "a newer code already written in its older form",
    409,
    envelope("acme_environment_busy"),
    409,
    "acme_environment_busy",
    { clauses: ["VER-5"], ...older },
  ],
  [
    ".task-code",
    "a task's code in an envelope with an error status",
    500,
    task,
    500,
    "acme_internal_error",
    { clauses: ["COD-5", "ENV-8"] },
  ],
  [".200", "an envelope about to leave with 200", 200, expired, 404, "session_expired", ENV_8],
  [".201", "an envelope about to leave with 201", 201, expired, 404, "session_expired", ENV_8],
  [".202", "an envelope about to leave with 202", 202, expired, 404, "session_expired", ENV_8],
  [".200.task-code", "a bare envelope of a failed task with 200", 200, task, 500, "acme_internal_error", ENV_8],
  [
    ".200.deprecated-first",
    "an envelope that begins with the deprecated string, with 200",
    200,
    { detail: "By hand.", ...expired },
    404,
    "session_expired",
    ENV_8,
  ],
];

/** Envelopes that a handler wrote. */
export const ENVELOPE_CASES: readonly Case[] = [
  ...ROWS.map(([id, title, status, body, sent, code, more]) =>
    written(`envelope${id}`, title, (io) => io.reply(status, body), { status: sent, code }, more),
  ),
  written("envelope", "an envelope written by hand keeps its code", (io) => io.reply(404, expired), {
    status: 404,
    code: "session_expired",
    message: "By hand.",
  }),
  written(
    "envelope.type",
    "an envelope whose type is not its code's",
    (io) => io.reply(404, envelope("session_expired", "server_error")),
    { status: 404, code: "session_expired", type: "invalid_request_error" },
    { clauses: ["TYP-1"] },
  ),
  written(
    "envelope.foreign-detail",
    "an envelope's detail is sent as far as its code names it",
    (io) => io.reply(413, envelope("file_too_large", undefined, { max_bytes: 3, host: SECRET_VALUES[1] })),
    { status: 413, code: "file_too_large", detail: { max_bytes: 3 } },
    { clauses: ["COD-2"] },
  ),
  written(
    "envelope.200.text",
    "an envelope that is not declared as JSON, with 200",
    (io) => io.reply(200, JSON.stringify(expired), { "Content-Type": "text/html" }),
    { status: 404, code: "session_expired" },
    { clauses: ["ENV-8"] },
  ),
  written(
    "envelope.200.write-head",
    "an envelope written with Node's own methods and 200",
    ({ response }) => {
      const body = JSON.stringify(expired);
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
      response.end(body);
    },
    { status: 404, code: "session_expired" },
    { clauses: ["ENV-8"], needs: "node-response" },
  ),
];
