/** What a team without a library writes: two header fields, and an envelope for every error. */
import { randomUUID } from "node:crypto";
import type HttpErrors from "http-errors";
import type * as Zod from "zod";
import { installed } from "../run/packages.ts";

const { isHttpError } = installed<typeof HttpErrors>("http-errors");
const { ZodError } = installed<typeof Zod>("zod");

/** The value of `UHP-Version`. */
export const VERSION = "2026-10-04";

/** The `Content-Type` of an envelope. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** The value of `x-request-id`: what the client sent, or a new id. */
export function requestId(sent: string | string[] | undefined): string {
  return typeof sent === "string" ? sent : randomUUID();
}

/** Status and body of a response. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The response to any error. */
export function answerTo(error: unknown, id: string): Answer {
  if (isHttpError(error)) {
    const { status, expose, message } = error;
    return answerOf(status, expose ? message : "Something went wrong.", error["code"], error["param"] ?? null);
  }
  if (error instanceof ZodError) {
    const { message = "Invalid input", path = [] } = error.issues[0] ?? {};
    return { status: 400, body: envelope("invalid_request_error", "invalid_input", message, path.join("."), null) };
  }
  const detail = { correlation_id: id };
  return { status: 500, body: envelope("server_error", "acme_internal_error", "Something went wrong.", null, detail) };
}

/** The response to an error whose status, message, code and param are known. */
export function answerOf(status: number, message: string, code: string, param: string | null): Answer {
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return { status, body: envelope(type, code, message, param, null) };
}

function envelope(type: string, code: string, message: string, param: string | null, detail: object | null): string {
  return JSON.stringify({ error: { type, code, message, param, detail } });
}
