import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { reports } from "../support/orders.ts";
import { page, rowsOf, shownCode } from "../support/page-code.ts";
import { refusalIn, resultOf } from "./client.ts";
import { serve } from "./socket-io.ts";

const PAGE = page("transports", "WebSockets and Socket.IO");

afterEach(() => void reports.splice(0));

test("the page shows the code as it is run", () => {
  expect(PAGE).toContain(shownCode(new URL("socket-io.ts", import.meta.url)));
});

async function connecting(ticket: unknown): Promise<Socket> {
  const server = createServer();
  const sockets = serve(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = io(url, { auth: { ticket }, transports: ["websocket"], forceNew: true });
  onTestFinished(async () => {
    socket.disconnect();
    await sockets.close();
  });
  return socket;
}

async function order(socket: Socket, params: unknown): Promise<unknown> {
  return resultOf(await socket.emitWithAck("order", params));
}

const CUP = { item: "cup", amount: 1 };

const ORDERS: Readonly<Record<string, unknown>> = {
  "a binary message": Buffer.from("cup"),
  "a wrong order": { item: 1, amount: 1 },
  "an error of the service": { item: "lamp", amount: 1 },
  "an unknown error": { item: "chair", amount: 1 },
};
const TICKETS: Readonly<Record<string, unknown>> = {
  "a wrong ticket": "wrong",
  "an unknown error at the start": "unlucky",
  "an overload at the start": "early",
};
const ROWS = rowsOf(PAGE, "failure");

test("the page's table has the failures", () => {
  const failures = ROWS.filter(([, , , socketIo]) => socketIo !== "–").map(([failure]) => failure);
  expect(failures).toEqual([...Object.keys(ORDERS), ...Object.keys(TICKETS)]);
});

const rowsIn = (failures: object) => ROWS.filter(([failure = ""]) => Object.hasOwn(failures, failure));

test.each(rowsIn(ORDERS))("%s is acknowledged", async (failure = "", code, _ws, socketIo) => {
  const socket = await connecting("good");
  const thrown = await order(socket, ORDERS[failure]).catch((error: unknown) => error);
  expect([socketIo, thrown]).toMatchObject(["the acknowledgement", { code }]);
  expect(String(thrown)).not.toContain("hunter2");
  expect(await order(socket, CUP)).toEqual({ id: "order-1" });
  expect(reports).toMatchObject([{ transport: "socket.io", code, route: "order", outcome: "answered" }]);
});

test.each(rowsIn(TICKETS))("%s refuses the connection", async (failure = "", code, _ws, socketIo) => {
  const socket = await connecting(TICKETS[failure]);
  const refused = await new Promise<Error>((resolve) => socket.on("connect_error", resolve));
  expect([socketIo, refusalIn(refused)]).toMatchObject(["connect_error", { code }]);
  expect(JSON.stringify([refused.message, refused])).not.toContain("hunter2");
  expect(socket.active).toBe(false);
  expect(reports).toMatchObject([{ transport: "socket.io", code, route: "connect", outcome: "answered" }]);
});

test.each([undefined, 7, { a: 1 }])("%s is a wrong ticket too", async (ticket) => {
  const socket = await connecting(ticket);
  const refused = await new Promise<Error>((resolve) => socket.on("connect_error", resolve));
  expect(refusalIn(refused)?.code).toBe("invalid_credential");
});

test("a client that comes too early learns when to connect again, and that it may do so automatically", async () => {
  const socket = await connecting("early");
  const refused = await new Promise<Error>((resolve) => socket.on("connect_error", resolve));
  expect(refusalIn(refused)).toMatchObject({ retry: "backoff", retryAfter: 2, status: 503 });
});

test("a result that is no JSON is acknowledged as an error", async () => {
  const socket = await connecting("good");
  const thrown = await order(socket, { item: "pen", amount: 1 }).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code: "acme_internal_error" });
  expect(reports).toHaveLength(1);
});

test("a message without an acknowledgement is reported", async () => {
  const socket = await connecting("good");
  socket.emit("order", { item: "chair", amount: 1 });
  // The server handles messages in their order.
  await order(socket, CUP);
  expect(reports.map(({ code }) => code)).toEqual(["acme_internal_error"]);
});

test("a message without an order is acknowledged", async () => {
  const socket = await connecting("good");
  const answer = await new Promise<object>((resolve) => socket.emit("order", resolve));
  expect(() => resultOf(answer)).toThrow(expect.objectContaining({ code: "invalid_input" }));
});

test("a server that cannot be reached sends no error object", () => {
  expect(refusalIn(new Error("websocket error"))).toBeUndefined();
});
