import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
const none = (shown: string) => `"${shown}" is no address such as http://127.0.0.1:3000`;

describe("a check is refused for", () => {
  test.each<readonly [given: string, allowed: boolean, message: string]>([
    ["nowhere", false, none("nowhere")],
    ["", false, none("")],
    ["127.0.0.1:3000", false, none("127.0.0.1:3000")],
    ["ftp://127.0.0.1", true, none("ftp://127.0.0.1")],
    ["httpx://127.0.0.1", true, none("httpx://127.0.0.1")],
    ["xhttp://127.0.0.1", true, none("xhttp://127.0.0.1")],
    ['a"b', true, none('a\\"b')],
    ["htp://me:secret@127.0.0.1", true, none("htp://…@127.0.0.1")],
    ["htp://me:sec@ret@127.0.0.1/a", true, none("htp://…@127.0.0.1/a")],
    ["me:secret@127.0.0.1", true, none("…@127.0.0.1")],
    ["me:secret@127.0.0.1//a", true, none("…@127.0.0.1//a")],
    ["htp://@127.0.0.1", true, none("htp://…@127.0.0.1")],
    ["http://me:secret@127.0.0.1", true, WITH_USER],
    ["http://me@127.0.0.1", true, WITH_USER],
    ["http://:secret@127.0.0.1", true, WITH_USER],
    ["https://api.example/", false, another("api.example")],
    ["http://128.0.0.1", false, another("128.0.0.1")],
    ["http://localhost.example", false, another("localhost.example")],
    ["http://127.0.0.1.example", false, another("127.0.0.1.example")],
    ["http://a.127.0.0.1.example", false, another("a.127.0.0.1.example")],
    ["http://[::2]", false, another("[::2]")],
    ["http://0.0.0.0", false, another("0.0.0.0")],
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
    expect(await whyUnreachable(new URL(`http://127.0.0.1:${port}`), 60_000)).toBe("ECONNREFUSED");
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
    expect(await whyUnreachable(url, 60_000)).toBe("UND_ERR_SOCKET");
  });
});
