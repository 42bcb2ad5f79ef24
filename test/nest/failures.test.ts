import { ConflictException, HttpException, type INestApplication, NotFoundException } from "@nestjs/common";
import { createContract, type ErrorReport, recognizeClass, serializeReport } from "@uhp-errors/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Sent, send, sendBytes } from "../support/http.ts";
import { createApp, during, PLATFORMS, SECRET, throwing } from "./app.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const task = (body: unknown): Sent => ({
  method: "POST",
  path: "/tasks",
  headers: JSON_TYPE,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** What fails, the request, and the response. */
const FAILURES: readonly (readonly [what: string, sent: Sent, status: number, error: object])[] = [
  ["a guard that returns false", { path: "/forbidden" }, 403, { code: "acme_forbidden" }],
  ["a guard that throws", { path: "/unauthorized" }, 401, { code: "acme_unauthenticated" }],
  ["no token for the guard of this package", { path: "/bearer" }, 401, { code: "missing_credential" }],
  [
    "a wrong token for it",
    { path: "/bearer", headers: { Authorization: "Bearer bad" } },
    401,
    { code: "invalid_credential" },
  ],
  ["Passport's guard without a user", { path: "/passport" }, 401, { code: "acme_unauthenticated" }],
  ["Passport's guard with a strategy that fails", { path: "/passport-broken" }, 500, { code: "acme_internal_error" }],
  ["an interceptor that throws", { path: "/intercepted" }, 500, { code: "acme_internal_error" }],
  ["a stream of RxJS that fails", { path: "/observed" }, 500, { code: "acme_internal_error" }],
  ["a promise rejected with null", { path: "/rejected" }, 500, { code: "acme_internal_error" }],
  ["an error of the catalog", { path: "/raise/acme_teapot" }, 418, { code: "acme_teapot" }],
  ["events that fail before the first", { path: "/events" }, 418, { code: "acme_teapot" }],
  ["InternalServerErrorException with a private text", { path: "/internal" }, 500, { code: "acme_internal_error" }],
  ["ParseIntPipe", { path: "/numbered/x" }, 400, { code: "invalid_input" }],
  ["an unknown route", { path: "/nowhere" }, 404, { code: "acme_route_not_found" }],
  ["a known route by another method", { path: "/ok", method: "DELETE" }, 405, { code: "acme_method_not_allowed" }],
  ["a body that does not parse", task(`{"${SECRET}`), 400, { code: "invalid_input" }],
  ["a body over the limit", task({ name: "x".repeat(2_000_000) }), 413, {}],
  [
    "a version that is not served, before all else",
    { path: "/nowhere", headers: { "UHP-Version": "1999-01-01" } },
    400,
    { code: "unsupported_protocol_version" },
  ],
];

/** Reasons to refuse a task, and the paths of the issues. */
const ISSUES: readonly (readonly [what: string, body: object, paths: readonly string[]])[] = [
  ["a field", { name: "x", tags: [] }, ["name"]],
  ["a field that is missing", { tags: [] }, ["name"]],
  ["a field of an entry", { name: "xy", tags: [{ rank: 1 }, { rank: "one" }] }, ["tags.1.rank"]],
  ["several", { name: 3, tags: [{ rank: "one" }] }, ["name", "tags.0.rank"]],
  ["a field too many", { name: "xy", tags: [], extra: SECRET }, ["extra"]],
];

describe.each(PLATFORMS)("%s", (_name, make) => {
  const reports: ErrorReport[] = [];
  let app: INestApplication;
  let url: string;
  beforeAll(async () => {
    app = await createApp(make(), createContract(acme, { onError: (report) => reports.push(report) }));
    await app.listen(0, "127.0.0.1");
    url = await app.getUrl();
  });
  afterAll(() => app.close());

  test.each(FAILURES)("%s", async (_what, sent, status, error) => {
    reports.length = 0;
    const received = await send(url, sent);
    expect(received.status).toBe(status);
    expect(expectEnvelope(received)).toMatchObject(error);
    expect(received.body).not.toContain("hunter2");
    expect(reports.map(({ outcome }) => outcome)).toEqual(["answered"]);
  });

  test("the response to a wrong method lists the right ones", async () => {
    expect((await send(url, { path: "/ok", method: "DELETE" })).headers["allow"]).toBe("GET, HEAD");
  });

  test.each(ISSUES)("ValidationPipe refuses %s with its path", async (_what, body, paths) => {
    const error = expectEnvelope(await send(url, task(body)));
    const { issues } = error.detail as { issues: readonly { param: string; message: string }[] };
    expect(error).toMatchObject({ code: "invalid_input", param: paths[0] });
    expect(issues.map(({ param }) => param)).toEqual(paths);
  });

  test("a limiter's wait is sent", async () => {
    expect((await send(url, { path: "/limited" })).status).toBe(200);
    const received = await send(url, { path: "/limited" });
    expect([received.status, expectEnvelope(received).code]).toEqual([429, "rate_limited"]);
    expect(Number(received.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("bytes that are not a request get the contract's response", async () => {
    expect(await sendBytes(url, "NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 .*"code":"acme_/s);
  });

  test("a success only gains two headers", async () => {
    const received = await send(url, { path: "/bearer", headers: { Authorization: "Bearer good" } });
    expect(received).toMatchObject({ status: 200, body: '{"ok":true}' });
    expect(received.headers).toMatchObject({ "uhp-version": "2026-10-04" });
  });
});

/** NestJS 11 has no such option. */
const HAS_CODES = Object.hasOwn(new ConflictException("", { errorCode: "X" } as object), "errorCode");

describe.each(PLATFORMS)("on %s, a code that an HttpException states", (_name, make) => {
  const coded = (errorCode: string) => new ConflictException(SECRET, { errorCode } as object);
  const byCode = recognizeClass(HttpException, { catalog: acme, byCode: { TEAPOT: "acme_teapot" } });

  test
    .runIf(HAS_CODES)
    .each<[what: string, thrown: Error, recognize: readonly (typeof byCode)[], code: string, shown: string]>([
      ["of the catalog", coded("acme_teapot"), [], "acme_teapot", "acme_teapot"],
      ["of the catalog, beside byCode", coded("acme_teapot"), [byCode], "acme_teapot", "acme_teapot"],
      ["in byCode", coded("TEAPOT"), [byCode], "acme_teapot", "TEAPOT"],
      ["in neither", coded("EMAIL_TAKEN"), [], "acme_conflict", "EMAIL_TAKEN"],
      ["in neither, beside byCode", coded("EMAIL_TAKEN"), [byCode], "acme_conflict", "EMAIL_TAKEN"],
    ])("%s", async (_what, thrown, recognize, code, shown) => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { recognize, onError: (report) => reports.push(report) });
    const app = await createApp(make(), contract, [throwing(thrown)]);
    const received = await during(app, (url) => send(url, { path: "/thrown" }));
    expect(expectEnvelope(received).code).toBe(code);
    expect(received.body).not.toContain(SECRET);
    expect(reports.map((report) => serializeReport(report).thrown?.code)).toEqual([shown]);
  });

  test("the class in byCode keeps what Nest's own exceptions say", async () => {
    const contract = createContract(acme, { recognize: [byCode], onError() {} });
    const app = await createApp(make(), contract, [throwing(new NotFoundException(SECRET))]);
    const [invalid, missing] = await during(app, async (url) => [
      expectEnvelope(await send(url, task({ name: "xy", tags: [{ rank: "one" }] }))),
      expectEnvelope(await send(url, { path: "/thrown" })),
    ]);
    expect([invalid?.code, invalid?.param, missing?.code]).toEqual(["invalid_input", "tags.0.rank", "acme_not_found"]);
  });
});
