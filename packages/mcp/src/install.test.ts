import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { type Handler, Handlers } from "./handlers.ts";
import { install } from "./install.ts";
import { coverTools } from "./tools.ts";

// The real SDKs run in test/transports/mcp. This is the order in which their server calls the steps of a tool.

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });

const { process } = globalThis as unknown as { readonly process: { emitWarning(...given: readonly unknown[]): void } };

/** What the process is warned of. */
let warn: MockInstance<typeof process.emitWarning>;
beforeEach(() => {
  warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
});
afterEach(() => {
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

interface Tool {
  readonly run?: () => unknown;
  /** What the SDK says where it refuses a call before its first step. */
  readonly refusal?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly polls?: boolean;
}

const ofSdk = (code: number, message = `MCP error ${code}: hunter2`) =>
  Object.assign(new Error(message), { name: "McpError", code });

/** A server with the private steps of an `McpServer`. */
class Server {
  readonly _registeredTools: Readonly<Record<string, Tool>>;
  readonly server = {
    _requestHandlers: new Map<string, (request: unknown, extra: unknown) => unknown>(),
    setRequestHandler() {},
    connect(transport: unknown) {
      return transport;
    },
  };

  constructor(tools: Readonly<Record<string, Tool>>) {
    this._registeredTools = tools;
    this.server._requestHandlers.set("tools/call", (request, extra) => this.#run(request as never, extra));
  }

  connect(): void {}

  async #run({ params }: { params: { name: string; arguments?: unknown } }, extra: unknown): Promise<unknown> {
    try {
      const tool = this._registeredTools[params.name];
      if (tool === undefined) throw ofSdk(-32_602);
      if (tool.refusal !== undefined) throw new Error(tool.refusal);
      if (tool.polls) return await this.handleAutomaticTaskPolling(tool, params, extra);
      await this.validateToolInput(tool, params.arguments);
      const result = await this.executeToolHandler(tool, params.arguments, extra);
      await this.validateToolOutput(tool, result);
      return result;
    } catch (error) {
      if ((error as { code?: unknown }).code === -32_042) throw error;
      return this.createToolError((error as Error).message);
    }
  }

  async validateToolInput({ input }: Tool, _given: unknown): Promise<void> {
    if (input !== undefined) throw input;
  }
  async executeToolHandler({ run }: Tool, ..._rest: readonly unknown[]): Promise<unknown> {
    return run?.();
  }
  async handleAutomaticTaskPolling({ run }: Tool, ..._rest: readonly unknown[]): Promise<unknown> {
    return run?.();
  }
  async validateToolOutput({ output }: Tool, _result: unknown): Promise<void> {
    if (output !== undefined) throw output;
  }
  createToolError(text: string): object {
    return { isError: true, content: [{ type: "text", text }] };
  }
}

function serving(tools: Readonly<Record<string, Tool>>, reportOnly = false) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly, onError: (report) => void reports.push(report) });
  const server = new Server(tools);
  install(server as never, contract);
  const call = async (name: string, params: object = {}) =>
    server.server._requestHandlers.get("tools/call")?.(
      { method: "tools/call", params: { name, ...params } },
      { signal: new AbortController().signal },
    );
  return { server, contract, reports, call };
}

const OK = { content: [] };
const fail = (thrown: unknown) => () => {
  throw thrown;
};
const issues = [{ message: "No.", path: ["id"] }];
const inputSchema = { "~standard": { validate: () => ({ issues }) } };
const internal = "acme_internal_error";

const misfit = {
  message: "the result of a tool does not fit its output schema",
  cause: expect.objectContaining({ code: -32_602 }),
};

/** Tools that fail, the code that their client gets, and what is reported. */
const FAILING: Readonly<Record<string, readonly [tool: Tool, code: string, thrown: object]>> = {
  throws: [{ run: fail(acme.error("acme_cold")) }, "acme_cold", { code: "acme_cold" }],
  polled: [{ run: fail(acme.error("acme_cold")), polls: true }, "acme_cold", { code: "acme_cold" }],
  input: [{ input: ofSdk(-32_602), inputSchema, run: () => OK }, "invalid_input", { issues }],
  output: [{ output: ofSdk(-32_602), run: () => OK }, internal, misfit],
  nothing: [{ run: () => undefined }, internal, { message: "a tool returned no result" }],
  an_error: [{ run: () => Object.assign(new Error("hunter2"), OK) }, internal, { message: "hunter2" }],
  refused: [{ refusal: "MCP error -32601: hunter2" }, "invalid_input", { status: 400 }],
  mistaken: [{ refusal: "MCP error -32603: hunter2" }, internal, { message: "MCP error -32603: hunter2" }],
};
const TOOLS = Object.fromEntries(Object.entries(FAILING).map(([name, [tool]]) => [name, tool]));

describe("a tool that fails", () => {
  test.each(Object.entries(FAILING))("has its own error: %s", async (name, [, code, thrown]) => {
    const { call, reports } = serving(TOOLS);
    const result = await call(name);
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code } } });
    expect(JSON.stringify(result)).not.toContain("hunter2");
    expect(reports).toMatchObject([{ code, transport: "mcp", route: name, thrown }]);
  });

  test.each(Object.entries(FAILING))("fails as without a contract that only reports: %s", async (name, [, code]) => {
    const bare = new Server(TOOLS).server._requestHandlers.get("tools/call");
    const { call, reports } = serving(TOOLS, true);
    expect(await call(name).catch(String)).toEqual(await bare?.({ params: { name } }, {}));
    expect(reports).toMatchObject([{ code, route: name }]);
  });

  test("says its error beside what it declares", async () => {
    const { call } = serving({ typed: { run: fail(acme.error("acme_cold")), outputSchema: {} } });
    expect(await call("typed")).toMatchObject({ _meta: { "uhp-errors/error": { error: { code: "acme_cold" } } } });
  });

  test("and was asked for a task fails the request", async () => {
    const { call } = serving(TOOLS);
    await expect(call("throws", { task: {} })).rejects.toMatchObject({ code: -32_603, data: { code: "acme_cold" } });
  });

  test("with a result that it keeps, has the error of its own call", async () => {
    const tool = { run: () => OK, output: ofSdk(-32_602) };
    const { call, reports } = serving({ one: tool, other: tool });
    await Promise.all([call("one"), call("other")]);
    expect(reports.map(({ route }) => route)).toEqual(["one", "other"]);
  });
});

test("a tool that does not exist is reported by a contract that only reports", async () => {
  const { call, reports } = serving({}, true);
  expect(await call("absent")).toMatchObject({ isError: true });
  expect(reports).toMatchObject([{ code: "acme_not_found", route: "tools/call" }]);
});

test("a tool that does not exist fails the request", async () => {
  const { call, reports } = serving({});
  await expect(call("absent")).rejects.toMatchObject({ code: -32_602, data: { code: "acme_not_found" } });
  expect(reports).toMatchObject([{ code: "acme_not_found", route: "tools/call" }]);
});

test("a tool that asks for an address to be opened is left alone", async () => {
  const asking = Object.assign(ofSdk(-32_042), { data: { elicitations: [{}] } });
  const { call, reports } = serving({ pay: { run: fail(asking) } });
  await expect(call("pay")).rejects.toBe(asking);
  expect(reports).toEqual([]);
});

test("the result of a tool that works is its own", async () => {
  const { call } = serving({ works: { run: () => OK } });
  expect(await Promise.all([call("works"), call("works")])).toEqual([OK, OK]);
});

test("an error that no call is known for says nothing", () => {
  const { server, reports } = serving({});
  expect(server.createToolError("hunter2")).toMatchObject({ structuredContent: { error: { code: internal } } });
  expect(reports).toMatchObject([
    { code: internal, transport: "mcp", route: "tools/call", thrown: { message: "hunter2" } },
  ]);
  const dry = serving({}, true);
  expect(dry.server.createToolError("hunter2")).toEqual(new Server({}).createToolError("hunter2"));
  expect(dry.reports).toEqual([]);
});

describe("install", () => {
  const contract = createContract(acme, { onError: () => {} });

  test.each([
    ["requests", () => Object.assign(new Server({}).server, { _requestHandlers: undefined })],
    ["tools", () => Object.assign(new Server({}), { createToolError: undefined })],
  ])("warns once of a release whose %s it does not know", (what, make) => {
    for (let time = 0; time < 2; time += 1) install(make() as never, contract);
    expect(warn.mock.calls).toEqual([
      [
        `install(server, contract) does not know this release of the MCP SDK, so the contract does not cover its ${what}`,
        { type: "UhpErrorsWarning", code: "UHP_UNKNOWN_MCP_SDK" },
      ],
    ]);
    warn.mockClear();
  });

  test("leaves out a step that only version 1 has", () => {
    const server = new Server({});
    Object.assign(server, { handleAutomaticTaskPolling: undefined });
    install(server as never, contract);
    expect(server.handleAutomaticTaskPolling).toBeUndefined();
  });

  test.each(["validateToolInput", "executeToolHandler", "validateToolOutput", "createToolError"])(
    "leaves the tools of a server without %s alone",
    (step) => {
      const server = Object.assign(new Server({}), { [step]: undefined });
      expect(coverTools(server, new Handlers(contract))).toBe(false);
    },
  );

  test("covers the handler for all other methods that was there before", async () => {
    const server = new Server({});
    Object.assign(server.server, { fallbackRequestHandler: fail(acme.error("acme_cold")) });
    install(server as never, contract);
    const { fallbackRequestHandler } = server.server as unknown as { fallbackRequestHandler: Handler };
    await expect(fallbackRequestHandler({ method: "x" }, {})).rejects.toMatchObject({ data: { code: "acme_cold" } });
  });

  test("covers handlers that come later, and that for all other methods", async () => {
    const { server } = serving({});
    server.server._requestHandlers.set("acme/later", fail(acme.error("acme_cold")));
    Object.assign(server.server, { fallbackRequestHandler: fail(acme.error("acme_cold")) });
    const { fallbackRequestHandler } = server.server as unknown as { fallbackRequestHandler: Handler };
    for (const handler of [server.server._requestHandlers.get("acme/later"), fallbackRequestHandler]) {
      await expect(handler?.({ method: "acme/later" }, {})).rejects.toMatchObject({ data: { code: "acme_cold" } });
    }
    Object.assign(server.server, { fallbackRequestHandler: undefined });
    expect(server.server).toMatchObject({ fallbackRequestHandler: undefined });
  });

  test.each(["before", "after"])("covers what leaves by a transport that is connected %s", (when) => {
    const server = new Server({});
    const left: { error?: { data: { code: string } } }[] = [];
    const transport = { send: (message: object) => left.push(message) };
    if (when === "before") Object.assign(server.server, { transport });
    install(server as never, contract);
    if (when === "after") expect(server.server.connect(transport)).toBe(transport);
    transport.send({ error: { code: -32_601, message: "hunter2" } });
    expect(left[0]?.error?.data.code).toBe("acme_not_found");
  });

  test("does nothing the second time, and takes the lower server first", async () => {
    const { reports, contract: same, server, call } = serving(TOOLS);
    const covered = [server.createToolError, server.server.connect, server.server._requestHandlers.get("tools/call")];
    install(server.server as never, same);
    install(server as never, same);
    expect([server.createToolError, server.server.connect, server.server._requestHandlers.get("tools/call")]).toEqual(
      covered,
    );
    await call("throws");
    const other = new Server(TOOLS);
    install(other.server as never, same);
    install(other as never, same);
    await other.server._requestHandlers.get("tools/call")?.({ method: "tools/call", params: { name: "throws" } }, {});
    expect(reports.map(({ code }) => code)).toEqual(["acme_cold", "acme_cold"]);
  });

  test("refuses a second contract", () => {
    const { server } = serving({});
    expect(() => install(server as never, contract)).toThrow("install: this server has another contract already");
  });

  test.each([undefined, {}, { setRequestHandler() {} }, { connect() {} }])("refuses what is no server: %j", (given) => {
    expect(() => install(given as never, contract)).toThrow(/^install: expected a server that new McpServer\(\)/);
    expect(() => install(new Server({}) as never, acme as never)).toThrow(/^install: this is a catalog/);
  });
});
