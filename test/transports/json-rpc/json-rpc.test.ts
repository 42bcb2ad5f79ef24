import type { RequestListener } from "node:http";
import { isApiError, parseErrorObject } from "@uhp-errors/client";
import { parseEnvelope } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express from "express";
import { JSONRPCClient } from "json-rpc-2.0";
import { afterEach, expect, test } from "vitest";
import { listening } from "../support/listening.ts";
import { acme, contract, reports } from "../support/orders.ts";
import { page, rowsOf, shownCode } from "../support/page-code.ts";
import { call } from "./client.ts";
import { app } from "./server.ts";

const PAGE = page("transports", "JSON-RPC");

afterEach(() => void reports.splice(0));

test("the page shows the code of the server as it is run", () => {
  expect(PAGE).toContain(shownCode(new URL("server.ts", import.meta.url)));
});

async function served(listener: RequestListener = app): Promise<string> {
  return `${await listening(listener)}/rpc`;
}

async function post(body: string, url?: string): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url ?? (await served()), { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

const placing = (item: unknown, id: unknown = 7) => ({
  jsonrpc: "2.0",
  id,
  method: "placeOrder",
  params: { item, amount: 1 },
});

const FAILURES: Readonly<Record<string, readonly [body: string, id: unknown]>> = {
  "a body that is not JSON": ['{"jsonrpc', null],
  "a body that is too long": [JSON.stringify(placing("x".repeat(200_000))), null],
  "a message that is not a request": ['{"id":7,"method":"placeOrder"}', null],
  "an unknown method": [JSON.stringify({ ...placing("cup"), method: "toString" }), 7],
  "wrong params": [JSON.stringify(placing(1)), 7],
  "an error of the service": [JSON.stringify(placing("lamp")), 7],
  "an unknown error": [JSON.stringify(placing("chair")), 7],
};

const ROWS = rowsOf(PAGE, "failure");

test("the page's table has the failures", () => {
  expect(ROWS.map(([failure]) => failure)).toEqual(Object.keys(FAILURES));
});

test.each(ROWS)("%s", async (failure = "", number = "", code = "") => {
  const [body, id] = FAILURES[failure] ?? ["", null];
  const { status, text } = await post(body);
  expect(status).toBe(200);
  expect(text).not.toContain("hunter2");
  const { error, ...rest } = JSON.parse(text);
  expect(rest).toEqual({ jsonrpc: "2.0", id });
  expect(error).toMatchObject({ code: Number(number), message: error.data.message, data: { code } });
  expect(parseErrorObject(error.data, { catalog: acme })).toMatchObject({ code, retry: "never" });
  expect(reports).toMatchObject([{ transport: "json-rpc", code, outcome: "answered" }]);
  const isCalled = ["wrong params", "an error of the service", "an unknown error"].includes(failure);
  expect(reports[0]?.route).toBe(isCalled ? "placeOrder" : undefined);
});

test.each(["[]", "null", "7", "", JSON.stringify(Array.from({ length: 51 }, () => placing("cup")))])(
  "%s is neither a call nor a batch",
  async (body) => {
    const { text } = await post(body);
    const { id, error } = JSON.parse(text);
    expect([id, error.data.code]).toEqual([null, "invalid_input"]);
    expect(reports).toHaveLength(1);
  },
);

test("a batch has an answer for each call, and reports for each failure", async () => {
  const { id: _, ...notification } = placing("lamp");
  const { text } = await post(JSON.stringify([placing("lamp", 1), null, notification, placing("cup", "2")]));
  expect(JSON.parse(text)).toMatchObject([
    { id: 1, error: { code: -32_000, data: { code: "acme_sold_out", detail: { left: 0 } } } },
    { id: null, error: { code: -32_600, data: { code: "invalid_input" } } },
    { id: "2", result: { id: "order-1" } },
  ]);
  expect(reports.map(({ code }) => code).sort()).toEqual(["acme_sold_out", "acme_sold_out", "invalid_input"]);
});

test("a result that is no JSON fails with the id of its call", async () => {
  const { text } = await post(JSON.stringify([placing("pen", 1), placing("cup", 2)]));
  expect(JSON.parse(text)).toMatchObject([
    { id: 1, error: { code: -32_603, data: { code: "acme_internal_error" } } },
    { id: 2, result: { id: "order-1" } },
  ]);
  expect(reports).toMatchObject([{ code: "acme_internal_error", route: "placeOrder" }]);
});

test("a batch of one is answered with a list", async () => {
  const { text } = await post(JSON.stringify([placing("cup", 1)]));
  expect(JSON.parse(text)).toEqual([{ jsonrpc: "2.0", id: 1, result: { id: "order-1" } }]);
});

test.each([
  ["chair", ["acme_internal_error"]],
  ["cup", []],
])("a notification about a %s has no answer, but a report if it fails", async (item, codes) => {
  const { id: _, ...notification } = placing(item);
  expect(await post(JSON.stringify(notification))).toEqual({ status: 204, text: "" });
  expect(reports.map(({ code }) => code)).toEqual(codes);
});

test("the client of the page throws a typed error, and returns results", async () => {
  const url = await served();
  expect(await call(url, "placeOrder", { item: "cup", amount: 1 })).toEqual({ id: "order-1" });
  const thrown = await call(url, "placeOrder", { item: "desk", amount: 1 }).catch((error: unknown) => error);
  expect(isApiError(thrown)).toBe(true);
  expect(thrown).toMatchObject({ code: "acme_unavailable", status: 503, retry: "never", retryAfter: 2 });
});

test("the client of the page reads an envelope that something before the route answered", async () => {
  const above = express();
  install(above, contract);
  above.use(() => {
    throw acme.error("missing_credential");
  });
  above.use(app);
  const thrown = await call(await served(above), "placeOrder", {}).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code: "missing_credential", status: 401 });
});

test("the library's client has the five fields in the error's data", async () => {
  const url = await served();
  const client: JSONRPCClient = new JSONRPCClient(async (request) => {
    const { text } = await post(JSON.stringify(request), url);
    client.receive(JSON.parse(text));
  });
  const thrown = await client
    .request("placeOrder", { item: "lamp", amount: 1 })
    .then(undefined, (error: unknown) => error);
  expect(parseErrorObject((thrown as { readonly data: unknown }).data)).toMatchObject({ code: "acme_sold_out" });
});

test("the library's client never settles a request whose answer has no id", async () => {
  const client: JSONRPCClient = new JSONRPCClient(async () => {
    const { text } = await post("{");
    client.receive(JSON.parse(text));
    client.rejectAllPendingRequests("still pending");
  });
  const settled = client.request("placeOrder", {}).then(undefined, (error: unknown) => error);
  expect(await settled).toMatchObject({ message: "still pending" });
});

test("an answer of JSON-RPC with a status of 400 or higher is sent unchanged, and has a second report", async () => {
  const answer = { jsonrpc: "2.0", id: 7, error: { code: -32_603, message: "It failed.", data: { a: 1 } } };
  const other = express();
  install(other, contract);
  other.post("/rpc", (_request, response) => void response.status(500).json(answer));
  expect(await post(JSON.stringify(placing("cup")), await served(other))).toEqual({
    status: 500,
    text: JSON.stringify(answer),
  });
  expect(reports).toMatchObject([{ transport: "http", outcome: "passed" }]);
});

test("an address other than the route's keeps its envelope", async () => {
  const { status, text } = await post("{}", `${await served()}s`);
  expect([status, parseEnvelope(text)?.error.code]).toEqual([404, "acme_route_not_found"]);
});
