import { createContract, type ErrorReport } from "@uhp-errors/core";
import { install } from "@uhp-errors/mcp";
import { parseToolError } from "@uhp-errors/mcp/client";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { acme, SECRET } from "./failures.ts";
import { LINES, type McpServer } from "./lines.ts";

/** An error as the SDK of another server might have thrown it. */
const foreign = (code: number, data: unknown) => Object.assign(new Error(SECRET), { name: "McpError", code, data });

describe.each(LINES)("$name", (line) => {
  async function connected(register: (server: McpServer) => void) {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => void reports.push(report) });
    const client = await line.connect(() => {
      const server = new line.McpServer(
        { name: "acme", version: "1.0.0" },
        { capabilities: { tools: {}, resources: {} } },
      );
      install(server, contract);
      register(server);
      return server;
    });
    return { client, reports };
  }

  test.each<[string, unknown]>([
    ["the address of another server's resource", foreign(-32_002, { uri: SECRET })],
    ["an address with any other code", foreign(-32_603, { uri: SECRET })],
    ["capabilities with a secret", foreign(-32_021, { requiredCapabilities: { roots: SECRET, [SECRET]: true } })],
    ["versions that are none", foreign(-32_022, { supported: [SECRET], requested: SECRET })],
    ["an address to open that is none", foreign(-32_042, { s: SECRET })],
    [
      "data that throw when they are listed",
      foreign(
        -32_002,
        new Proxy(
          { uri: "x" },
          {
            ownKeys: () => {
              throw foreign(-32_050, SECRET);
            },
          },
        ),
      ),
    ],
  ])("a resource that throws %s reveals nothing", async (_what, thrown) => {
    const { client, reports } = await connected((server) =>
      server.registerResource("r", "acme://r", {}, async () => {
        throw thrown;
      }),
    );
    const failure = await client.readResource({ uri: "acme://r" }).then(
      () => undefined,
      (reason: Error & { readonly data?: unknown }) => reason,
    );
    expect(failure).toBeInstanceOf(Error);
    expect(JSON.stringify([failure?.message, failure?.data])).not.toContain("hunter2");
    expect(reports).toHaveLength(1);
  });

  test("capabilities of the protocol are kept, whatever holds them", async () => {
    const circular: Record<string, unknown> = { form: {} };
    circular["self"] = circular;
    const data = { requiredCapabilities: { elicitation: circular, roots: { listChanged: true }, big: 1n } };
    const { client, reports } = await connected((server) =>
      server.registerResource("r", "acme://r", {}, async () => {
        throw foreign(-32_021, data);
      }),
    );
    const failure = await client.readResource({ uri: "acme://r" }).catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ data: { requiredCapabilities: { roots: { listChanged: true } } } });
    expect(reports).toHaveLength(1);
  });

  test.each<[string, () => unknown]>([
    ["returns nothing", () => undefined],
    ["returns an error", () => Object.assign(new Error("x"), { content: [], structuredContent: { left: 1 }, SECRET })],
    [
      "throws a value without a prototype that can be read",
      () => {
        throw new Proxy(
          {},
          {
            getPrototypeOf: () => {
              throw new Error(SECRET);
            },
          },
        );
      },
    ],
    [
      "throws a revoked proxy",
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        throw proxy;
      },
    ],
  ])("a tool with an output schema that %s fails like any other", async (_what, fail) => {
    const { client, reports } = await connected((server) =>
      server.registerTool("t", { outputSchema: z.object({ left: z.number() }) }, (async () => fail()) as never),
    );
    await client.listTools();
    for (const id of ["req-1", "req-2"]) {
      const result = await client.callTool({ name: "t", arguments: {}, _meta: { "x-request-id": id } });
      const error = parseToolError(result, { catalog: acme });
      expect(error).toMatchObject({ code: "acme_internal_error", detail: { correlation_id: id } });
      expect(JSON.stringify(result)).not.toContain("hunter2");
    }
    expect(reports).toMatchObject([{ route: "t" }, { route: "t" }]);
  });

  test("an error of the catalog that a tool returns is answered as one that it throws", async () => {
    const detail = { dsn: `postgres://u:${SECRET}@db` };
    const fail = () => acme.error("session_busy", { detail, context: { shard: SECRET } });
    const { client, reports } = await connected((server) =>
      server.registerTool("t", {}, (async () => fail()) as never),
    );
    const result = await client.callTool({ name: "t", arguments: {} });
    expect(parseToolError(result, { catalog: acme })).toMatchObject({ code: "session_busy" });
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(reports).toMatchObject([{ code: "session_busy" }]);
  });

  test("calls that share a result keep their own ids", async () => {
    const result = { content: [], structuredContent: { left: SECRET } };
    const both = Promise.withResolvers<void>();
    let calls = 0;
    const { client } = await connected((server) =>
      server.registerTool("t", { outputSchema: z.object({ left: z.number() }) }, (async () => {
        calls += 1;
        if (calls === 2) both.resolve();
        await both.promise;
        return result;
      }) as never),
    );
    const ids = ["req-1", "req-2"];
    const errors = await Promise.all(
      ids.map(async (id) =>
        parseToolError(await client.callTool({ name: "t", arguments: {}, _meta: { "x-request-id": id } })),
      ),
    );
    expect(errors.map((error) => error?.detail)).toEqual(ids.map((id) => ({ correlation_id: id })));
  });

  test.each<[string, object]>([
    ["with a code of its own", Object.assign(new Error(SECRET), { code: 11_000 })],
    ["with data", Object.assign(new Error(SECRET), { data: { s: SECRET } })],
  ])("an error %s that leaves without a handler reveals nothing", async (_what, thrown) => {
    const sent: object[] = [];
    const transport = {
      start: async () => {},
      close: async () => {},
      send: async (message: object) => void sent.push(message),
    };
    const reports: ErrorReport[] = [];
    const server = new line.McpServer({ name: "acme", version: "1.0.0" });
    install(server, createContract(acme, { onError: (report) => void reports.push(report) }));
    await server.connect(transport as never);
    const { code = -32_603, data } = thrown as { readonly code?: number; readonly data?: unknown };
    const error = { code, message: SECRET, ...(data !== undefined && { data }) };
    await transport.send({ jsonrpc: "2.0", id: 1, error } as object);
    expect(sent).toMatchObject([{ id: 1, error: { code: -32_603, data: { code: "acme_internal_error" } } }]);
    expect(JSON.stringify(sent)).not.toContain("hunter2");
    expect(reports).toHaveLength(1);
    await server.close();
  });
});
