import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { describe, expect, test, vi } from "vitest";

const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });

/** Sets the fields of a head one by one before it hands on the rest, as middleware does that waits for heads. */
function overlay(response: ServerResponse): void {
  const below = response.writeHead;
  response.writeHead = function writeHead(this: ServerResponse, status: number, fields?: Record<string, string>) {
    this.statusCode = status;
    for (const [name, value] of Object.entries(fields ?? {})) this.setHeader(name, value);
    return Reflect.apply(below, this, [status]) as ServerResponse;
  } as ServerResponse["writeHead"];
}

const RELAYED = { "Set-Cookie": "theirs=1", "X-Customer": "17", "X-Request-ID": "theirs" };

/** Asks a server whose process has seen some answers that no such middleware touched. */
async function afterPlain(answers: number, ask: (get: (path: string) => Promise<object>) => Promise<void>) {
  vi.resetModules();
  const { intercept } = await import("./intercept.ts");
  const answer: RequestListener = (request, response) => {
    intercept(contract, request, response);
    const [, kind, status] = (request.url ?? "").split("/");
    if (kind === "plain") return response.end("ok");
    overlay(response);
    response.setHeader("Vary", "Origin");
    response.setHeader("Set-Cookie", "own=1");
    if (kind === "relayed") response.writeHead(Number(status), RELAYED);
    else response.statusCode = Number(status);
    return response.end("text of the service's");
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const get = async (path: string) => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, { headers: { "x-request-id": "mine" } });
    const { status, headers } = response;
    const fields = ["x-customer", "x-request-id", "vary"].map((name) => headers.get(name));
    return [status, ...fields, ...headers.getSetCookie(), (await response.text()).startsWith('{"error":{')];
  };
  try {
    for (let sent = 0; sent < answers; sent += 1) await get("plain");
    await ask(get);
  } finally {
    server.close();
  }
}

/** What leaves when it is known what the head was called with: status, fields, cookies, and whether it is an envelope. */
const EXACT = {
  "relayed/502": [502, null, "mine", "Origin", "own=1", true],
  "relayed/200": [200, "17", "mine", "Origin", "theirs=1", false],
  "implicit/404": [404, null, "mine", "Origin", "own=1", true],
  "implicit/200": [200, null, "mine", "Origin", "own=1", false],
} as const;

/** What leaves when it is not: a cookie of the service's cannot be told from another service's. */
const FIRST = { ...EXACT, "relayed/502": [502, null, "mine", "Origin", true] };

describe.each(Object.keys(EXACT) as (keyof typeof EXACT)[])(
  "behind middleware in the place of writeHead: %s",
  (path) => {
    test("is told apart while there may be such middleware", async () => {
      await afterPlain(3, async (get) => expect(await get(path)).toEqual(EXACT[path]));
    });

    test("tells nothing that is another service's, the first time after many answers without any", async () => {
      await afterPlain(1_001, async (get) => {
        expect(await get(path)).toEqual(FIRST[path]);
        expect(await get(path)).toEqual(EXACT[path]);
      });
    });
  },
);
