import type { Call } from "@uhp-errors/core";
import { VERSION_HEADER } from "@uhp-errors/core/codes";
import { peek, peekString } from "@uhp-errors/core/internal";
import { nameIn, readHeader, readSignal, registered } from "./sdk.ts";

/** The methods that only read. */
const SAFE: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "completion/complete",
  "prompts/get",
  "prompts/list",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "tools/list",
]);

/** Returns a request as a contract sees it. A client may name its version and its id in `_meta`, or over HTTP in headers. */
export function readCall(server: object | undefined, method: string, request: unknown, extra: unknown): Call {
  const name = method === "tools/call" ? nameIn(request) : undefined;
  const tool = registered(server, "_registeredTools", name);
  const meta = peek(peek(request, "params"), "_meta");
  const stated = (key: string) => peekString(meta, key) ?? readHeader(extra, key);
  const hint = (key: string) => peek(tool?.annotations, key) === true;
  return {
    transport: "mcp",
    // A client makes up the names of tools that do not exist.
    name: tool === undefined ? method : name,
    version: stated(VERSION_HEADER.toLowerCase()),
    correlationId: stated("x-request-id"),
    idempotent: SAFE.has(method) || hint("readOnlyHint") || hint("idempotentHint"),
    signal: readSignal(extra),
    native: { request, extra },
  };
}
