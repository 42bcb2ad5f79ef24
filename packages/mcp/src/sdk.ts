import { isRecord, peek, peekString } from "@uhp-errors/core/internal";

/** The names that versions 1 and 2 of the SDK give to errors that become JSON-RPC errors. */
const NAMES: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["McpError", "ProtocolError"]);

/** Version 2 marks its errors, also those of subclasses, under this symbol. */
const BRANDS = /* @__PURE__ */ Symbol.for("mcp.sdk.errorBrands");

/** JSON-RPC 2.0, section 5.1, and what MCP adds to it. */
export const CODE = {
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  connectionClosed: -32_000,
  requestTimeout: -32_001,
  resourceNotFound: -32_002,
  missingClientCapability: -32_021,
  unsupportedProtocolVersion: -32_022,
  urlElicitationRequired: -32_042,
} as const;

/** Returns the code of an error of the SDK; `undefined` for any other value. */
export function protocolCode(thrown: unknown): number | undefined {
  const code = peek(thrown, "code");
  const isOfSdk = NAMES.has(peek(thrown, "name")) || peek(thrown, BRANDS) !== undefined;
  return isOfSdk && Number.isSafeInteger(code) ? (code as number) : undefined;
}

/** A tool or a prompt, as an `McpServer` keeps it. Only what is read here. */
export interface Registered {
  readonly enabled?: unknown;
  readonly annotations?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly argsSchema?: unknown;
}

/** Returns the tool or prompt that a request names, if it is registered and enabled. */
export function registered(
  server: object | undefined,
  list: "_registeredTools" | "_registeredPrompts",
  name: string | undefined,
): Registered | undefined {
  const all = peek(server, list);
  const found = isRecord(all) && name !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
  return isRecord(found) && found["enabled"] !== false ? found : undefined;
}

/** Returns the name of the tool or prompt in a request. */
export function nameIn(request: unknown): string | undefined {
  return peekString(peek(request, "params"), "name");
}

/** Whether a call of a tool asks for a task. Then its client takes a task or a JSON-RPC error, and no result. */
export function asksForTask(request: unknown): boolean {
  return isRecord(peek(peek(request, "params"), "task"));
}

/** Returns the signal of a request. Both versions of the SDK pass it to the handlers, and always the same object. */
export function readSignal(extra: unknown): AbortSignal | undefined {
  const signal = peek(peek(extra, "mcpReq") ?? extra, "signal");
  return isRecord(signal) ? (signal as unknown as AbortSignal) : undefined;
}

/** Returns a header of the HTTP request that a request came with. */
export function readHeader(extra: unknown, name: string): string | undefined {
  // Version 1 passes an object with a key for each header, version 2 the `Request`.
  const plain = peekString(peek(peek(extra, "requestInfo"), "headers"), name);
  if (plain !== undefined) return plain;
  const headers = peek(peek(peek(extra, "http"), "req"), "headers");
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : undefined;
}
