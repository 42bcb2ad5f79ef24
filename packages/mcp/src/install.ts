import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { defineOwn, peek, shared, warnOnce } from "@uhp-errors/core/internal";
import { type Handler, Handlers, type Transport } from "./handlers.ts";
import { coverTools } from "./tools.ts";

/** The parts of the SDK's low-level `Server` that {@link install} uses. */
export interface InstallableServer {
  connect(transport: never): Promise<void>;
  setRequestHandler(...handler: never): unknown;
}

/** The parts of the SDK's `McpServer` that {@link install} uses. */
export interface InstallableMcpServer {
  readonly server: InstallableServer;
  connect(transport: never): Promise<void>;
}

/** What is in force on each `Server`, and on each `McpServer`. */
const INSTALLED = () => shared("mcp", () => new WeakMap<object, Handlers>());

/**
 * Puts a contract in force on an MCP server: on its tools, resources, prompts and other requests, whether they are registered before or
 * after. A failed tool becomes a result with `isError`, and everything else a JSON-RPC error. Works with versions 1 and 2 of the SDK,
 * `@modelcontextprotocol/sdk` and `@modelcontextprotocol/server`. If you have an `McpServer`, pass that, and not its `server`. A second
 * call with the same contract does nothing.
 *
 * @param server What `new McpServer()` or `new Server()` made.
 * @throws TypeError if it gets anything but a server and a contract, or if the server has another contract already.
 * @example
 * const server = new McpServer({ name: "acme", version: "1.0.0" });
 * install(server, contract);
 */
export function install(server: InstallableMcpServer | InstallableServer, contract: Contract): void {
  expectContract(contract, "install");
  const lower = peek(server, "server") ?? server;
  if (typeof peek(lower, "setRequestHandler") !== "function" || typeof peek(lower, "connect") !== "function") {
    throw new TypeError(
      "install: expected a server that new McpServer() or new Server() made, as in install(server, contract)",
    );
  }
  const installed = INSTALLED();
  const handlers = installed.get(lower as object) ?? new Handlers(contract);
  if (handlers.contract !== contract) throw new TypeError("install: this server has another contract already");
  if (!installed.has(lower as object)) {
    installed.set(lower as object, handlers);
    if (!coverRequests(lower as object, handlers)) warnOfSdk("requests");
  }
  if (lower === server || installed.has(server)) return;
  installed.set(server, handlers);
  handlers.owner = server;
  if (!coverTools(server, handlers)) warnOfSdk("tools");
}

function warnOfSdk(what: "requests" | "tools"): void {
  warnOnce(
    "UHP_UNKNOWN_MCP_SDK",
    `install(server, contract) does not know this release of the MCP SDK, so the contract does not cover its ${what}`,
    what,
  );
}

/** Covers the requests of a `Server`. Returns false if it keeps their handlers elsewhere than known here. */
function coverRequests(server: object, handlers: Handlers): boolean {
  const kept = peek(server, "_requestHandlers");
  if (!(kept instanceof Map)) return false;
  const { set } = Map.prototype;
  for (const [method, handler] of kept) kept.set(method, handlers.cover(handler));
  defineOwn(kept, "set", (method: unknown, handler: Handler) => set.call(kept, method, handlers.cover(handler)));
  coverFallback(server, handlers);

  const connect = peek(server, "connect") as (...given: readonly unknown[]) => unknown;
  defineOwn(server, "connect", (transport: Transport, ...rest: readonly unknown[]) => {
    handlers.coverTransport(transport);
    return connect.call(server, transport, ...rest);
  });
  const connected = peek(server, "transport") as Transport | undefined;
  if (connected !== undefined) handlers.coverTransport(connected);
  return true;
}

/** Covers the handler for requests that no other handler takes. A service sets it as a property. */
function coverFallback(server: object, handlers: Handlers): void {
  const covered = (handler: unknown) => (typeof handler === "function" ? handlers.cover(handler as Handler) : handler);
  let fallback = covered(peek(server, "fallbackRequestHandler"));
  Object.defineProperty(server, "fallbackRequestHandler", {
    configurable: true,
    enumerable: true,
    get: () => fallback,
    set: (handler: unknown) => {
      fallback = covered(handler);
    },
  });
}
