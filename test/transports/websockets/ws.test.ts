import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { isApiError } from "@uhp-errors/client";
import { serializeReport } from "@uhp-errors/core";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { reports } from "../support/orders.ts";
import { page, rowsOf, shownCode } from "../support/page-code.ts";
import { resultOf } from "./client.ts";
import { serve } from "./ws.ts";

const PAGE = page("transports", "WebSockets and Socket.IO");

afterEach(() => void reports.splice(0));

test("the page shows the code as it is run", () => {
  expect(PAGE).toContain(shownCode(new URL("ws.ts", import.meta.url)));
});

async function served(): Promise<number> {
  const server = createServer();
  const sockets = serve(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    sockets.close();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Opens a socket and sends messages. Waits for as many replies, or for the end. */
async function talk(ticket: string, sent: readonly (string | Buffer)[], until: "answers" | "end") {
  const socket = new WebSocket(`ws://127.0.0.1:${await served()}/?ticket=${ticket}`);
  onTestFinished(() => socket.terminate());
  const answers: string[] = [];
  const ended = once(socket, "close").then(([code, reason]) => ({ code, reason: String(reason) }));
  const answered = new Promise<undefined>((resolve) => {
    socket.on("message", (data) => {
      answers.push(String(data));
      if (answers.length === sent.length) resolve(undefined);
    });
  });
  await once(socket, "open");
  for (const message of sent) socket.send(message);
  const end = await (until === "end" ? ended : answered);
  expect(answers.join()).not.toContain("hunter2");
  return { answers: answers.map((answer) => JSON.parse(answer)), end };
}

function codeIn(answer: object): unknown {
  try {
    return resultOf(answer);
  } catch (error) {
    return isApiError(error) ? error.code : error;
  }
}

const placing = (item: unknown) => JSON.stringify({ id: "7", order: { item, amount: 1 } });
const CUP = placing("cup");

const MESSAGES: Readonly<Record<string, string | Buffer>> = {
  "a message that is not JSON": '{"id',
  "a binary message": Buffer.from(CUP),
  "a wrong order": placing(1),
  "an error of the service": placing("lamp"),
  "an unknown error": placing("chair"),
};
const TICKETS: Readonly<Record<string, string>> = {
  "a wrong ticket": "wrong",
  "an unknown error at the start": "unlucky",
  "an overload at the start": "early",
};
const BROKEN = ["a message that is too long", "text that is not UTF-8"];
const ROWS = rowsOf(PAGE, "failure");

test("the page's table has the failures", () => {
  expect(ROWS.map(([failure]) => failure)).toEqual([...Object.keys(MESSAGES), ...Object.keys(TICKETS), ...BROKEN]);
});

const rowsIn = (failures: object) => ROWS.filter(([failure = ""]) => Object.hasOwn(failures, failure));

test.each(rowsIn(MESSAGES))("%s is answered, and the connection stays open", async (failure = "", code, ws) => {
  const { answers } = await talk("good", [MESSAGES[failure] ?? "", CUP], "answers");
  expect(ws).toBe("a message");
  expect(answers.map(codeIn)).toEqual([code, { id: "order-1" }]);
  const isRead = !["a message that is not JSON", "a binary message"].includes(failure);
  expect(answers.map(({ id }) => id)).toEqual([isRead ? "7" : undefined, "7"]);
  expect(reports).toMatchObject([{ transport: "websocket", route: "order", code, outcome: "answered" }]);
});

test("a result that is no JSON is an error with the id of its message", async () => {
  const { answers } = await talk("good", [placing("pen"), CUP], "answers");
  expect(answers.map(codeIn)).toEqual(["acme_internal_error", { id: "order-1" }]);
  expect(answers[0].id).toBe("7");
});

test.each(["null", "[]", '{"order":{}}', '{"id":7}', ""])("%s is no message", async (text) => {
  const { answers } = await talk("good", [text, CUP], "answers");
  expect(answers.map(codeIn)).toEqual(["invalid_input", { id: "order-1" }]);
});

test.each(rowsIn(TICKETS))("%s ends the connection", async (failure = "", code, ws) => {
  // A message that is sent at once is not handled.
  const { answers, end } = await talk(TICKETS[failure] ?? "", [CUP], "end");
  expect(answers.map(codeIn)).toEqual([code]);
  expect(ws).toBe(`a message, then ${end?.code}`);
  expect(end?.reason).toBe(code);
  expect(reports).toMatchObject([{ transport: "websocket", route: "connect", code, outcome: "answered" }]);
});

test("a client that comes too early learns when to connect again, and that it may do so automatically", async () => {
  const { answers } = await talk("early", [], "end");
  expect(answers[0].retry).toEqual({ rule: "backoff", automatic: true, waitMs: 2_000 });
});

/**
 * Opens a socket that writes raw bytes, since ws sends neither invalid frames nor anything before the handshake has ended. Resolves with
 * what came, one character per byte, as soon as it is enough.
 */
async function rawTalk(frame: Buffer, isEnough: (received: string) => boolean): Promise<string> {
  const socket = connect(await served(), "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  const handshake =
    "GET /?ticket=good HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  socket.write(Buffer.concat([Buffer.from(handshake), frame]));
  let received = "";
  for await (const bytes of socket) {
    received += bytes;
    if (isEnough(received)) break;
  }
  return received;
}

/** A text frame, masked with zeros. */
const frameOf = (text: Buffer) => Buffer.concat([Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0]), text]);

test("a message that arrives with the handshake waits until the client is admitted", async () => {
  const received = await rawTalk(frameOf(Buffer.from(CUP)), (text) => text.endsWith("}}"));
  expect(received).toMatch(/\{"id":"7","result":\{"id":"order-1"\}\}$/);
  expect(reports).toEqual([]);
});

test("a message that is too long ends the connection", async () => {
  const { answers, end } = await talk("good", ["x".repeat(70_000)], "end");
  expect(answers).toEqual([]);
  expect(ROWS.find(([failure]) => failure === BROKEN[0])?.slice(1, 3)).toEqual(["none", String(end?.code)]);
  expect(reports).toMatchObject([{ route: undefined, code: "invalid_input", level: "info" }]);
  expect(JSON.stringify(reports.map((report) => serializeReport(report)["causes"]))).toContain(
    "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH",
  );
});

test("text that is not UTF-8 ends the connection", async () => {
  // A close frame: its kind, its length, and two bytes of code.
  const received = await rawTalk(frameOf(Buffer.from([0xff])), (bytes) => bytes.at(-4) === "\u0088");
  const code = Buffer.from(received.slice(-2), "latin1").readUInt16BE();
  expect(ROWS.find(([failure]) => failure === BROKEN[1])?.slice(1, 3)).toEqual(["none", String(code)]);
  expect(reports).toMatchObject([{ route: undefined, code: "invalid_input", level: "info" }]);
  expect(JSON.stringify(reports.map((report) => serializeReport(report)["causes"]))).toContain("WS_ERR_INVALID_UTF8");
});
