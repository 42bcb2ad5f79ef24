import { EventEmitter, once } from "node:events";
import type { Server } from "node:http";
import { registerHooks } from "node:module";
import type { AddressInfo } from "node:net";
import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import type { Express } from "express";
import { afterAll, vi } from "vitest";
import { OTHER_METHOD } from "../support/styles.ts";
import { type AppStep, post } from "./support/app.ts";
import { threeWays } from "./support/three-ways.ts";

/** The name of the function that a line added to the program calls. */
const HOST = Symbol.for("test.server-everything");
const PROGRAM = "server-everything/dist/transports/streamableHttp.js";
const MADE = "const app = express();";

/** The program starts as soon as it is loaded, so the contract has to be in its source. */
const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes(PROGRAM)) return loaded;
    const source = String(loaded.source);
    if (source.split(MADE).length !== 2) throw new Error(`${PROGRAM} makes no app, or several`);
    return { ...loaded, source: source.replace(MADE, `${MADE} globalThis[Symbol.for("${HOST.description}")](app);`) };
  },
});
afterAll(() => hooks.deregister());

let runs = 0;

async function start(contract: Contract | undefined) {
  vi.stubEnv("PORT", "0");
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  const made = new EventEmitter<{ listen: [server: Server] }>();
  const listening = once(made, "listen") as Promise<[Server]>;
  const host = (app: Express) => {
    const { listen } = app;
    app.listen = function (this: Express, ...args: unknown[]) {
      const server = Reflect.apply(listen, this, args) as Server;
      server.once("listening", () => made.emit("listen", server));
      return server;
    } as Express["listen"];
    if (contract !== undefined) install(app, contract);
  };
  Object.assign(globalThis, { [HOST]: host });
  runs += 1;
  await import(
    `${import.meta.resolve("@modelcontextprotocol/server-everything/dist/transports/streamableHttp.js")}?${runs}`
  );
  const [server] = await listening;
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      server.close();
      server.closeAllConnections();
    },
  };
}

const ACCEPT = { Accept: "application/json, text/event-stream" };
const SESSION = { ...ACCEPT, "mcp-session-id": "{{session}}", "mcp-protocol-version": "2025-06-18" };

/** A call on the session; its answer is an event. */
function call(id: number, method: string, params: object = {}, more: Partial<AppStep> = {}): AppStep {
  return { method: "POST", path: "/mcp", headers: SESSION, json: { jsonrpc: "2.0", id, method, params }, ...more };
}

const tool = (id: number, name: string, args: object = {}) => call(id, "tools/call", { name, arguments: args });

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1.0.0" },
};

threeWays({
  library: "@modelcontextprotocol/server-everything",
  is: "MCP over Streamable HTTP",
  start,
  adoption: ["install(app, contract);"],
  differences: {
    "another method": OTHER_METHOD,
  },
  normalize: [
    {
      pattern: /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?:_\w+)?/g,
      by: "*",
      why: "sessions and events have random ids",
    },
  ],
  flow: {
    "a first request": call(1, "initialize", INITIALIZE, {
      headers: ACCEPT,
      keep: { session: /\nmcp-session-id: (\S+)/i },
    }),
    "the client is ready": post(
      "/mcp",
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { headers: SESSION, status: 202 },
    ),
    "a ping": call(2, "ping"),
    "all tools": call(3, "tools/list"),
    "an echo": tool(4, "echo", { message: "hello" }),
    "a sum": tool(5, "get-sum", { a: 2, b: 3 }),
    "a sum of words": tool(6, "get-sum", { a: "two", b: 3 }),
    "an unknown tool": tool(7, "none"),
    "a structured answer": tool(8, "get-structured-content", { location: "Chicago" }),
    "an image": tool(9, "get-tiny-image"),
    "all resources": call(10, "resources/list"),
    "a resource": call(11, "resources/read", { uri: "demo://resource/static/document/features.md" }),
    "a resource that does not exist": call(12, "resources/read", { uri: "demo://nowhere" }),
    "all prompts": call(13, "prompts/list"),
    "a prompt": call(14, "prompts/get", { name: "simple-prompt" }),
    "a prompt that does not exist": call(15, "prompts/get", { name: "none" }),
    "a method that does not exist": call(16, "none/at-all"),
    "two calls at once": post(
      "/mcp",
      [
        { jsonrpc: "2.0", id: 17, method: "ping" },
        { jsonrpc: "2.0", id: 18, method: "ping" },
      ],
      { headers: SESSION },
    ),
    "a preflight": {
      method: "OPTIONS",
      path: "/mcp",
      headers: { Origin: "https://pages.test", "Access-Control-Request-Method": "POST" },
      status: 204,
    },
    "a call without a session": call(19, "tools/list", {}, { headers: ACCEPT, status: 400 }),
    "a call of an unknown session": call(
      20,
      "tools/list",
      {},
      {
        headers: { ...ACCEPT, "mcp-session-id": "none" },
        status: 400,
      },
    ),
    "a call that accepts no events": call(
      21,
      "ping",
      {},
      {
        headers: { ...SESSION, Accept: "application/json" },
        status: 406,
      },
    ),
    "a call in an unknown version": call(
      22,
      "ping",
      {},
      {
        headers: { ...SESSION, "mcp-protocol-version": "1999-01-01" },
        status: 400,
      },
    ),
    "a call of an unknown type": {
      method: "POST",
      path: "/mcp",
      headers: { ...SESSION, "Content-Type": "text/plain" },
      body: "ping",
      status: 415,
    },
    "a call that is no JSON": {
      method: "POST",
      path: "/mcp",
      headers: { ...SESSION, "Content-Type": "application/json" },
      body: "{",
      status: 400,
    },
    "a call that is no JSON-RPC": post("/mcp", { ping: true }, { headers: SESSION, status: 400 }),
    "a second first request": call(23, "initialize", INITIALIZE, { status: 400 }),
    "events of the session": { path: "/mcp", headers: SESSION, until: "\r\n\r\n" },
    "events without a session": { path: "/mcp", headers: ACCEPT, status: 400 },
    "events that are not accepted": { path: "/mcp", headers: { ...SESSION, Accept: "text/html" }, status: 406 },
    "the end of an unknown session": {
      method: "DELETE",
      path: "/mcp",
      headers: { "mcp-session-id": "none" },
      status: 400,
    },
    "the end of the session": { method: "DELETE", path: "/mcp", headers: SESSION },
    "a call after the end": call(24, "ping", {}, { status: 400 }),
    "another method": { method: "PUT", path: "/mcp", json: {}, status: 404 },
    "an address that does not exist": { path: "/nowhere", status: 404 },
  },
});
