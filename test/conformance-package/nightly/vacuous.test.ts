import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AuditOutcome, audits, parseRoutes, type Routes } from "@uhp-errors/conformance";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Flaw, failure, type Reply, ROUTES, startService, TOKEN } from "../right-service.ts";

/** The result of one audit of a service. */
async function outcomeOf(url: string, id: string, routes: Routes = ROUTES): Promise<AuditOutcome | undefined> {
  return audits({ url, token: TOKEN, routes })
    .find((audit) => audit.id === id)
    ?.run();
}

async function withFlaw(id: string, flaw: Flaw, routes: Routes = ROUTES): Promise<AuditOutcome | undefined> {
  const { url, close } = await startService(flaw);
  onTestFinished(close);
  return outcomeOf(url, id, routes);
}

/** A service that answers everything alike. */
async function constant(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", "UHP-Version": "2026-10-04" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const at = (path: string, change: (reply: Reply) => Reply): Flaw => ({
  reply: (reply, arrived) => (arrived.path.startsWith(path) ? change(structuredClone(reply)) : reply),
});
const envelope = (more: object = {}) => JSON.stringify(failure(404, "invalid_request_error", "acme_x", more).body);

describe("an audit does not pass", () => {
  test.each(["VER03", "VER05", "BDY02", "COD02", "ERR02"])("%s if every response is 200 {}", async (id) => {
    expect(await outcomeOf(await constant(200, "{}"), id)).toMatchObject({ status: "skip" });
  });

  test.each(["VER03", "VER05", "COD02", "COD03", "TSK02", "ERR02"])("%s if every response is one error", async (id) => {
    expect(await outcomeOf(await constant(404, envelope()), id)).toMatchObject({ status: "skip" });
  });

  test("OBJ02 if no object may be requested", async () => {
    expect(await outcomeOf(await constant(401, envelope()), "OBJ02")).toMatchObject({
      status: "skip",
      reason: "An id that was made up is answered with 401, not 404.",
    });
  });

  test("ENV05 if an error of no known type is sent with 200", async () => {
    const url = await constant(200, '{"error":{"code":"not_found","message":"No."}}');
    expect(await outcomeOf(url, "ENV05")).toMatchObject({ status: "fail" });
  });

  test("FLD01 if the type is nested deeper than can be shown", async () => {
    const deep = envelope().replace('"invalid_request_error"', `${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(await outcomeOf(await constant(404, deep), "FLD01")).toMatchObject({
      status: "fail",
      reason: "`type` is a value that is nested too deep.",
    });
  });
});

describe("an audit fails:", () => {
  test("OBJ02 if the message reveals that an object belongs to another caller", async () => {
    const outcome = await withFlaw(
      "OBJ02",
      at("/things/theirs", (reply) => {
        Object.assign((reply.body as { error: object }).error, { message: "This thing is not yours." });
        return reply;
      }),
    );
    expect(outcome).toMatchObject({ status: "fail", reason: expect.stringMatching(/^`message` is "This thing/) });
  });

  test.each(["1.5", "-5", "soon 5", "2030-01-01"])("LIM04 if Retry-After is %s", async (after) => {
    const flaw = at("/limited", (reply) => ({ ...reply, headers: { ...reply.headers, "Retry-After": after } }));
    expect(await withFlaw("LIM04", flaw)).toMatchObject({ status: "fail" });
  });

  test("BDY02 if the response holds Node's message about invalid JSON", async () => {
    const outcome = await withFlaw("BDY02", {
      reply: (reply, { body }) => {
        if (!body.startsWith('{"uhp"')) return reply;
        try {
          return JSON.parse(body);
        } catch (thrown) {
          const message = (thrown as Error).message;
          return failure(400, "invalid_request_error", "invalid_input", { message });
        }
      },
    });
    expect(outcome).toMatchObject({ status: "fail", reason: "A part of the body that was sent is in the body." });
  });

  test("RAW06 if the body after a response to HEAD is not chunked as declared", async () => {
    const raw = async () => "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\nNothing is here.";
    const audit = audits({ url: "http://127.0.0.1", raw }).find(({ id }) => id === "RAW06");
    expect(await audit?.run()).toMatchObject({ status: "fail", reason: expect.stringMatching(/^A body of 16 bytes/) });
  });

  test("ERR02 if what is hidden is escaped as JSON", async () => {
    const secret = 'pass"word';
    const flaw = at("/crash", () => failure(500, "server_error", "acme_internal_error", { detail: { secret } }));
    const routes: Routes = { crash: { request: "GET /crash", hides: [secret] } };
    expect(await withFlaw("ERR02", flaw, routes)).toMatchObject({ status: "fail" });
  });
});

test("the messages of OBJ02 may repeat the ids that were asked for", async () => {
  const outcome = await withFlaw("OBJ02", {
    reply: (reply, { path }) => {
      const [, first, id] = path.split("/");
      if (first !== "things" || id === undefined) return reply;
      return failure(404, "invalid_request_error", "harness_not_found", { message: `There is no ${id}.` });
    },
  });
  expect(outcome).toEqual({ status: "pass" });
});

describe("routes are refused that", () => {
  test.each<readonly [what: string, routes: unknown, says: RegExp]>([
    ["name no object", { objects: {} }, /objects: expected a request for one code at least/],
    ["name no object of others", { foreign: [] }, /foreign: expected a list of 1 to 50/],
    ["send JSON with GET", { json: { request: "GET /a" } }, /json\.request: expected a method that has a body/],
    ["stream with GET", { stream: { request: "GET /a", body: {} } }, /stream\.request: expected a method that has/],
    ["trace", { wrongMethod: "TRACE /a" }, /wrongMethod: expected a method that fetch sends/],
  ])("%s", (_what, routes, says) => {
    expect(() => parseRoutes(routes)).toThrow(says);
  });
});
