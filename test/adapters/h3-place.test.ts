import { createContract, type ErrorReport } from "@uhp-errors/core";
import { install, uhp, uhpErrorHandler } from "@uhp-errors/h3";
import { H3, type H3Event, HTTPError, onError, setCookie } from "h3";
import { toNodeHandler } from "h3/node";
import { expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, type Sent, send } from "../support/http.ts";

type Middleware = (event: H3Event, next: () => unknown) => unknown;

const busy = () => {
  throw acme.error("session_busy");
};

const boom = () => {
  throw new Error("boom");
};

/** What a request left: the response, and the reports. */
interface Seen {
  readonly received: Received;
  readonly reports: readonly ErrorReport[];
}

/** Sends a request to an app whose contract is in force, and stands once more before the handler. */
async function seen(
  outside: readonly Middleware[],
  handler: Middleware,
  sent: Sent = {},
  { reportOnly = false, hook }: { readonly reportOnly?: boolean; readonly hook?: (error: unknown) => unknown } = {},
): Promise<Seen> {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly, onError: (report) => reports.push(report) });
  const app = new H3({ silent: true, ...(hook && { onError: hook as never }) });
  for (const one of outside) app.use(one);
  app.use(uhp(contract));
  app.use(handler);
  app.get("/route", () => ({ a: 1 }));
  install(app, contract);
  return during(await listen(toNodeHandler(app)), async (url) => ({ received: await send(url, sent), reports }));
}

/** Notes the status of what the rest returns, and sets a header. */
function timer(noted: unknown[]): Middleware {
  return async (event, next) => {
    const result = await next();
    noted.push(result instanceof Response ? result.status : result);
    event.res.headers.set("X-Response-Time", "1ms");
    return result;
  };
}

test.each<readonly [what: string, handler: Middleware, status: number, code: string]>([
  ["an error of the catalog", busy, 409, "session_busy"],
  ["an unknown error", boom, 500, "acme_internal_error"],
  ["nothing", () => Promise.reject(undefined), 500, "acme_internal_error"],
  ["an HTTPError", () => Promise.reject(new HTTPError({ status: 403 })), 403, "acme_forbidden"],
  ["an HTTPError that is returned", () => new HTTPError({ status: 403 }), 403, "acme_forbidden"],
])("middleware outside sees the final status of %s, and sets headers", async (_what, handler, status, code) => {
  const noted: unknown[] = [];
  const early: Middleware = (event) => {
    event.res.headers.set("X-Early", "1");
    event.res.errHeaders.set("X-Error", "1");
    setCookie(event, "a", "1");
    return undefined;
  };
  const { received, reports } = await seen([early, timer(noted)], handler);
  expect([received.status, expectEnvelope(received).code, noted]).toEqual([status, code, [status]]);
  expect(received.headers).toMatchObject({ "x-response-time": "1ms", "x-early": "1", "x-error": "1" });
  expect(received.headers["set-cookie"]).toBe("a=1; Path=/");
  expect(received.headers["uhp-version"]).toBe("2026-10-04");
  expect(reports).toMatchObject([{ code, outcome: "answered" }]);
});

test("the response is that of a contract without middleware outside", async () => {
  const contract = createContract(acme, { onError: () => {} });
  const app = new H3({ silent: true }).use(busy);
  install(app, contract);
  const headers = { "x-request-id": "r-1" };
  const lines = ({ rawHeaders }: Received) => rawHeaders.filter((_part, at) => rawHeaders[at - 1] !== "Date");
  const alone = await during(await listen(toNodeHandler(app)), (url) => send(url, { headers }));
  const { received } = await seen([(_event, next) => next()], busy, { headers });
  expect([received.status, received.body, lines(received).sort()]).toEqual([
    alone.status,
    alone.body,
    lines(alone).sort(),
  ]);
});

test.each<readonly [path: string, status: number, body: string, noted: unknown]>([
  ["/route", 200, '{"a":1}', { a: 1 }],
  ["/nowhere", 404, "acme_route_not_found", Symbol.for("h3.notFound")],
])("what is not thrown passes as it is: %s", async (path, status, body, value) => {
  const noted: unknown[] = [];
  const { received } = await seen([timer(noted)], (_event, next) => next(), { path });
  expect([received.status, received.body, noted]).toEqual([status, expect.stringContaining(body), [value]]);
  expect(received.headers["x-response-time"]).toBe("1ms");
});

test("a success that middleware outside returns instead keeps the headers that were set before", async () => {
  const outside: Middleware = async (event, next) => {
    event.res.headers.set("X-Early", "1");
    await next();
    return "instead";
  };
  const { received } = await seen([outside], busy);
  expect([received.status, received.body, received.headers["x-early"]]).toEqual([200, "instead", "1"]);
  expect(received.headers).not.toHaveProperty("x-should-retry");
});

test("a failure of middleware outside is answered in its place, and both are reported", async () => {
  const outside: Middleware = async (_event, next) => {
    await next();
    return boom();
  };
  const { received, reports } = await seen([outside], busy);
  expect([expectEnvelope(received).code, reports.map(({ code }) => code)]).toEqual([
    "acme_internal_error",
    ["session_busy", "acme_internal_error"],
  ]);
});

test("a version is refused once, before any other middleware", async () => {
  const noted: unknown[] = [];
  const sent = { headers: { "UHP-Version": "1999-01-01" } };
  const { received, reports } = await seen([timer(noted)], busy, sent);
  expect([expectEnvelope(received).code, noted, reports.length]).toEqual(["unsupported_protocol_version", [], 1]);
});

test("the app's own hook hears of an error once, and may answer with a redirect", async () => {
  const heard: unknown[] = [];
  const hook = (error: unknown) => {
    heard.push(error);
    return new Response(null, { status: 302, headers: { Location: "/elsewhere" } });
  };
  const noted: unknown[] = [];
  const { received } = await seen([timer(noted)], busy, {}, { hook });
  expect([received.status, noted, heard.length]).toEqual([302, [302], 1]);
});

test("a contract that only reports leaves it to the app's own hook whether an error is a failure", async () => {
  const hook = () => new Response(null, { status: 302, headers: { Location: "/elsewhere" } });
  const { received, reports } = await seen([], boom, {}, { hook, reportOnly: true });
  expect([received.status, reports]).toEqual([302, []]);
});

test("h3's own onError middleware outside hears of nothing", async () => {
  const heard: unknown[] = [];
  const { received } = await seen([onError((error) => void heard.push(error)) as Middleware], busy);
  expect([expectEnvelope(received).code, heard]).toEqual(["session_busy", []]);
});

test("a part with the contract has it twice, and answers once", async () => {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const part = new H3().get("/in", busy);
  install(part, contract);
  const app = new H3({ silent: true, onError: uhpErrorHandler(contract) }).use(uhp(contract)).mount("/part", part);
  const received = await during(await listen(toNodeHandler(app)), (url) => send(url, { path: "/part/in" }));
  expect([expectEnvelope(received).code, reports.length]).toEqual(["session_busy", 1]);
});

test("a contract that only reports changes nothing outside, and knows what an error handler there hides", async () => {
  const caught: unknown[] = [];
  const outside: Middleware = async (event, next) => {
    try {
      return await next();
    } catch (thrown) {
      caught.push(thrown);
      event.res.status = 418;
      return "own";
    }
  };
  const { received, reports } = await seen([outside], busy, {}, { reportOnly: true });
  expect([received.status, received.body, caught.length]).toEqual([418, "own", 1]);
  expect(reports).toMatchObject([{ code: "session_busy", outcome: "observed", reportOnly: { sent: { status: 418 } } }]);
});
