import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pipeline, Readable } from "node:stream";
import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { intercept } from "../response/responder.ts";

const contract = createAdapterContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });

/** How long the first of two requests holds the connection, in milliseconds. */
const BUSY = 50;

/**
 * Sends two requests at once on one connection. The first is slow, `handle` handles the second. Resolves with all that
 * comes back.
 */
async function sendTwo(handle: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    intercept(contract, request, response);
    if (request.url === "/first") setTimeout(() => response.end("first"), BUSY);
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, "127.0.0.1", () => {
        const second = "GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        socket.write(`GET /first HTTP/1.1\r\nHost: x\r\n\r\n${second}`);
      });
      socket.setTimeout(10_000, () => socket.destroy(new Error("the server kept the connection open")));
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("error", reject);
      socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe("a response that waits for an earlier one on its connection", () => {
  test("is an envelope when its stream fails before the first byte", async () => {
    const received = await sendTwo((_request, response) => {
      const stream = new Readable({ read() {} });
      pipeline(stream, response, () => {});
      stream.destroy(new Error("broken"));
    });
    expect(received).toContain("first");
    expect(received).toMatch(/HTTP\/1\.1 500 .*"code":"acme_internal_error"/s);
  });

  test("closes the connection when it is given up halfway", async () => {
    const received = await sendTwo((_request, response) => {
      response.write("half of it");
      response.destroy(new Error("broken"));
    });
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(received).toContain("first");
  });

  test("closes the connection when it is given up without an error", async () => {
    const received = await sendTwo((_request, response) => response.destroy());
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
