import type { AddressInfo } from "node:net";
import { createTRPCClient, httpBatchLink, httpLink } from "@trpc/client";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { codeWithoutImports, page } from "../support/page-code.ts";
import { serviceErrorOf } from "./client.ts";
import { reports } from "./contract.ts";
import { router } from "./router.ts";
import { createContext } from "./server.ts";

const server = createHTTPServer({ router, createContext });
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());
beforeEach(() => void reports.splice(0));

const client = createTRPCClient<typeof router>({ links: [httpLink({ url })] });
const failure = (call: Promise<unknown>) => call.then(() => expect.unreachable(), serviceErrorOf);

const codeOf = (name: string) => codeWithoutImports(new URL(`${name}.ts`, import.meta.url));

test("the page shows the server as it is run", () => {
  expect(page("graphql")).toContain(codeOf("server"));
});

test("the page shows how TRPCError is recognized", () => {
  const [recognizer = ""] = /^const trpcErrors = [\s\S]*?^\}\);$/m.exec(codeOf("contract")) ?? [];
  expect(recognizer).toContain("TRPCError");
  expect(page("graphql")).toContain(recognizer);
});

describe("a failure", () => {
  test.each([
    ["GET", "broken", 500, -32603, "acme_internal_error", null, { rule: "backoff", automatic: true }],
    ["GET", "text", 500, -32603, "acme_internal_error", null, { rule: "backoff", automatic: true }],
    ["GET", "output", 500, -32603, "acme_internal_error", null, { rule: "backoff", automatic: true }],
    [
      "GET",
      "input?input={%22order%22:{}}",
      400,
      -32600,
      "invalid_input",
      "order.count",
      { rule: "never", automatic: false },
    ],
    ["POST", "soldOut", 409, -32600, "acme_sold_out", "items.0", { rule: "never", automatic: false }],
    ["GET", "down", 503, -32603, "acme_down", null, { rule: "backoff", automatic: true, waitMs: 2_000 }],
    ["POST", "downToo", 503, -32603, "acme_down", null, { rule: "backoff", automatic: false, waitMs: 2_000 }],
    ["GET", "own", 404, -32600, "acme_not_found", null, { rule: "never", automatic: false }],
    ["GET", "around", 409, -32600, "acme_conflict", null, { rule: "never", automatic: false }],
    ["GET", "hunter2", 404, -32600, "acme_not_found", null, { rule: "never", automatic: false }],
    ["POST", "fine", 405, -32600, "acme_method_not_allowed", null, { rule: "never", automatic: false }],
  ])("of %s /%s", async (method, path, status, number, code, param, retry) => {
    const response = await fetch(`${url}/${path}`, { method, headers: { "content-type": "application/json" } });
    const text = await response.text();
    const { error } = JSON.parse(text);
    const name = path.replace(/\?.*/, "");
    expect(text.replace('"path":"hunter2"', "")).not.toContain("hunter2");
    expect([response.status, error.code, error.message]).toEqual([status, number, error.data.message]);
    expect(Object.keys(error.data).toSorted()).toEqual([
      "code",
      "detail",
      "httpStatus",
      "message",
      "param",
      "path",
      "retry",
      "type",
    ]);
    expect(error.data).toMatchObject({ code, param, retry, path: name, httpStatus: status });
    expect(reports).toMatchObject([{ transport: "trpc", route: name === "hunter2" ? undefined : name, code, status }]);
  });

  test.each(["big", "fine,big?batch=1"])("of a result that is no JSON: %s", async (path) => {
    const response = await fetch(`${url}/${path}`);
    expect([response.status, (await response.json()).error.data.code]).toEqual([500, "acme_internal_error"]);
    expect(reports).toMatchObject([{ transport: "trpc", code: "acme_internal_error" }]);
  });

  test("of a body that is not JSON", async () => {
    const response = await fetch(`${url}/save`, {
      method: "POST",
      body: "{hunter2",
      headers: { "content-type": "application/json" },
    });
    const text = await response.text();
    expect([response.status, JSON.parse(text).error.data.code]).toEqual([400, "invalid_input"]);
    expect(text).not.toContain("hunter2");
  });

  test("in a batch, with other outcomes, makes the status 207", async () => {
    expect((await fetch(`${url}/fine,own?batch=1`)).status).toBe(207);
  });

  test("in a batch is one of several answers", async () => {
    const batched = createTRPCClient<typeof router>({ links: [httpBatchLink({ url })] });
    const [fine, broken, down] = await Promise.all([
      batched.fine.query(),
      failure(batched.broken.query()),
      failure(batched.down.query()),
    ]);
    expect([fine, broken, down]).toMatchObject([1, { code: "acme_internal_error" }, { code: "acme_down" }]);
    expect(reports).toHaveLength(2);
  });
});

describe("the client", () => {
  test("reads the error, typed by the catalog", async () => {
    const error = await failure(client.soldOut.mutate());
    expect(error).toMatchObject({ code: "acme_sold_out", status: 409, param: "items.0", retry: "never" });
    expect(await failure(client.down.query())).toMatchObject({ code: "acme_down", retry: "backoff", retryAfter: 2 });
  });

  test("gets nothing of the service if the network failed", async () => {
    const nowhere = createTRPCClient<typeof router>({ links: [httpLink({ url: "http://127.0.0.1:1" })] });
    expect(await failure(nowhere.fine.query())).toBeUndefined();
  });
});

test("an older receiver gets a code that it knows, and the report its id", async () => {
  const code = async (headers: Record<string, string>) =>
    (await (await fetch(`${url}/newer`, { headers })).json()).error.data.code;
  const codes = [await code({ "uhp-version": "2026-09-12", "x-request-id": "seven" }), await code({})];
  expect(codes[0]).not.toBe("environment_busy");
  expect(reports).toMatchObject([{ correlationId: "seven", version: "2026-09-12" }, {}]);
});
