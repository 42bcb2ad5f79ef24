import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { Client as Client2, StreamableHTTPClientTransport as HttpClient2 } from "@modelcontextprotocol/client";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpClient1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler, McpServer as McpServer2, Server as Server2 } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { listening } from "../support/listening.ts";

export type Client = Client1;
export type McpServer = McpServer1;
export type Server = Server1;

/** A line of the SDK, reduced to what both lines share here. */
export interface Line {
  readonly name: string;
  readonly McpServer: typeof McpServer1;
  readonly Server: typeof Server1;
  /** Serves what `make` returns over Streamable HTTP, and connects a client of the same line to it. */
  connect(make: () => McpServer | Server, headers?: Readonly<Record<string, string>>): Promise<Client>;
}

const INFO = { name: "test", version: "1.0.0" };

/** The address of a server that listens until the test ends. */
async function served(listener: RequestListener): Promise<URL> {
  return new URL("/mcp", await listening(listener));
}

function closing<Closed extends { close(): Promise<void> }>(client: Closed): Closed {
  onTestFinished(() => client.close());
  return client;
}

const v1: Line = {
  name: "@modelcontextprotocol/sdk 1",
  McpServer: McpServer1,
  Server: Server1,
  async connect(make, headers = {}) {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    await make().connect(transport as never);
    const url = await served((request, response) => void transport.handleRequest(request, response));
    const client = closing(new Client1(INFO));
    await client.connect(new HttpClient1(url, { requestInit: { headers } }) as never);
    return client;
  },
};

const v2: Line = {
  name: "@modelcontextprotocol/server 2",
  McpServer: McpServer2 as never,
  Server: Server2 as never,
  async connect(make, headers = {}) {
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    await make().connect(transport as never);
    const url = await served((request, response) => void transport.handleRequest(request, response));
    const client = closing(new Client2(INFO));
    await client.connect(new HttpClient2(url, { requestInit: { headers } }));
    return client as never;
  },
};

/** The revision of 2026-07-28 has no sessions, so each request gets its own server. */
const modern: Line = {
  ...v2,
  name: "@modelcontextprotocol/server 2, revision 2026-07-28",
  async connect(make, headers = {}) {
    const handler = createMcpHandler(make as never);
    const url = await served(toNodeHandler(handler) as RequestListener);
    const client = closing(new Client2(INFO, { versionNegotiation: { mode: "auto" } }));
    await client.connect(new HttpClient2(url, { requestInit: { headers } }));
    return client as never;
  },
};

export const LINES: readonly Line[] = [v1, v2, modern];
