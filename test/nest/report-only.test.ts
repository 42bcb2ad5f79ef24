import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { type Sent, send } from "../support/http.ts";
import { createApp, during, Everything, PLATFORMS } from "./app.ts";
import { FILES } from "./files.ts";

async function started(make: (typeof PLATFORMS)[number][1], options: ContractOptions = {}) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly: true, onError: (report) => reports.push(report), ...options });
  const app = await createApp(make(), contract, [FILES]);
  return { app, reports };
}

/** Waits for the one report of a response that Nest sent. */
function toldOnly(reports: readonly ErrorReport[], code: string, sent: number): Promise<void> {
  const told = () => reports.map(({ outcome, code, reportOnly }) => [outcome, code, reportOnly?.sent.status]);
  return vi.waitFor(() => expect(told()).toEqual([["observed", code, sent]]), { timeout: 20_000 });
}

/** What is requested, the status of Nest's own response, and the code that is reported. */
const ROWS: readonly (readonly [what: string, sent: Sent, status: number, code: string])[] = [
  ["a guard that returns false", { path: "/forbidden" }, 403, "acme_forbidden"],
  ["a guard that throws", { path: "/unauthorized" }, 401, "acme_unauthenticated"],
  ["an interceptor that throws", { path: "/intercepted" }, 500, "acme_internal_error"],
  ["a pipe", { path: "/numbered/x" }, 400, "invalid_input"],
  ["an unknown route", { path: "/nowhere" }, 404, "acme_route_not_found"],
  [
    "a body that does not parse",
    { method: "POST", path: "/tasks", headers: { "Content-Type": "application/json" }, body: "{x" },
    400,
    "invalid_input",
  ],
  [
    "a version that is not served",
    { path: "/ok", headers: { "UHP-Version": "1999-01-01" } },
    200,
    "unsupported_protocol_version",
  ],
];

describe.each(PLATFORMS)("on %s, a contract that only reports", (name, make) => {
  let service: Awaited<ReturnType<typeof started>>;
  let url: string;
  beforeAll(async () => {
    service = await started(make);
    await service.app.listen(0, "127.0.0.1");
    url = await service.app.getUrl();
  });
  beforeEach(() => void service.reports.splice(0));
  afterAll(() => service.app.close());

  test.each(ROWS)("reports %s, which Nest answers", async (_what, sent, status, code) => {
    const received = await send(url, sent);
    expect([received.status, received.headers["uhp-version"]]).toEqual([status, undefined]);
    await toldOnly(service.reports, code, status);
  });

  test.each<readonly [what: string, path: string, status: number]>([
    ["a success", "/ok", 200],
    ["a file", "/files/whole", 200],
  ])("reports nothing of %s", async (_what, path, status) => {
    expect((await send(url, { path })).status).toBe(status);
    await send(url, { path: "/nowhere" });
    await toldOnly(service.reports, "acme_route_not_found", 404);
  });

  test("reports an error of the catalog, with the status that this version of Nest gives it", async () => {
    const { status } = await send(url, { path: "/raise/session_busy" });
    await toldOnly(service.reports, "session_busy", status);
  });

  test("reports a file that cannot be read as the service's failure", async () => {
    const { status } = await send(url, { path: "/files/missing" });
    // On Express, Nest answers as if the client had made a mistake.
    expect(status).toBe(name === "express" ? 400 : 500);
    await toldOnly(service.reports, "acme_internal_error", status);
  });

  test("reports what a file's own handler answers", async () => {
    const { status } = await send(url, { path: "/files/handled" });
    // Nest calls it only on Express.
    const [sent, code] = name === "express" ? [404, "acme_not_found"] : [500, "acme_internal_error"];
    expect(status).toBe(sent);
    await toldOnly(service.reports, code, sent);
  });
});

describe.each(PLATFORMS)("on %s, a contract that only reports", (_name, make) => {
  test("reports the answer of a filter that takes every error", async () => {
    const { app, reports } = await started(make);
    app.useGlobalFilters(new Everything());
    const { status, body } = await during(app, (url) => send(url, { path: "/forbidden" }));
    expect([status, body]).toEqual([409, '{"message":"own"}']);
    await toldOnly(reports, "acme_conflict", 409);
  });

  test("leaves out a request that it does not apply to", async () => {
    const { app, reports } = await started(make, { appliesTo: ({ path }) => path === "/unauthorized" });
    await during(app, async (url) => {
      for (const path of ["/forbidden", "/nowhere", "/files/missing", "/unauthorized"]) await send(url, { path });
    });
    await toldOnly(reports, "acme_unauthenticated", 401);
  });
});
