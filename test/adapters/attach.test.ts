import { createServer } from "node:http";
import { createContract } from "@uhp-errors/core";
import { attach } from "@uhp-errors/express";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { during } from "../support/express.ts";
import { parseMessage, sendBytes } from "../support/http.ts";

describe("a server that gets attached", () => {
  const contract = createContract(acme, { onError: () => {} });

  test("may answer Expect headers itself", async () => {
    const server = await listen(
      (_request, response) => response.end("ok"),
      (bare) => {
        bare.on("checkExpectation", (_request, response) => response.writeHead(200).end("mine"));
        attach(bare, contract);
      },
    );
    await during(server, async (url) => {
      const message = await sendBytes(url, "GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n");
      expect(message).toMatch(/ 200 OK[\s\S]*mine/);
    });
  });

  test("may handle 100-continue itself, and still no request passes without Host", async () => {
    const server = await listen(
      (_request, response) => response.end("ok"),
      (bare) => {
        bare.on("checkContinue", (_request, response) => response.end("mine"));
        attach(bare, contract);
      },
    );
    await during(server, async (url) => {
      const message = await sendBytes(url, "PUT / HTTP/1.1\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n");
      expect(expectEnvelope(parseMessage(message)).code).toBe("invalid_input");
    });
  });

  test("may limit the requests of a connection", async () => {
    const server = await listen(
      (_request, response) => response.end("ok"),
      (bare) => {
        bare.maxRequestsPerSocket = 1;
        attach(bare, contract);
      },
    );
    await during(server, async (url) => {
      const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
      const last = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      const [, second = ""] = (await sendBytes(url, request, last)).split(/(?=HTTP\/1\.1 503)/);
      const received = parseMessage(second);
      expect(received.status).toBe(503);
      expect(expectEnvelope(received).code).toBe("acme_unavailable");
    });
  });

  test("keeps its own emit when it does not insist on Host", () => {
    const server = createServer({ requireHostHeader: false });
    const { emit } = server;
    attach(server, contract);
    expect(server.emit).toBe(emit);
  });
});
