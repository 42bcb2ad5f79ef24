import { describe, expect, test } from "vitest";
import { readCall } from "./call.ts";

const SERVER = {
  _registeredTools: {
    read: { annotations: { readOnlyHint: true } },
    put: { annotations: { idempotentHint: true } },
    post: { annotations: { readOnlyHint: "yes", idempotentHint: false } },
    off: { enabled: false },
    undefined: { annotations: { readOnlyHint: true } },
  },
};

test.each<readonly [what: string, method: string, named: unknown, name: string, idempotent: boolean]>([
  ["a tool that only reads", "tools/call", "read", "read", true],
  ["a tool that may run twice", "tools/call", "put", "put", true],
  ["a tool that states neither", "tools/call", "post", "post", false],
  ["a tool that is switched off", "tools/call", "off", "tools/call", false],
  ["a tool that does not exist", "tools/call", "toString", "tools/call", false],
  ["a tool without a name", "tools/call", 7, "tools/call", false],
  ["a prompt that is named like a tool", "acme/get", "read", "acme/get", false],
  ...[
    "completion/complete",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "tools/list",
  ].map((method) => ["a method that only reads", method, undefined, method, true] as const),
])("the name of a call, and whether it may run twice: %s, %s", (_what, method, named, name, idempotent) => {
  const request = { params: { name: named } };
  expect(readCall(SERVER, method, request, undefined)).toEqual({
    transport: "mcp",
    name,
    version: undefined,
    correlationId: undefined,
    idempotent,
    signal: undefined,
    native: { request, extra: undefined },
  });
});

describe("a call states its version and its id", () => {
  const stated = { "uhp-version": "2026-09-12", "x-request-id": "req-1" };
  const other = { "uhp-version": "2026-10-04", "x-request-id": "req-2" };
  test.each<readonly [where: string, params: unknown, extra: unknown]>([
    ["in its _meta", { _meta: stated }, {}],
    ["in its _meta, whatever its headers say", { _meta: stated }, { requestInfo: { headers: other } }],
    ["in the headers of version 1", {}, { requestInfo: { headers: stated } }],
    ["in the headers of version 2", {}, { http: { req: { headers: new Headers(stated) } } }],
  ])("%s", (_where, params, extra) => {
    const { version, correlationId } = readCall(undefined, "tools/call", { params }, extra);
    expect({ version, correlationId }).toEqual({ version: "2026-09-12", correlationId: "req-1" });
  });

  test.each([{ http: { req: { headers: new Headers() } } }, { http: { req: { headers: stated } } }])(
    "nowhere else: %j",
    (extra) => {
      expect(readCall(undefined, "tools/call", {}, extra)).toMatchObject({
        version: undefined,
        correlationId: undefined,
      });
    },
  );
});

test.each(["signal", "mcpReq"])("the signal of a call is that of its request: %s", (place) => {
  const { signal } = new AbortController();
  const extra = place === "signal" ? { signal } : { mcpReq: { signal } };
  expect(readCall(undefined, "tools/call", {}, extra).signal).toBe(signal);
});
