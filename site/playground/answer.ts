import {
  createContract,
  DEFAULT_VERSIONS,
  type ErrorType,
  type Recognizer,
  type RequestContext,
  VERSIONS,
} from "@uhp-errors/core";
import { retryRule } from "@uhp-errors/core/retry";
import type { CodeJson } from "@uhp-errors/exports";
import type { LooseCatalog, Shelf } from "./catalog.ts";
import type { JsonObject } from "./json.ts";

/** What the reader chose. */
export interface Chosen {
  readonly code: string;
  /** The version that the client asks for. */
  readonly version: string;
  /** Replaces the code's own message, unless it is empty. */
  readonly message: string;
  /** The field at fault; empty or absent if there is none. */
  readonly param?: string;
  readonly detail: JsonObject | null;
}

/** An answer as it is sent. */
export interface Answer {
  readonly status: number;
  /** The status line and the header fields. */
  readonly head: string;
  readonly body: string;
  readonly error: { readonly type: ErrorType; readonly code: string; readonly message: string };
}

const CORRELATION_ID = "becf513e-67a6-415e-8929-9dd0148992ec";

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  418: "I'm a Teapot",
  422: "Unprocessable Entity",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Describes the request that every example answers. */
export const REQUEST =
  "The answer to a `POST` with an `Idempotency-Key`. With this key, a client may repeat a request whose method is not safe.";

/** What a client of the chosen version gets. */
export function answerOf({ catalog }: Shelf, row: CodeJson, chosen: Chosen): Answer {
  const contract = createContract(catalog, {
    versions: VERSIONS,
    correlationId: () => CORRELATION_ID,
    onError: () => {},
  });
  const fields: Readonly<Record<string, string>> = { "uhp-version": chosen.version, "idempotency-key": "1" };
  const context = requestWith(fields);
  const init = initOf(row, chosen);
  if (!row.places.includes("request")) {
    const response = { id: "resp_1", status: "in_progress" };
    const ended = row.places.includes("cancelled_task")
      ? contract.task.cancelled(response, context)
      : contract.task.failed(response, catalog.taskError(row.code, init), context);
    return written(200, { "Content-Type": "application/json", ...contract.headers(context) }, JSON.stringify(ended));
  }
  const answer = contract.respond(catalog.error(row.code, init), context);
  if (answer === undefined) throw new Error("the contract gave no answer");
  return written(answer.status, answer.headers, answer.body);
}

function requestWith(fields: Readonly<Record<string, string>>): RequestContext {
  const header = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return { method: "POST", path: "/v1/responses", header };
}

/** The response to a value that a handler throws; `undefined` if nothing is sent. */
export function answerToThrown(
  catalog: LooseCatalog,
  thrown: unknown,
  recognize: readonly Recognizer[],
): Answer | undefined {
  const contract = createContract(catalog, { recognize, correlationId: () => CORRELATION_ID, onError: () => {} });
  const answer = contract.respond(thrown, requestWith({ "idempotency-key": "1" }));
  return answer && written(answer.status, answer.headers, answer.body);
}

function initOf(
  row: CodeJson,
  { message, param = "", detail }: Omit<Chosen, "code" | "version">,
): Record<string, unknown> {
  const waits = row.retry.rule === "retry_after" ? { retryAfter: 30 } : {};
  const field = param === "" || !row.places.includes("request") ? {} : { param };
  return { ...(message === "" ? {} : { message }), ...field, ...(detail === null ? {} : { detail }), ...waits };
}

function written(status: number, headers: Readonly<Record<string, unknown>>, body: string): Answer {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${REASONS[status] ?? ""}`.trim(), ...fields].join("\n");
  const { error } = JSON.parse(body);
  return { status, head, body: JSON.stringify(JSON.parse(body), null, 2), error };
}

/** The version that a service answers in if the client asks for none. */
export const NEWEST = VERSIONS[VERSIONS.length - 1] ?? VERSIONS[0];

/** The oldest version that a service serves by default. */
export const OLDEST = DEFAULT_VERSIONS[0];

/** The line of code that throws it. */
export function throwLine(vendor: string, row: CodeJson, chosen: Omit<Chosen, "code" | "version">): string {
  const given = initOf(row, chosen);
  const init = Object.keys(given).length === 0 ? "" : `, ${literal(given)}`;
  const maker = row.places.includes("request") ? "error" : "taskError";
  return `throw ${vendor}.${maker}(${JSON.stringify(row.code)}${init});`;
}

/** A value as source code. Field names have quotes only if they need them. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${literal(one)}`;
  });
  return `{ ${fields.join(", ")} }`;
}

/** The retry rule for a client that knows only the answer. */
export function retryRow({ status, error }: Answer): string {
  return retryRule({ type: error.type, code: error.code, status, retryAfter: 30 });
}

const REPEAT =
  "A program may repeat it by itself only if the method is safe (GET, HEAD, OPTIONS) or the request had an `Idempotency-Key`.";

/** What a client does for each retry rule. */
const ADVICE: Readonly<Record<string, string>> = {
  never: "Do not send the same request again: it fails in the same way. Change the request, or tell the user.",
  backoff: `Wait, then send the request again. Wait longer after each try, and add some randomness. ${REPEAT}`,
  retry_after: `Wait for the number of seconds in \`Retry-After\`, then send the request again. ${REPEAT}`,
  session_terminal: `The session runs another task. Wait until it has ended (completed, failed or cancelled), then send the request again. ${REPEAT}`,
  client_judgement:
    "The task has used real resources. Ask the user who started it. To try again, start a new task, with a new `Idempotency-Key`.",
};

/** What a client does for a retry rule, in Markdown. */
export function adviceOn(rule: string, { head }: Answer): string {
  const hint = head.includes("x-should-retry: true")
    ? " For any other request, `x-should-retry` is `false`. Then let a person decide."
    : "";
  return `${ADVICE[rule]}${hint}`;
}
