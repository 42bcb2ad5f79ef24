import { getRequestListener } from "@hono/node-server";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { install, uhp } from "@uhp-errors/hono";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { logger } from "hono/logger";
import { timing } from "hono/timing";
import { expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, type Sent, send } from "../support/http.ts";

const busy = () => {
  throw acme.error("session_busy");
};

/** What Hono's own error handler does not get. */
const text = () => Promise.reject("a text");

/** What a request left: the response, and the reports. */
interface Seen {
  readonly received: Received;
  readonly reports: readonly ErrorReport[];
}

/** Sends a request to an app whose contract is in force, and stands once more before the handler. */
async function seen(
  outside: readonly MiddlewareHandler[],
  handler: (c: Context) => Response | Promise<Response>,
  sent: Sent = {},
  reportOnly = false,
): Promise<Seen> {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly, onError: (report) => reports.push(report) });
  const app = new Hono();
  install(app, contract);
  for (const one of outside) app.use(one);
  app.use(uhp(contract));
  app.all("/", handler);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return during(await listen(listener), async (url) => ({ received: await send(url, sent), reports }));
}

/** Notes the status of the rest, and sets a header. */
function timer(noted: unknown[]): MiddlewareHandler {
  return async (c, next) => {
    await next();
    noted.push(c.res.status);
    c.header("X-Response-Time", "1ms");
  };
}

test.each<readonly [what: string, handler: () => Promise<Response> | never, status: number, code: string]>([
  ["an error of the catalog", busy, 409, "session_busy"],
  ["an unknown error", () => Promise.reject(new Error("boom")), 500, "acme_internal_error"],
  ["a text", text, 500, "acme_internal_error"],
  ["nothing", () => Promise.reject(undefined), 500, "acme_internal_error"],
])("middleware outside sees the final status of %s, and sets headers", async (_what, handler, status, code) => {
  const noted: unknown[] = [];
  const lines: string[] = [];
  const { received, reports } = await seen(
    [timer(noted), logger((line) => lines.push(line)), timing(), cors()],
    handler,
  );
  expect([received.status, expectEnvelope(received).code, noted]).toEqual([status, code, [status]]);
  expect(received.headers).toMatchObject({ "x-response-time": "1ms", "access-control-allow-origin": "*" });
  expect(received.headers["uhp-version"]).toBe("2026-10-04");
  expect(lines.at(-1)).toContain(String(status));
  expect(reports).toMatchObject([{ code, outcome: "answered" }]);
});

test.each([text, busy])("the response is that of a contract without middleware outside", async (handler) => {
  const contract = createContract(acme, { onError: () => {} });
  const app = new Hono();
  install(app, contract);
  app.all("/", handler);
  const headers = { "x-request-id": "r-1" };
  const lines = ({ rawHeaders }: Received) => rawHeaders.filter((_part, at) => rawHeaders[at - 1] !== "Date");
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const alone = await during(await listen(listener), (url) => send(url, { headers }));
  const { received } = await seen([(_c, next) => next()], handler, { headers });
  expect([received.status, received.body, lines(received).sort()]).toEqual([
    alone.status,
    alone.body,
    lines(alone).sort(),
  ]);
});

test.each<readonly [what: string, sent: Sent, status: number, body: string]>([
  ["a success", {}, 200, "ok"],
  ["an unknown address", { path: "/nowhere" }, 404, "acme_route_not_found"],
  ["a body that is not read twice", { method: "POST", body: "{" }, 400, "invalid_input"],
])("%s is as before, and reported at most once", async (_what, sent, status, body) => {
  const handler = async (c: Context) => c.text(c.req.method === "GET" ? "ok" : String(await c.req.json()));
  const { received, reports } = await seen([timer([])], handler, sent);
  expect([received.status, received.body]).toEqual([status, expect.stringContaining(body)]);
  expect(reports.length).toBe(status === 200 ? 0 : 1);
  expect(received.headers["x-response-time"]).toBe("1ms");
});

test("middleware outside may answer with a success instead, which has no header of the error", async () => {
  const outside: MiddlewareHandler = async (c, next) => {
    await next();
    c.res = c.text("instead");
  };
  const { received } = await seen([outside], text);
  expect([received.status, received.body]).toEqual([200, "instead"]);
  expect(Object.keys(received.headers).filter((name) => /^(?:x-should|cache-|x-content)/.test(name))).toEqual([]);
});

test("a version is refused once, before any other middleware", async () => {
  const noted: unknown[] = [];
  const { received, reports } = await seen([timer(noted)], busy, { headers: { "UHP-Version": "1999-01-01" } });
  expect([expectEnvelope(received).code, noted, reports.length]).toEqual(["unsupported_protocol_version", [], 1]);
});

test.each([
  ["an error", busy, "session_busy"],
  ["a text", text, "acme_internal_error"],
] as const)(
  "a contract that only reports changes nothing outside, and reports %s once",
  async (_what, handler, code) => {
    const caught: unknown[] = [];
    const outside: MiddlewareHandler = async (c, next) => {
      try {
        await next();
      } catch (thrown) {
        caught.push(thrown);
        c.res = c.text("own", 418);
      }
    };
    const { received, reports } = await seen([outside], handler, {}, true);
    expect([received.status, caught.length]).toEqual(handler === busy ? [500, 0] : [418, 1]);
    expect(reports).toMatchObject([{ code, outcome: "observed" }]);
  },
);
