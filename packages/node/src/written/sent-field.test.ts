import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { hasHeadLeft, sentField, sentStatus } from "./sent-field.ts";

const THEIRS = "Mon, 01 Jan 2024 00:00:00 GMT";

type Write = (response: ServerResponse) => void;

/** A response that Node has, once something was written to it. */
function responseAfter(write: Write): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  write(response);
  return response;
}

describe("a field that was sent", () => {
  test.each<readonly [what: string, name: string, write: Write, value: string | undefined]>([
    [
      "is read from the fields of writeHead",
      "content-type",
      (response) => response.writeHead(200, { "Content-Type": "text/plain" }),
      "text/plain",
    ],
    ["keeps its colons", "x-a", (response) => response.writeHead(200, { "X-A": "a: b:c" }), "a: b:c"],
    [
      "is joined if it was sent twice",
      "vary",
      (response) => response.writeHead(200, ["Vary", "a", "X-Vary", "no", "vary", "b"] as never),
      "a, b",
    ],
    [
      "is absent if another one has the same length",
      "vary",
      (response) => response.writeHead(200, { Very: "a" }),
      undefined,
    ],
    ["is absent if no field has its name", "vary", (response) => response.writeHead(200), undefined],
    ["is none of the status line", "http/1.1 200 a", (response) => response.writeHead(200, "A: b"), undefined],
    ["is read from what was set if no head was written", "vary", (response) => response.setHeader("Vary", "a"), "a"],
    ["is text if a number was set", "x-a", (response) => response.setHeader("X-A", 7), "7"],
    ["is absent if nothing was set or written", "vary", () => {}, undefined],
    ["is no Date of Node's own", "date", (response) => response.writeHead(200), undefined],
    [
      "is no Date of Node's own after fields that were set",
      "date",
      (response) => {
        response.setHeader("Vary", "a");
        response.writeHead(200);
      },
      undefined,
    ],
    [
      "is no Date of Node's own after fields that were passed",
      "date",
      (response) => response.writeHead(200, { "X-A": "a", Connection: "close", "Content-Length": 0 }),
      undefined,
    ],
    [
      "is a Date that was set",
      "date",
      (response) => {
        response.setHeader("Date", THEIRS);
        response.writeHead(200);
      },
      THEIRS,
    ],
    ["is a Date that was passed", "date", (response) => response.writeHead(200, { Date: THEIRS, Vary: "a" }), THEIRS],
    [
      "is a Date that was passed if Node adds none",
      "date",
      (response) => {
        response.sendDate = false;
        response.writeHead(200, { Date: THEIRS });
      },
      THEIRS,
    ],
  ])("%s", (_what, name, write, value) => expect(sentField(responseAfter(write), name)).toBe(value));
});

test.each<readonly [what: string, write: Write, status: number, hasLeft: boolean]>([
  ["set", (response) => Object.assign(response, { statusCode: 404 }), 404, false],
  ["written", (response) => Object.assign(response.writeHead(404), { statusCode: 200 }), 404, false],
  [
    "sent",
    (response) => {
      response.writeHead(503);
      response.write("a");
      response.statusCode = 200;
    },
    503,
    true,
  ],
])("a status that was %s", (_what, write, status, hasLeft) => {
  const response = responseAfter(write);
  expect([sentStatus(response), hasHeadLeft(response)]).toEqual([status, hasLeft]);
});

test.each([true, false])("a head over HTTP/2 has left once it is written: %s", (headersSent) => {
  expect(hasHeadLeft({ headersSent } as ServerResponse)).toBe(headersSent);
});
