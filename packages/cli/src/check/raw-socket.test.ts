import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { rawSocket } from "./raw-socket.ts";

interface Listening {
  readonly url: URL;
  /** What has arrived, one byte a letter. */
  readonly arrived: string[];
}

/** A server that does something once the first bytes have arrived on a connection. */
async function listening(answer: (socket: Socket) => void, host = "127.0.0.1"): Promise<Listening> {
  const arrived: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      arrived.push(chunk.toString("latin1"));
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const { address, port } = server.address() as { address: string; port: number };
  return { url: new URL(`http://${address.includes(":") ? `[${address}]` : address}:${port}`), arrived };
}

const ONE_MIB = 1_048_576;

describe("on a socket", () => {
  test("bytes are sent and received as they are", async () => {
    const { url, arrived } = await listening((socket) => socket.end(Buffer.from([0x48, 0xe9, 0xff, 0x0a])));
    expect(await rawSocket(url, 60_000)("GET \u00e9\u00ff\r\n")).toBe("H\u00e9\u00ff\n");
    expect(arrived).toEqual(["GET \u00e9\u00ff\r\n"]);
  });

  test("each request has a new connection", async () => {
    const { url, arrived } = await listening((socket) => socket.end("a"));
    const send = rawSocket(url, 60_000);
    expect([await send("1"), await send("2")]).toEqual(["a", "a"]);
    expect(arrived).toEqual(["1", "2"]);
  });

  test("an address of version 6 works", async () => {
    const { url } = await listening((socket) => socket.end("six"), "::1");
    expect(await rawSocket(url, 60_000)("a")).toBe("six");
  });

  test("a connection that is closed without an answer gives an empty one", async () => {
    const { url } = await listening((socket) => socket.end());
    expect(await rawSocket(url, 60_000)("a")).toBe("");
  });

  test("a connection that is reset gives what has arrived", async () => {
    const { url } = await listening((socket) => socket.resetAndDestroy());
    expect(await rawSocket(url, 60_000)("a")).toBe("");
  });

  test("a server that never closes the connection gives what has arrived", async () => {
    const { url } = await listening((socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await rawSocket(url, 2_000)("a")).toBe("HTTP/1.1 400 Bad Request\r\n\r\n");
  });

  test("a silent server is an error", async () => {
    const { url } = await listening(() => {});
    await expect(rawSocket(url, 20)("a")).rejects.toThrow(new Error("none came within 20 ms"));
  });

  test("no more than a mebibyte is read", async () => {
    const { url } = await listening((socket) => socket.write("a".repeat(ONE_MIB + 100_000)));
    const answer = await rawSocket(url, 60_000)("a");
    expect(answer === "a".repeat(ONE_MIB)).toBe(true);
  });

  test("a mebibyte is all that is waited for", async () => {
    let closed = Promise.resolve();
    const { url } = await listening((socket) => {
      closed = new Promise((resolve) => socket.once("close", () => resolve()));
      socket.write("a".repeat(ONE_MIB));
    });
    expect((await rawSocket(url, 60_000)("a")).length).toBe(ONE_MIB);
    await closed;
  });

  test("a port on which nothing listens is an error", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const sent = rawSocket(new URL(`http://127.0.0.1:${port}`), 60_000)("a");
    await expect(sent).rejects.toMatchObject({ code: "ECONNREFUSED", port });
  });

  test.each<readonly [url: string, port: number]>([
    ["http://255.255.255.255", 80],
    ["https://255.255.255.255", 443],
    ["https://255.255.255.255:8443", 8443],
  ])("the port of %s is %i", async (url, port) => {
    // No connection to all machines is possible, so the system refuses it at once.
    await expect(rawSocket(new URL(url), 60_000)("a")).rejects.toMatchObject({ syscall: "connect", port });
  });

  test("an https address is asked with TLS, for the name of its host", async () => {
    const { url, arrived } = await listening((socket) => socket.end("no TLS"));
    const sent = rawSocket(new URL(`https://localhost:${url.port}`), 60_000)("GET /");
    await expect(sent).rejects.toMatchObject({ code: "ERR_SSL_WRONG_VERSION_NUMBER" });
    expect([arrived[0]?.startsWith("\u0016\u0003"), arrived[0]?.includes("localhost")]).toEqual([true, true]);
  });
});
