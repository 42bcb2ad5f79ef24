import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuditOptions } from "@uhp-errors/conformance";
import { describe, expect, onTestFinished, test } from "vitest";
import { runChecks } from "./run.ts";

/** A service about which only the status is known. */
async function answering(status: (request: IncomingMessage) => number): Promise<string> {
  const server = createServer((request, response) => void response.writeHead(status(request)).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const whyMeaningless = async (
  status: (request: IncomingMessage) => number,
  options: Omit<AuditOptions, "url"> = {},
): Promise<string | undefined> => {
  const url = await answering(status);
  const { meaningless } = await runChecks({ url, timeoutMs: 60_000, ...options }, new Map(), () => {});
  return meaningless;
};

describe("a check of a service that answers every request with", () => {
  test.each<readonly [status: number, options: Omit<AuditOptions, "url">, says: string | undefined]>([
    [200, {}, undefined],
    [299, {}, undefined],
    [300, {}, "Every request was answered with 300: the service is at another address."],
    [399, {}, "Every request was answered with 399: the service is at another address."],
    [400, {}, undefined],
    [401, {}, "Every request was answered with 401: give it a token with --token."],
    [401, { token: "a" }, "Every request was answered with 401: the service does not accept the token."],
    [402, {}, undefined],
    [403, {}, "Every request was answered with 403."],
    [404, {}, undefined],
    [429, {}, "Every request was answered with 429."],
    [500, {}, undefined],
    [502, {}, "Every request was answered with 502."],
    [503, {}, "Every request was answered with 503."],
    [504, {}, "Every request was answered with 504."],
  ])("%i, with %j, says %s", async (status, options, says) => {
    expect(await whyMeaningless(() => status, options)).toBe(says);
  });
});

const at = (path: string, here: number, elsewhere: number) => (request: IncomingMessage) =>
  request.url === path && request.method === "GET" ? here : elsewhere;

describe("a check of a service that answers in several ways", () => {
  const ROUTES = { success: "GET /things" } as const;
  const GUARDED = { protected: "GET /things" } as const;

  test.each<
    readonly [
      what: string,
      status: (request: IncomingMessage) => number,
      options: Omit<AuditOptions, "url">,
      says: string | undefined,
    ]
  >([
    [
      "is meaningless if a proxy sent all of them",
      at("/things", 502, 503),
      { routes: ROUTES },
      "Every request was answered with one of 503, 502.",
    ],
    [
      "is meaningless if it only answers what it is to refuse in another way",
      ({ headers }) => (headers["uhp-version"] === "2026-10-04" ? 502 : 400),
      {},
      "Every request was answered with 502.",
    ],
    ["has a meaning if a proxy sent some of them", at("/things", 502, 404), { routes: ROUTES }, undefined],
    [
      "is meaningless if a route that needs no token is refused",
      at("/things", 401, 404),
      { routes: ROUTES },
      "GET /things was answered with 401: give it a token with --token.",
    ],
    [
      "is meaningless if the token is refused",
      at("/things", 401, 404),
      { routes: ROUTES, token: "a" },
      "GET /things was answered with 401: the service does not accept the token.",
    ],
    [
      "is meaningless if the token is refused where one is needed",
      at("/things", 401, 404),
      { routes: GUARDED, token: "a" },
      "GET /things was answered with 401: the service does not accept the token.",
    ],
    ["has a meaning if a request without a token is refused", at("/things", 401, 404), { routes: GUARDED }, undefined],
    ["has a meaning if another route is refused", at("/things", 200, 401), { routes: ROUTES, token: "a" }, undefined],
  ])("%s", async (_what, status, options, says) => {
    expect(await whyMeaningless(status, options)).toBe(says);
  });
});

test("a check without any answer is meaningless", async () => {
  const url = "http://127.0.0.1:6000";
  const { meaningless } = await runChecks({ url, timeoutMs: 60_000 }, new Map(), () => {});
  expect(meaningless).toBe("No request was answered.");
});

test("a check tells its progress before each audit, and counts its results", async () => {
  const url = await answering(() => 404);
  const told: string[] = [];
  const baseline = new Map([
    ["ENV01", "Until March."],
    ["RAW01", "Not looked at."],
  ]);
  const given = { url: `${url}/a/b?key=secret#c`, timeoutMs: 60_000, requirements: "2026-09-12" } as const;
  const summary = await runChecks(given, baseline, (done, all, name) => told.push(`${done}/${all} ${name}`));
  expect(told).toHaveLength(65);
  expect(told[0]).toBe("0/65 ENV01 MUST answer every error with a JSON object");
  expect(told[64]?.startsWith("64/65 RAW06 ")).toBe(true);
  const { results, counts, ...rest } = summary;
  expect(rest).toStrictEqual({ url: `${url}/a/b`, requirements: "2026-09-12" });
  const [first] = results;
  expect([first?.verdict, first?.known, Object.keys(first ?? {})]).toEqual([
    "known",
    "Until March.",
    ["audit", "outcome", "verdict", "known"],
  ]);
  expect(Object.keys(results[1] ?? {})).toEqual(["audit", "outcome", "verdict"]);
  expect(Object.keys(counts)).toEqual(["fail", "stale", "warn", "known", "note", "skip", "pass"]);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(65);
  expect([counts.known, counts.stale]).toEqual([1, 0]);
});

test("a check is by the newest rules by default", async () => {
  const { requirements } = await runChecks({ url: "http://127.0.0.1:6000" }, new Map(), () => {});
  expect(requirements).toBe("2026-10-04");
});
