import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { during, serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, send } from "../support/http.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

const notFound = { jsonrpc: "2.0", error: { code: -32_001, message: "Session not found" }, id: null };

const text = JSON.stringify(notFound);

/** Errors of JSON-RPC 2.0, each written in the framework's own way. */
const MESSAGES: Readonly<Record<string, Handler>> = {
  "an object": ({ reply }) => reply(404, notFound),
  "its error first": ({ reply }) => reply(400, { error: notFound.error, id: "a", jsonrpc: "2.0" }),
  "a list": ({ reply }) => reply(400, JSON.stringify([notFound, { jsonrpc: "2.0", id: 1, result: {} }]), JSON_TYPE),
  "headers of its own": ({ reply }) =>
    reply(405, notFound, { Allow: "POST", "X-Own": "1", "Cache-Control": "max-age=9" }),
  "a stream": ({ reply }) =>
    reply(404, Readable.from([text.slice(0, 3), text.slice(3, 20), text.slice(20)]), JSON_TYPE),
  compressed: ({ reply }) => reply(404, Readable.from([gzipSync(text)]), { ...JSON_TYPE, "Content-Encoding": "gzip" }),
};

/** Bodies that claim to be JSON-RPC errors and are not. */
const OTHERS: Readonly<Record<string, string>> = {
  "a text that contains one": `no: ${text}`,
  "one that is cut off": text.slice(0, -1),
  "more than is looked at": text + " ".repeat(70_000),
};

/** The fields that a service wrote. A server that has read a body as a whole may send it with a length instead of in chunks. */
function written({
  date: _date,
  "transfer-encoding": chunked,
  "content-length": length,
  ...fields
}: Received["headers"]) {
  return { ...fields, isFramed: chunked !== undefined || length !== undefined };
}

describe.each(DRIVERS)("$name", (driver) => {
  test.each(Object.entries(MESSAGES))(
    "JSON-RPC with %s is sent unchanged, with two more headers",
    async (_what, handler) => {
      const bare = await driver.start(undefined, handler);
      const before = await during(bare, (url) => send(url, { path: "/case" }));
      await serve(driver, handler, async (url, reports) => {
        const { status, body, headers } = await send(url, { path: "/case" });
        const { "uhp-version": version, "x-request-id": id, ...rest } = headers;
        const left = { status, body, fields: written(rest) };
        expect(left).toEqual({ status: before.status, body: before.body, fields: written(before.headers) });
        expect([version, id]).toEqual(["2026-10-04", expect.any(String)]);
        expect(reports).toMatchObject([{ outcome: "passed", misuse: undefined, withheld: [] }]);
      });
    },
  );

  test.each(Object.entries(OTHERS))("%s is replaced", async (_what, body) => {
    await serve(
      driver,
      ({ reply }) => reply(400, body, JSON_TYPE),
      async (url, reports) => {
        const answer = await send(url, { path: "/case" });
        expect([answer.status, expectEnvelope(answer).code]).toEqual([400, "invalid_input"]);
        expect(reports).toMatchObject([{ outcome: "answered" }]);
      },
    );
  });

  test("an option replaces JSON-RPC, and the report names the line", async () => {
    const use = async (url: string, reports: readonly unknown[]) => {
      const answer = await send(url, { path: "/case" });
      expect([answer.status, expectEnvelope(answer).code]).toEqual([400, "invalid_input"]);
      const line = 'appliesTo: ({ path }) => path !== "/case"';
      expect(reports).toMatchObject([{ level: "error", misuse: expect.stringContaining(line) }]);
    };
    await serve(driver, ({ reply }) => reply(400, notFound), use, { replaceJsonRpc: true });
  });
});
