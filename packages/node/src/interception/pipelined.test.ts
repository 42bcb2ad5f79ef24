import type { RequestListener, Server, ServerResponse } from "node:http";
import { type Duplex, pipeline, Readable } from "node:stream";
import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { eventually } from "../../../../test/support/eventually.ts";
import { sendBytes } from "../../../../test/support/http.ts";
import { serving } from "../../../../test/support/serving.ts";
import { intercept } from "../response/intercept.ts";
import { attach } from "../server/attach.ts";

const reports: string[] = [];
const contract = createAdapterContract(defineCatalog({ vendor: "acme" }), {
  onError: ({ outcome, code, path }) => reports.push(`${outcome} ${code} ${path}`),
});

/**
 * Sends two requests at once on one connection. The first is answered after `handle` has handled the second. Resolves
 * with all that comes back.
 */
function sendTwo(handle: RequestListener): Promise<string> {
  const second = "GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  let first: ServerResponse | undefined;
  return send(`GET /first HTTP/1.1\r\nHost: x\r\n\r\n${second}`, async (request, response) => {
    first ??= response;
    if (request.url === "/first") return;
    handle(request, response);
    // By then, whatever the second response does at once is done.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next));
    first.end("first");
  });
}

/** Sends bytes at once on one connection. Resolves with all that comes back until the server closes it. */
async function send(bytes: string, handle: RequestListener, prepare?: (server: Server) => void): Promise<string> {
  const url = await serving(
    (request, response) => {
      intercept(contract, request, response);
      handle(request, response);
    },
    (server) => {
      attach(server, contract);
      prepare?.(server);
    },
  );
  return sendBytes(url, bytes);
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

describe("bytes that are no request, after requests that are", () => {
  const get = (path: string, ...fields: readonly string[]) =>
    `${[`GET ${path} HTTP/1.1`, "Host: x", ...fields].join("\r\n")}\r\n\r\n`;
  const statusesIn = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  const GARBAGE = "{}\r\n\r\n";

  const ENDS = {
    "at once": (end) => end(),
    "in a microtask": (end) => queueMicrotask(end),
    "in a tick": (end) => process.nextTick(end),
  } as const satisfies Record<string, (end: () => void) => void>;

  test.each(Object.entries(ENDS))("get their 400 after the responses that are ended %s", async (_when, soon) => {
    reports.length = 0;
    const received = await send(`${get("/1")}${get("/2")}${get("/3")}${GARBAGE}`, (request, response) => {
      response.statusCode = request.url === "/2" ? 200 : 404;
      soon(() => response.end());
    });
    expect(statusesIn(received)).toEqual(["404", "200", "404", "400"]);
    expect(reports).toEqual(["answered acme_not_found /1", "answered acme_not_found /3", "answered acme_bad_request "]);
  });

  test("get none after a response that closes the connection", async () => {
    reports.length = 0;
    const received = await send(`${get("/1")}${get("/2", "Connection: close")}${get("/3")}`, (_request, response) => {
      response.writeHead(404).end();
    });
    expect(statusesIn(received)).toEqual(["404", "404"]);
    expect(reports).toEqual(["answered acme_not_found /1", "answered acme_not_found /2"]);
  });

  const afterOne = (prepare?: (server: Server) => void) =>
    send(`${get("/1")}${GARBAGE}`, (_request, response) => void setImmediate(() => response.end("late")), prepare);

  test("get their 400 without a global setImmediate, which a test that imitates a browser has taken away", async () => {
    reports.length = 0;
    vi.stubGlobal("setImmediate", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(statusesIn(await send(`${get("/1")}${GARBAGE}`, () => {}))).toEqual(["400"]);
    expect(reports).toEqual(["answered acme_bad_request /1"]);
  });

  test("get their 400 at once if another listener would answer meanwhile", async () => {
    reports.length = 0;
    const other = (_error: Error, socket: Duplex) =>
      void (socket.writable && socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const received = await afterOne((server) => server.on("clientError", other));
    expect(received).toContain('"code":"acme_bad_request"');
    expect(reports).toEqual(["answered acme_bad_request /1"]);
  });

  test("are told with what was sent by a contract that only reports, once a connection", async () => {
    const sent: unknown[] = [];
    const watching = createAdapterContract(defineCatalog({ vendor: "globex" }), {
      reportOnly: true,
      onError: ({ reportOnly }) => sent.push(reportOnly?.sent?.status),
    });
    const received = await afterOne((server) => attach(server, watching));
    expect(statusesIn(received)).toEqual(["200", "400"]);
    await eventually(() => expect(sent).toEqual([400]));
  });

  test("get their 400 in place of a response that never ends", async () => {
    reports.length = 0;
    const received = await send(`${get("/1")}${get("/2")}${GARBAGE}`, (request, response) => {
      if (request.url === "/1") response.end("first");
    });
    expect(statusesIn(received)).toEqual(["200", "400"]);
    expect(reports).toEqual(["answered acme_bad_request /2"]);
  });
});
