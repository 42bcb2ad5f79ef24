import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { parseErrorObject } from "@uhp-errors/client";
import type { Call } from "@uhp-errors/core";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { acme, contract, reports } from "../support/orders.ts";
import { page, rowsOf, shownCode } from "../support/page-code.ts";
import { outcomeOf } from "./client.ts";
import { answer } from "./server.ts";

const PAGE = page("transports");

afterEach(() => void reports.splice(0));

test.each(["server", "client"])("the page shows the code of the %s as it is run", (name) => {
  expect(PAGE).toContain(shownCode(new URL(`${name}.ts`, import.meta.url)));
});

/** Sends an order over TCP, one line of JSON each way. */
async function answerTo(item: unknown): Promise<object> {
  const server = createServer((socket) => {
    createInterface(socket).on("line", async (line) =>
      socket.end(`${JSON.stringify(await answer(JSON.parse(line)))}\n`),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${JSON.stringify({ id: "job-7", order: { item, amount: 1 } })}\n`);
  const [line] = await once(createInterface(socket), "line");
  expect(line).not.toContain("hunter2");
  return JSON.parse(line);
}

const THROWN: Readonly<Record<string, unknown>> = {
  "an error of your catalog": "lamp",
  "an error that the contract recognizes, here of zod": 1,
  "anything else": "chair",
};
const ROWS = rowsOf(PAGE, "thrown");

test("the page's table has what is thrown", () => {
  expect(ROWS.map(([thrown]) => thrown)).toEqual(Object.keys(THROWN));
});

test.each(ROWS)("%s", async (thrown = "", code, status) => {
  const received = await answerTo(THROWN[thrown]);
  expect(parseErrorObject(received, { catalog: acme })).toMatchObject({ code, status: Number(status) });
  expect(reports).toMatchObject([{ transport: "tcp", route: "order", code, correlationId: "job-7" }]);
});

test.each([
  ["cup", "Your order is on its way."],
  ["lamp", "Only 0 left."],
  ["chair", "The server failed to handle the request."],
])("a %s gives: %s", async (item, outcome) => {
  expect(outcomeOf(await answerTo(item))).toBe(outcome);
});

test("a value that is neither a result nor an error is no success", () => {
  expect(outcomeOf({ message: "Forbidden" })).toBe("Something went wrong.");
});

test("the client reads both shapes alike", () => {
  const thrown = acme.error("acme_sold_out", { detail: { left: 3 } });
  const { error, retry } = contract.handleError(thrown, { transport: "tcp" });
  for (const shape of [
    { error, retry },
    { ...error, retry },
  ]) {
    const sent: object = JSON.parse(JSON.stringify(shape));
    expect(parseErrorObject(sent, { catalog: acme })).toMatchObject({ ...error, retry: retry.rule });
    expect(outcomeOf(sent)).toBe("Only 3 left.");
  }
});

test("the page names each field of a call", () => {
  const call: Required<Record<keyof Call, true>> = {
    transport: true,
    name: true,
    version: true,
    correlationId: true,
    idempotent: true,
    signal: true,
    native: true,
  };
  for (const field of Object.keys(call)) expect(PAGE).toContain(`\`${field}\``);
});
