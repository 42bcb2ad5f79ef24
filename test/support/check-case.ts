import type { ErrorReport } from "@uhp-errors/core";
import { expect } from "vitest";
import type { Case } from "../conformance/cases/index.ts";
import { acme } from "./catalog.ts";
import { expectEnvelope } from "./envelope.ts";
import { schemaCheck } from "./envelope-schema.ts";
import { type Received, send } from "./http.ts";

const expectToFitSchema = schemaCheck(acme);

/** The fields of a report that are compared. */
export type Outcome = Pick<ErrorReport, "outcome" | "code" | "status">;

/**
 * Sends a case's request to the server that runs its handler, and checks the response and the reports.
 *
 * @param reports Returns what the server has reported since the case began.
 */
export async function checkCase(
  example: Case,
  url: string,
  reports: () => readonly Outcome[] | Promise<readonly Outcome[]>,
): Promise<void> {
  const { options = {}, request = {}, ...wanted } = example;
  const sent = { path: "/case", ...request };
  // The limiter refuses the second request.
  if (sent.path === "/limited") await send(url, sent);
  const received = await send(url, sent);
  check(received, wanted, options.compat?.deprecatedDetail === true);
  expect((await reports()).map(({ outcome, code, status }) => ({ outcome, code, status }))).toEqual([
    { outcome: "answered", code: wanted.expect.code, status: wanted.expect.status },
  ]);
}

/** Checks that a service still answers. */
export async function checkPresence(url: string): Promise<void> {
  expect((await send(url, { path: "/methods/1" })).status).toBe(200);
}

function check(
  received: Received,
  { expect: want, neverContains = [], isMisuse }: Pick<Case, "expect" | "neverContains" | "isMisuse">,
  deprecatedDetail: boolean,
): void {
  const whole = [received.reason, ...received.rawHeaders, received.body].join("\n");
  for (const secret of neverContains) expect(whole).not.toContain(secret);

  const error = expectEnvelope(received, ["acme"], deprecatedDetail);
  if (isMisuse !== true) expectToFitSchema(received);
  expect({ status: received.status, code: error.code }).toEqual({ status: want.status, code: want.code });
  const { type, message, param, detail } = want;
  if (type !== undefined) expect(error.type).toBe(type);
  if (message !== undefined) expect(error.message).toBe(message);
  if (param !== undefined) expect(error.param).toBe(param);
  if (detail !== undefined) expect(error.detail).toEqual(detail);
  if (deprecatedDetail) expect(JSON.parse(received.body).detail).toBe(error.message);
  if (error.code === "acme_internal_error") {
    expect(error.detail).toEqual({ correlation_id: received.headers["x-request-id"] });
  }
  for (const [name, value] of Object.entries(want.headers ?? {})) expect(received.headers[name], name).toBe(value);
}
