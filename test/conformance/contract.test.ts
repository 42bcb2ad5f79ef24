import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import type { Clause } from "../support/clauses.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { schemaCheck } from "../support/envelope-schema.ts";
import { type Received, send } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { type Runner, sharedServer } from "../support/shared-server.ts";
import { CASES, type Case } from "./cases/index.ts";
import { DRIVERS } from "./drivers/index.ts";

/** What `expectEnvelope` checks of every answer, whatever the case is about. */
const EVERY_ENVELOPE: readonly Clause[] = ["ENV-1", "ENV-2", "ENV-3", "ENV-5", "ENV-7", "VER-2"];

const expectToFitSchema = schemaCheck(acme);

test("case ids are unique", () => {
  expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
});

describe.each(DRIVERS)("$name", (driver) => {
  const run = sharedServer(driver);

  test("lists only known cases as failing", () => {
    const ids = new Set(CASES.map(({ id }) => id));
    expect(Object.keys(driver.knownFailing).filter((id) => !ids.has(id))).toEqual([]);
  });

  for (const example of CASES) {
    if (example.needs !== undefined && !driver.hasNodeResponse) continue;
    const { id, title, clauses } = example;
    if (id in driver.knownFailing) {
      // Turns red on the day that the framework passes, so that the list cannot rot.
      test.fails(`${id}: ${title}`, () => runCase(run, example));
    } else {
      proves(
        [...new Set([...clauses, ...EVERY_ENVELOPE])],
        `${id}: ${title}`,
        () => runCase(run, example),
        driver.name,
      );
    }
  }
});

async function runCase(run: Runner, example: Case): Promise<void> {
  const { options = {}, request = {}, ...wanted } = example;
  await run(example, async (url, reports) => {
    const sent = { path: "/case", ...request };
    // The limiter lets the first request pass.
    if (sent.path === "/limited") await send(url, sent);
    const received = await send(url, sent);
    check(received, wanted, options.deprecatedDetail === true);
    expect(reports.map(({ outcome, code, status }) => ({ outcome, code, status }))).toEqual([
      { outcome: "answered", code: wanted.expect.code, status: wanted.expect.status },
    ]);
    // Whatever happened, the service is still there.
    expect((await send(url, { path: "/methods/1" })).status).toBe(200);
  });
}

function check(
  received: Received,
  { expect: want, neverContains = [] }: Pick<Case, "expect" | "neverContains">,
  deprecatedDetail: boolean,
): void {
  const whole = [received.reason, ...received.rawHeaders, received.body].join("\n");
  for (const secret of neverContains) expect(whole).not.toContain(secret);

  const error = expectEnvelope(received, ["acme"], deprecatedDetail);
  expectToFitSchema(received);
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
