import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Handler } from "../conformance/drivers/driver.ts";
import { DRIVERS, NODE_DRIVERS } from "../conformance/drivers/index.ts";
import { serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { eventually } from "../support/eventually.ts";
import { parseMessage, sendBytes } from "../support/http.ts";
import { proves } from "../support/proves.ts";

const HOST = "Host: x\r\n";

/** What Node answers itself, before any framework sees it. */
const REFUSED: readonly (readonly [what: string, bytes: string, status: number, code: string])[] = [
  ["garbage", "GARBAGE\r\n\r\n", 400, "acme_bad_request"],
  [
    "a bad chunk",
    `POST /json HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    "acme_bad_request",
  ],
  ["a large header", `GET / HTTP/1.1\r\n${HOST}X: ${"a".repeat(9_000)}\r\n\r\n`, 431, "acme_headers_too_large"],
  [
    "large chunk extensions",
    `POST /json HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}\r\n`,
    413,
    "acme_content_too_large",
  ],
  ["headers that never end", `GET / HTTP/1.1\r\n${HOST}`, 408, "acme_request_timeout"],
  [
    "an unknown expectation",
    `GET / HTTP/1.1\r\n${HOST}Expect: tea\r\nConnection: close\r\n\r\n`,
    417,
    "acme_expectation_failed",
  ],
  ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "invalid_input"],
];

describe.each(DRIVERS)("below $name", { concurrent: true }, (driver) => {
  for (const [what, bytes, status, code] of REFUSED) {
    proves(
      ["ENV-1", "VER-2", "LEAK-2"],
      `${what}: ${status}`,
      async () => {
        await serve(driver, undefined, async (url, reports, server) => {
          // The others may be slow.
          if (status === 408) server.headersTimeout = 500;
          const received = parseMessage(await sendBytes(url, bytes));
          expect(received.status).toBe(status);
          expect(expectEnvelope(received).code).toBe(code);
          expect(received.headers["connection"]).toBe("close");
          expect(reports.filter(({ outcome }) => outcome === "answered")).toMatchObject([{ code, status }]);
        });
      },
      driver.name,
    );
  }

  proves(
    ["ENV-1", "VER-2"],
    "a request beyond the limit of its connection: 503",
    async () => {
      await serve(driver, undefined, async (url, _reports, server) => {
        server.maxRequestsPerSocket = 1;
        const request = `GET /methods/1 HTTP/1.1\r\n${HOST}`;
        const both = `${request}\r\n${request}Connection: close\r\n\r\n`;
        const messages = (await sendBytes(url, both)).split(/(?=HTTP\/1\.1 )/);
        expect(messages).toHaveLength(2);
        expect(parseMessage(messages[0] ?? "").status).toBe(200);
        const refused = parseMessage(messages[1] ?? "");
        expect(refused.status).toBe(503);
        expect(expectEnvelope(refused).code).toBe("acme_unavailable");
      });
    },
    driver.name,
  );
});

/** What a handler may do with a request that has already been answered. */
const TOO_LATE: Readonly<Record<string, Handler>> = {
  throws: () => {
    throw new Error("too late");
  },
  "writes an error": ({ reply }) => reply(503, "too late"),
  "writes a success": ({ reply }) => reply(200, "too late"),
};

describe.each(NODE_DRIVERS)("below $name", { concurrent: true }, (driver) => {
  test("a request that is answered in the same turn keeps its answer, with garbage after it", async () => {
    const handler: Handler = async ({ reply }) => {
      await undefined;
      reply(503, "down");
    };
    await serve(driver, handler, async (url, reports) => {
      const message = await sendBytes(url, `GET /case HTTP/1.1\r\n${HOST}\r\nGARBAGE\r\n\r\n`);
      expect([...message.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(["503", "400"]);
      await eventually(() => expect(reports).toHaveLength(2));
      expect(reports.map(({ code, path }) => [code, path])).toEqual([
        ["acme_unavailable", "/case"],
        ["acme_bad_request", ""],
      ]);
    });
  });

  for (const [what, handle] of Object.entries(TOO_LATE)) {
    test(`a request that is answered for what follows it has one answer, if its handler then ${what}`, async () => {
      const handler: Handler = async (io) => {
        // The contract waits one turn for the response.
        await turn();
        await turn();
        await handle(io);
      };
      await serve(driver, handler, async (url, reports) => {
        const message = await sendBytes(url, `GET /case HTTP/1.1\r\n${HOST}\r\nGARBAGE\r\n\r\n`);
        expect(message.match(/HTTP\/1\.1/g)).toHaveLength(1);
        expect(parseMessage(message).status).toBe(400);
        await eventually(() => expect(reports.length).toBeGreaterThan(0));
        expect(reports.filter(({ outcome }) => outcome === "answered")).toMatchObject([{ code: "acme_bad_request" }]);
      });
    });
  }

  for (const path of ["/json", "/nowhere"]) {
    test(`a request that no route takes, at ${path}, has as many reports as answers, with garbage after it`, async () => {
      await serve(driver, undefined, async (url, reports) => {
        // Some answer the request before the parser reaches the garbage, which then gets its own answer.
        const message = await sendBytes(url, `GET ${path} HTTP/1.1\r\n${HOST}\r\nGARBAGE\r\n\r\n`);
        const answers = message.match(/HTTP\/1\.1 4/g) ?? [];
        await eventually(() => expect(reports.length).toBeGreaterThanOrEqual(answers.length));
        expect(reports.filter(({ outcome }) => outcome === "answered")).toHaveLength(answers.length);
      });
    });
  }
});
