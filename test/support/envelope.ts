import { expect } from "vitest";
import { FIXED_FIELDS } from "./error-headers.ts";
import { PUBLIC_VERSIONS } from "./expected-codes.ts";
import type { Received } from "./http.ts";

/** The contract's own table of types and statuses, written down again so that a mistake in the library's table is found. */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  invalid_request_error: [400, 404, 409, 413, 422],
  authentication_error: [401],
  permission_error: [403],
  rate_limit_error: [429],
  server_error: [500, 501, 502, 503, 504],
};

const PATH = /^[^.[\]/\s]+(?:\.[^.[\]/\s]+)*$/;

/** The five fields, once they have been checked. */
export interface ErrorFields {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly detail: Record<string, unknown> | null;
}

/**
 * Checks everything that the contract says about any error response, whatever its code, and returns the five fields.
 *
 * @param vendors Prefixes of codes that may have a status that the table does not list for their type.
 */
export function expectEnvelope(
  received: Pick<Received, "status" | "headers" | "body">,
  vendors: readonly string[] = ["acme"],
  deprecatedDetail = false,
): ErrorFields {
  const { status, headers, body } = received;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers).toMatchObject(FIXED_FIELDS);
  expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
  expect(headers["content-encoding"]).toBeUndefined();
  expect(PUBLIC_VERSIONS).toContain(headers["uhp-version"]);

  const envelope = JSON.parse(body);
  expect(Object.keys(envelope)).toEqual(deprecatedDetail ? ["error", "detail"] : ["error"]);
  const error = envelope.error as ErrorFields;
  expect(Object.keys(error)).toEqual(["type", "code", "message", "param", "detail"]);
  expect(Object.keys(STATUSES)).toContain(error.type);
  if (!vendors.some((vendor) => error.code.startsWith(`${vendor}_`))) expect(STATUSES[error.type]).toContain(status);
  expect(error.message).toMatch(/^[^\r\n]{1,500}$/);
  expect(error.message).not.toMatch(/\n| at .+:\d+:\d+/);
  if (error.param !== null) expect(error.param).toMatch(PATH);
  expect(error.detail === null || (typeof error.detail === "object" && !Array.isArray(error.detail))).toBe(true);
  return error;
}
