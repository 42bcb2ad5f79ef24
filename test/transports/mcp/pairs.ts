import { Client as Client2, InMemoryTransport as InMemory2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as InMemory1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as McpServer2 } from "@modelcontextprotocol/server";
import { createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/mcp";
import { z } from "zod";
import { acme } from "./failures.ts";

/** The kinds of things that a server of {@link startPairs} serves. */
export const SERVED = ["plain", "with_input", "with_output", "resource", "prompt"] as const;

export type Served = (typeof SERVED)[number];

/** A client that is connected to a server, in memory. */
export interface Pair {
  /** Requests one of the things that are served. */
  request(served: Served, args: unknown, timeout: number): Promise<unknown>;
  close(): Promise<void>;
}

interface Line {
  readonly McpServer: typeof McpServer1;
  readonly Client: typeof Client1;
  readonly InMemory: typeof InMemory1;
}

const LINES: readonly Line[] = [
  { McpServer: McpServer1, Client: Client1, InMemory: InMemory1 },
  { McpServer: McpServer2 as never, Client: Client2 as never, InMemory: InMemory2 as never },
];

/** Starts a server for each line of the SDK. Every request runs `act`. */
export function startPairs(act: () => unknown, onError: () => void): Promise<readonly Pair[]> {
  return Promise.all(LINES.map((line) => startPair(line, act as () => never, onError)));
}

async function startPair({ McpServer, Client, InMemory }: Line, act: () => never, onError: () => void): Promise<Pair> {
  const server = new McpServer({ name: "acme", version: "1.0.0" });
  install(server, createContract(acme, { onError }));
  server.registerTool("plain", {}, act);
  server.registerTool("with_input", { inputSchema: z.object({ count: z.number() }) }, act);
  server.registerTool("with_output", { outputSchema: z.object({ left: z.number() }) }, act);
  server.registerResource("resource", "acme://r", {}, act);
  server.registerPrompt("prompt", {}, act);
  const [one, other] = InMemory.createLinkedPair();
  await server.connect(one);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(other);
  return {
    request: (served, args, timeout) => requested(client, served, args, { timeout }),
    close: () => client.close(),
  };
}

function requested(
  client: Client1,
  served: Served,
  args: unknown,
  options: { readonly timeout: number },
): Promise<unknown> {
  if (served === "resource") return client.readResource({ uri: "acme://r" }, options);
  if (served === "prompt") return client.getPrompt({ name: "prompt" }, options);
  const call = { name: served, arguments: args as Record<string, unknown> };
  // The first line takes a schema of the result before the options.
  return client instanceof Client1
    ? client.callTool(call, undefined, options)
    : (client as unknown as Client2).callTool(call, options);
}
