import { createServer } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { UsageError } from "../exit.ts";
import { parseTarget, whyUnreachable } from "./target.ts";

describe("a check may go to", () => {
  test.each([
    "http://localhost:3000/",
    "http://[::1]:3000/",
    "http://127.0.0.1/",
    "https://127.0.0.1:8443/v1?a=b",
    "http://127.255.10.1/",
  ])("%s", (address) => {
    expect(parseTarget(address, false).href).toBe(address);
  });

  test.each<readonly [given: string, address: string]>([
    ["http://2130706433", "http://127.0.0.1/"],
    ["HTTP://LocalHost", "http://localhost/"],
    ["http://127.1", "http://127.0.0.1/"],
  ])("%s, which is this machine in another form", (given, address) => {
    expect(parseTarget(given, false).href).toBe(address);
  });

  test("another machine, if that is allowed", () => {
    expect(parseTarget("https://api.example", true).href).toBe("https://api.example/");
  });
});

const another = (host: string) =>
  `${host} is another machine, and a check sends it requests that fail on purpose; if you may do that, add --yes`;
const WITH_USER = "the address must not hold a user and a password";
const listening = (host: string) => `${host} is where a service listens. Did you mean http://127.0.0.1:3000?`;
const lacking = (shown: string, meant: string) => `"${shown}" has no scheme. Did you mean ${meant}?`;
const none = (shown: string) => `"${shown}" is no address such as http://127.0.0.1:3000`;

describe("a check is refused for", () => {
  test.each<readonly [given: string, allowed: boolean, message: string]>([
    ["nowhere", false, none("nowhere")],
    ["", false, none("")],
    ["127.0.0.1:3000", false, lacking("127.0.0.1:3000", "http://127.0.0.1:3000")],
    ["localhost:3000", false, lacking("localhost:3000", "http://localhost:3000")],
    ["LocalHost", false, lacking("LocalHost", "http://LocalHost")],
    ["[::1]:3000/v1", false, lacking("[::1]:3000/v1", "http://[::1]:3000/v1")],
    ["api.example/v1?a=b", false, lacking("api.example/v1?a=b", "https://api.example/v1?a=b")],
    ["orders:8080", false, lacking("orders:8080", "https://orders:8080")],
    ["api.example:99999", false, none("api.example:99999")],
    ["./routes.json", false, none("./routes.json")],
    ["http:", false, none("http:")],
    ["ftp://127.0.0.1", true, none("ftp://127.0.0.1")],
    ["httpx://127.0.0.1", true, none("httpx://127.0.0.1")],
    ["xhttp://127.0.0.1", true, none("xhttp://127.0.0.1")],
    ['a"b', true, none('a\\"b')],
    ["htp://me:secret@127.0.0.1", true, none("htp://…@127.0.0.1")],
    ["htp://me:sec@ret@127.0.0.1/a", true, none("htp://…@127.0.0.1/a")],
    ["me:secret@127.0.0.1", true, none("…@127.0.0.1")],
    ["//me:secret@127.0.0.1", true, none("//…@127.0.0.1")],
    ["@127.0.0.1", true, none("…@127.0.0.1")],
    ["me:secret@127.0.0.1//a", true, none("…@127.0.0.1//a")],
    ["htp://@127.0.0.1", true, none("htp://…@127.0.0.1")],
    ["http://me:secret@127.0.0.1", true, WITH_USER],
    ["http://me@127.0.0.1", true, WITH_USER],
    ["http://:secret@127.0.0.1", true, WITH_USER],
    ["https://api.example/", false, another("api.example")],
    ["http://128.0.0.1", false, another("128.0.0.1")],
    ["http://10.127.0.1", false, another("10.127.0.1")],
    ["http://localhost.example", false, another("localhost.example")],
    ["http://127.0.0.1.example", false, another("127.0.0.1.example")],
    ["http://a.127.0.0.1.example", false, another("a.127.0.0.1.example")],
    ["http://[::2]", false, another("[::2]")],
    ["http://0.0.0.0:3000", false, listening("0.0.0.0")],
    ["http://[::]:3000", false, listening("[::]")],
  ])("%s", (given, allowed, message) => {
    expect(() => parseTarget(given, allowed)).toThrow(new UsageError(message));
  });
});

async function serving(answer: Parameters<typeof createServer>[1]): Promise<URL> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`);
}

describe("a service responds that", () => {
  test.each<readonly [what: string, status: number, headers: Readonly<Record<string, string>>]>([
    ["sends an error", 500, {}],
    ["sends no body", 204, {}],
    ["sends a client to a place where nothing is", 302, { Location: "http://127.0.0.1:1/" }],
  ])("%s", async (_what, status, headers) => {
    const url = await serving((_request, response) => void response.writeHead(status, headers).end());
    expect(await whyUnreachable(url, 60_000)).toBe(undefined);
  });

  test("sends a body that never ends", async () => {
    const url = await serving((_request, response) => void response.write("a"));
    expect(await whyUnreachable(url, 60_000)).toBe(undefined);
  });
});

describe("a service does not respond:", () => {
  test("nothing listens", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await whyUnreachable(new URL(`http://127.0.0.1:${port}`), 60_000)).toBe(
      "nothing listens there; is the service running? (ECONNREFUSED)",
    );
  });

  test("fetch never asks its port", async () => {
    const why = "fetch never asks port 6000; let the service listen on another";
    expect(await whyUnreachable(new URL("http://127.0.0.1:6000"), 60_000)).toBe(why);
  });

  test("it is silent", async () => {
    expect(await whyUnreachable(await serving(() => {}), 20)).toBe("no answer came within 20 ms");
  });

  test("it closes the connection", async () => {
    const url = await serving((request) => void request.socket.destroy());
    expect(await whyUnreachable(url, 60_000)).toBe("it closed the connection; does it want https? (UND_ERR_SOCKET)");
  });

  test("it speaks no HTTP", async () => {
    const server = createNetServer((socket) => void socket.end("SSH-2.0-OpenSSH\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await whyUnreachable(url, 60_000)).toMatch(/^what it sends is no HTTP \(\w+\)$/);
  });

  test("it sends a head that is too large", async () => {
    const url = await serving((_request, response) => void response.writeHead(200, { a: "a".repeat(20_000) }).end());
    expect(await whyUnreachable(url, 60_000)).toBe("UND_ERR_HEADERS_OVERFLOW");
  });

  test("it speaks no TLS", async () => {
    const { port } = await serving(() => {});
    const why = await whyUnreachable(new URL(`https://127.0.0.1:${port}`), 60_000);
    expect(why).toMatch(/^it does not speak TLS; does it want http\? \(\w+\)$/);
  });

  test("its host is not found", async () => {
    const why = await whyUnreachable(new URL("http://nowhere.invalid"), 60_000);
    expect(why).toMatch(/^its host is not found \((?:ENOTFOUND|EAI_AGAIN)\)$/);
  });
});
