import { type Audit, audits } from "@uhp-errors/conformance";
import { FRAMEWORKS, type Framework, start } from "@uhp-errors/reference-service/start";
import { describe, expect, onTestFinished, test } from "vitest";
import { sampled } from "../../support/effort.ts";
import { PUBLIC_VERSIONS } from "../../support/expected-codes.ts";
import { sendBytes } from "../../support/http.ts";
import { FLAWS } from "../flaws.ts";
import { REFERENCE_ROUTES } from "../reference-routes.ts";
import { ROUTES, startService, TOKEN } from "../right-service.ts";

const ALL = audits({ url: "http://127.0.0.1" });

/** The ids of the audits with this status. */
async function ended(list: readonly Audit[], status: string): Promise<string[]> {
  const ids: string[] = [];
  for (const audit of list) {
    const outcome = await audit.run();
    if (outcome.status === status) ids.push(audit.id);
  }
  return ids;
}

const of = (url: string, routes = ROUTES) =>
  audits({ url, token: TOKEN, routes, raw: (bytes) => sendBytes(url, bytes) });

describe("the list of audits", () => {
  test("has unique ids, and names that begin with their level", () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
    for (const { id, level, name, clause } of ALL) {
      expect(id).toMatch(/^[A-Z]{3}\d\d$/);
      expect(name).toMatch(new RegExp(`^${level} (?:NOT )?[a-z]`));
      expect(["MUST", "SHOULD", "MAY"]).toContain(level);
      expect(URL.canParse(clause.url)).toBe(true);
    }
  });

  test("has ids that never change", () => {
    expect(ALL.map(({ id }) => id)).toEqual(Object.keys(FLAWS));
  });
});

test("a correct service passes every audit", async () => {
  const service = await startService();
  onTestFinished(service.close);
  expect(await ended(of(service.url), "pass")).toEqual(ALL.map(({ id }) => id));
});

describe("one mistake makes its audit fail:", () => {
  test.each(Object.keys(FLAWS))("%s", async (id) => {
    const service = await startService(FLAWS[id]);
    onTestFinished(service.close);
    // Waiting for silence takes the whole time limit, so the limit is short.
    const silentStream = { request: "GET /silent", seconds: 1 } as const;
    const outcome = await of(service.url, { ...ROUTES, silentStream })
      .find((audit) => audit.id === id)
      ?.run();
    expect(outcome?.status).toBe("fail");
    expect(JSON.stringify(outcome)).not.toContain(TOKEN);
  });
});

const SERVED = [
  ["2026-10-04", undefined],
  ["2026-09-12", undefined],
  ["2026-09-28", PUBLIC_VERSIONS],
  ["2026-08-11", PUBLIC_VERSIONS],
] as const;

const SERVICES = SERVED.flatMap(([requirements, versions]) =>
  (Object.keys(FRAMEWORKS) as Framework[]).map((name) => [name, requirements, versions] as const),
);

test.each(sampled(SERVICES))(
  "the reference service on %s fails no audit of %s, serving %j",
  async (name, requirements, versions) => {
    const { url, close } = await start(name, { onError: () => {}, ...(versions && { versions }) });
    onTestFinished(close);
    const raw = (bytes: string) => sendBytes(url, bytes);
    const list = audits({ url, token: "test-key", routes: REFERENCE_ROUTES, raw, requirements });
    const outcomes = new Map<string, string>();
    for (const audit of list) outcomes.set(audit.id, (await audit.run()).status);
    const skipped = [...outcomes].filter(([, status]) => status !== "pass");
    // The service has no objects of other callers, no scopes, and no silent stream.
    expect(skipped).toEqual([
      ["AUT06", "skip"],
      ["OBJ02", "skip"],
      ["STR03", "skip"],
    ]);
  },
);
