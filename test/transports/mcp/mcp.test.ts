import { InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CreateTaskResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Contract, type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { install } from "@uhp-errors/mcp";
import { parseProtocolError, parseToolError } from "@uhp-errors/mcp/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { acme, FAILING, registerFailing, SECRET } from "./failures.ts";
import { type Client, LINES, type Line, type Server } from "./lines.ts";

const INFO = { name: "acme", version: "1.0.0" };
const OK = { content: [{ type: "text" as const, text: "fine" }] };

function reporting(options: ContractOptions = {}): { readonly contract: Contract; readonly reports: ErrorReport[] } {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, {
    correlationId: () => "7f1e",
    onError: (report) => void reports.push(report),
    ...options,
  });
  return { contract, reports };
}

/** Connects a client to a server that `register` fills after the contract was installed. */
async function connected(line: Line, register: (server: McpServer) => void, options: ContractOptions = {}) {
  const { contract, reports } = reporting(options);
  const client = await line.connect(() => {
    const server = new line.McpServer(INFO, { capabilities: { tools: {}, resources: {}, prompts: {} } });
    install(server, contract);
    register(server);
    return server;
  });
  return { client, reports };
}

/** Everything that a client sees of a request: its result, or what the SDK throws. */
async function seen(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    (result) => result,
    (thrown: Error & { readonly code: number; readonly data?: unknown }) => ({
      code: thrown.code,
      message: thrown.message.replace(/^MCP error -\d+: /, ""),
      ...(thrown.data === undefined ? {} : { data: thrown.data }),
    }),
  );
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;

const FAILED = "The server failed to handle the request.";
const UPSTREAM = "A service that this server depends on failed.";
const NO_ARGUMENT = "The request could not be read or a field in it is not valid.";
const IF_HARMLESS = ", but only if a second call does no harm.";

/** What the model and the typed client see of each failing tool. */
const TOOLS: Readonly<Record<string, readonly [text: string, code: string, rest?: object]>> = {
  catalog: [
    "It is sold out. Do not call it again with the same id.",
    "acme_sold_out",
    { param: "id", detail: { left: 0 } },
  ],
  own_message: [`The store at [host] is down. Call it again after 3 s${IF_HARMLESS}`, "acme_down", { retryAfter: 3 }],
  busy: [
    `A task is already running in this session. Wait until the running task has ended, then call it again after 2 s${IF_HARMLESS}`,
    "session_busy",
    { retryAfter: 1.5 },
  ],
  unknown: [`${FAILED} Call it again${IF_HARMLESS}`, "acme_internal_error", { detail: { correlation_id: "7f1e" } }],
  upstream: [`${UPSTREAM} Call it again${IF_HARMLESS}`, "acme_upstream_error"],
  timeout: [
    `A service that this server depends on did not answer in time. Call it again${IF_HARMLESS}`,
    "acme_upstream_timeout",
  ],
  string: [`${FAILED} Call it again${IF_HARMLESS}`, "acme_internal_error"],
  nothing: [`${FAILED} Call it again${IF_HARMLESS}`, "acme_internal_error"],
  hostile: [`${FAILED} Call it again${IF_HARMLESS}`, "acme_internal_error"],
  input: [
    `${NO_ARGUMENT} Correct these arguments before you call it again:
- count: Invalid input: expected number, received string
- inner.id: Invalid input: expected string, received undefined`,
    "invalid_input",
    {
      param: "count",
      detail: {
        issues: [
          { param: "count", message: "Invalid input: expected number, received string" },
          { param: "inner.id", message: "Invalid input: expected string, received undefined" },
        ],
      },
    },
  ],
  output: [`${FAILED} Call it again${IF_HARMLESS}`, "acme_internal_error"],
  typed: [`It is down. Call it again${IF_HARMLESS}`, "acme_down"],
};

const NO_FIVE_FIELDS = undefined;

describe.each(LINES)("$name", (line) => {
  describe("a tool that fails", () => {
    test.each(Object.entries(TOOLS))("%s", async (name, [text, code, rest = {}]) => {
      const { client, reports } = await connected(line, registerFailing);
      // A client that knows a tool's output schema checks results against it.
      await client.listTools();
      const result = await client.callTool({ name, arguments: name === "input" ? { count: "x", inner: {} } : {} });
      expect(result).toMatchObject({ isError: true, content: [{ type: "text", text }] });
      expect(parseToolError(result, { catalog: acme })).toMatchObject({ code, ...rest });
      expect(JSON.stringify(result)).not.toContain("hunter2");
      expect(reports).toMatchObject([{ code, transport: "mcp", route: name, outcome: "answered" }]);
    });

    test("says no more than a message may hold", async () => {
      const { client } = await connected(line, registerFailing);
      const result = await client.callTool({ name: "huge", arguments: {} });
      expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_down");
      expect(JSON.stringify(result).length).toBeLessThan(10_000);
    });

    test("and returns its own result, is left alone", async () => {
      const { client, reports } = await connected(line, registerFailing);
      const result = await client.callTool({ name: "own_result", arguments: {} });
      expect(result).toMatchObject({ content: [{ type: "text", text: "No." }], isError: true });
      expect(parseToolError(result)).toBe(NO_FIVE_FIELDS);
      expect(reports).toEqual([]);
    });

    test("may be called again if its annotations say that this does no harm", async () => {
      const fail = async () => {
        throw acme.error("acme_down", { retryAfter: 3 });
      };
      const { client } = await connected(line, (server) => {
        server.registerTool("read", { annotations: { readOnlyHint: true } }, fail);
        server.registerTool("put", { annotations: { idempotentHint: true } }, fail);
        server.registerTool("post", { annotations: { idempotentHint: false } }, fail);
      });
      const texts = await Promise.all(
        ["read", "put", "post"].map(async (name) => textOf(await client.callTool({ name, arguments: {} }))),
      );
      expect(texts).toEqual([
        "It is down. Call it again after 3 s.",
        "It is down. Call it again after 3 s.",
        `It is down. Call it again after 3 s${IF_HARMLESS}`,
      ]);
    });

    test("answers those who run at the same time each with its own error", async () => {
      const { client } = await connected(line, registerFailing);
      const names = Array.from({ length: 10 }, () => Object.keys(TOOLS)).flat();
      const codes = await Promise.all(
        names.map(async (name) => {
          const result = await client.callTool({ name, arguments: name === "input" ? { count: "x", inner: {} } : {} });
          return parseToolError(result, { catalog: acme })?.code;
        }),
      );
      expect(codes).toEqual(names.map((name) => TOOLS[name]?.[1]));
    });

    test("that refuses its input with an error of its own", async () => {
      const refuse = () => {
        throw new Error(SECRET);
      };
      const { client } = await connected(line, (server) => {
        const inputSchema = z.object({ id: z.string().refine(refuse) });
        server.registerTool("refine", { inputSchema }, async () => OK);
      });
      const result = await client.callTool({ name: "refine", arguments: { id: "7" } });
      expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_internal_error");
      expect(JSON.stringify(result)).not.toContain("hunter2");
    });
  });

  describe("a result that", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const toJSON = () => {
      throw new Error(SECRET);
    };
    const UNWRITABLE: Readonly<Record<string, object>> = {
      "has a BigInt in its content": { content: [{ type: "text", text: 7n }] },
      "has a BigInt in its _meta": { content: [], _meta: { left: 7n } },
      "has a BigInt in its structuredContent": { content: [], structuredContent: { left: 7n } },
      "is circular": { content: [], structuredContent: circular },
      "cannot be written": { content: [], structuredContent: { toJSON } },
    };
    const MALFORMED: Readonly<Record<string, unknown>> = {
      ...UNWRITABLE,
      "has content of an unknown type": { content: [{ type: SECRET, text: "x" }] },
      "lacks a text": { content: [{ type: "text" }] },
      "has no list as its content": { content: SECRET },
      "is a string": SECRET,
      "is a list": [],
      "is nothing": undefined,
    };
    const internal = { code: "acme_internal_error", level: "error" };

    test.each(Object.entries(MALFORMED))("%s is a tool's own mistake", async (_what, made) => {
      const { client, reports } = await connected(line, (server) => {
        server.registerTool("plain", {}, (async () => made) as never);
        server.registerTool("typed", { outputSchema: z.object({ left: z.bigint() }) }, (async () => made) as never);
      });
      for (const name of ["plain", "typed"]) {
        const result = await client.callTool({ name, arguments: {} });
        expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_internal_error");
        expect(JSON.stringify(result)).not.toContain("hunter2");
      }
      expect(reports).toMatchObject(["plain", "typed"].map((route) => ({ ...internal, route })));
    });

    test.each([false, true])(
      "is malformed is a low-level tool's own mistake, registered before: %s",
      async (before) => {
        for (const made of Object.values(MALFORMED)) {
          const { contract, reports } = reporting();
          const client = await line.connect(() => {
            const server = new line.Server(INFO, { capabilities: { tools: {} } });
            if (!before) install(server, contract);
            handle(line, server, "tools/call", () => made);
            if (before) install(server, contract);
            return server;
          });
          const result = await client.callTool({ name: "any", arguments: {} });
          expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_internal_error");
          expect(reports).toMatchObject([internal]);
        }
      },
    );

    test.each(Object.entries({ ...UNWRITABLE, "is nothing": undefined }))(
      "%s fails a resource and a prompt",
      async (_what, made) => {
        const { client, reports } = await connected(line, (server) => {
          server.registerResource("r", "acme://r", {}, (async () => made) as never);
          server.registerPrompt("p", {}, (async () => made) as never);
        });
        for (const request of [() => client.readResource({ uri: "acme://r" }), () => client.getPrompt({ name: "p" })]) {
          const thrown = await request().catch((caught: unknown) => caught);
          expect(thrown).toMatchObject({ code: -32_603 });
          expect(parseProtocolError(thrown, { catalog: acme })?.code).toBe("acme_internal_error");
        }
        expect(reports).toMatchObject([internal, internal]);
      },
    );

    test("is malformed is only reported by a contract that only reports", async () => {
      const register = (server: McpServer) =>
        server.registerTool("plain", {}, (async () => MALFORMED["lacks a text"]) as never);
      const bare = await line.connect(() => {
        const server = new line.McpServer(INFO);
        register(server);
        return server;
      });
      const { client, reports } = await connected(line, register, { reportOnly: true });
      const call = { name: "plain", arguments: {} };
      expect(await seen(client.callTool(call))).toEqual(await seen(bare.callTool(call)));
      expect(reports).toMatchObject([internal]);
    });
  });

  describe("a request that fails as a whole", () => {
    const register = (server: McpServer) => {
      registerFailing(server);
      const failing = (name: string, fail: () => unknown) => {
        server.registerResource(name, `acme://${name}`, {}, async () => fail() as never);
        server.registerPrompt(name, {}, async () => fail() as never);
      };
      for (const [name, fail] of Object.entries(FAILING)) failing(name, fail);
      server.registerResource("gone", "acme://gone", {}, async () => {
        throw acme.error("acme_no_file");
      });
      const argsSchema = { day: z.string().regex(/^\d+$/, "Only digits.") };
      server.registerPrompt(
        "plan",
        { argsSchema: (line === LINES[0] ? argsSchema : z.object(argsSchema)) as never },
        (() => ({ messages: [] })) as never,
      );
    };
    const isSecond = line !== LINES[0];
    const read = (uri: string) => (client: Client) => client.readResource({ uri });
    const prompt = (name: string, args?: Record<string, string>) => (client: Client) =>
      client.getPrompt({ name, ...(args === undefined ? {} : { arguments: args }) });

    test.each<[string, (client: Client) => Promise<unknown>, number, string]>([
      ["an unknown tool", (client) => client.callTool({ name: "absent" }), -32_602, "acme_not_found"],
      ["an unknown prompt", prompt("absent"), -32_602, "acme_not_found"],
      ["wrong arguments of a prompt", prompt("plan", { day: "x" }), -32_602, "invalid_input"],
      ["a resource with an error of the catalog", read("acme://own_message"), -32_603, "acme_down"],
      // The second line also uses this code on the wire for a missing resource.
      ["a resource that is not there", read("acme://gone"), isSecond ? -32_602 : -32_002, "acme_no_file"],
      ["a resource with an unknown error", read("acme://unknown"), -32_603, "acme_internal_error"],
      ["a resource that throws a string", read("acme://string"), -32_603, "acme_internal_error"],
      ["a resource that throws nothing", read("acme://nothing"), -32_603, "acme_internal_error"],
      ["a resource that throws a hostile value", read("acme://hostile"), -32_603, "acme_internal_error"],
      ["a prompt with an error of the catalog", prompt("catalog"), -32_603, "acme_sold_out"],
      ["a prompt with an unknown error", prompt("unknown"), -32_603, "acme_internal_error"],
      ["a prompt with a time-out", prompt("timeout"), -32_603, "acme_upstream_timeout"],
    ])("%s", async (_, request, code, name) => {
      const { client, reports } = await connected(line, register);
      const thrown = await request(client).catch((caught: unknown) => caught);
      const error = parseProtocolError(thrown, { catalog: acme });
      expect(await seen(Promise.reject(thrown))).toMatchObject({
        code,
        message: error?.message,
        data: { code: name, message: error?.message, retry: { rule: expect.any(String) } },
      });
      expect(error).toMatchObject({ code: name });
      expect(JSON.stringify(await seen(Promise.reject(thrown)))).not.toContain("hunter2");
      expect(reports).toMatchObject([{ code: name, transport: "mcp" }]);
    });

    test("for an unknown method", async () => {
      const { client, reports } = await connected(line, register);
      const request = client.request({ method: "acme/none" } as never, z.object({}) as never);
      const thrown = await request.catch((caught: unknown) => caught);
      // Over HTTP, the revision of 2026-07-28 answers with 404, and its client throws an error made from that.
      const body = line === LINES[2] ? JSON.parse((thrown as { data: { text: string } }).data.text).error : thrown;
      expect(body).toMatchObject({ code: -32_601 });
      expect(parseProtocolError(body, { catalog: acme })).toMatchObject({ code: "acme_not_found" });
      expect(reports).toMatchObject([{ code: "acme_not_found", transport: "mcp" }]);
    });

    test("says which argument of a prompt is wrong", async () => {
      const { client } = await connected(line, register);
      const thrown = await prompt("plan", { day: "x" })(client).catch((caught: unknown) => caught);
      expect(parseProtocolError(thrown, { catalog: acme })).toMatchObject({
        param: "day",
        detail: { issues: [{ param: "day", message: "Only digits." }] },
      });
    });

    test("for an unknown resource, is what clients of its line know", async () => {
      const { client } = await connected(line, register);
      const uri = "acme://absent";
      const message = "What the request names does not exist.";
      expect(await seen(client.readResource({ uri }))).toMatchObject(
        isSecond
          ? { code: -32_602, message, data: { uri } }
          : { code: -32_002, message, data: { code: "acme_not_found" } },
      );
    });
  });

  test("the version and the id of a request are those of its _meta", async () => {
    const { client, reports } = await connected(
      line,
      (server) =>
        server.registerTool("busy", {}, async () => {
          throw acme.error("environment_busy");
        }),
      { correlationId: undefined as never, versions: ["2026-10-04", "2026-09-12"] },
    );
    const call = (version: string) =>
      client.callTool({ name: "busy", arguments: {}, _meta: { "uhp-version": version, "x-request-id": "req-1" } });
    expect(parseToolError(await call("2026-09-12"), { catalog: acme })?.code).toBe("acme_environment_busy");
    expect(parseToolError(await call("2026-10-04"), { catalog: acme })?.code).toBe("environment_busy");
    expect(reports.map(({ correlationId }) => correlationId)).toEqual(["req-1", "req-1"]);
  });

  test("the version and the id of a request over HTTP may be in its headers", async () => {
    const { contract, reports } = reporting({ correlationId: undefined as never });
    const make = () => {
      const server = new line.McpServer(INFO);
      install(server, contract);
      server.registerTool("busy", {}, async () => {
        throw acme.error("environment_busy");
      });
      return server;
    };
    const client = await line.connect(make, { "uhp-version": "2026-09-12", "x-request-id": "req-2" });
    const result = await client.callTool({ name: "busy", arguments: {} });
    expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_environment_busy");
    expect(reports).toMatchObject([{ correlationId: "req-2" }]);
  });

  test("a cancelled call gets no answer, and is reported as aborted", async () => {
    const started = Promise.withResolvers<void>();
    const { client, reports } = await connected(line, (server) =>
      server.registerTool("slow", {}, (async (extra: { signal?: AbortSignal; mcpReq?: { signal: AbortSignal } }) => {
        const signal = (extra.signal ?? extra.mcpReq?.signal) as AbortSignal;
        const aborted = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        started.resolve();
        return aborted;
      }) as never),
    );
    const controller = new AbortController();
    const options = { signal: controller.signal };
    // The second line takes the options instead of a schema.
    const call = { name: "slow", arguments: {} };
    const answer =
      line === LINES[0] ? client.callTool(call, undefined, options) : client.callTool(call, options as never);
    await started.promise;
    controller.abort("enough");
    await expect(answer).rejects.toThrow();
    await vi.waitFor(() => expect(reports).toHaveLength(1), { timeout: 20_000 });
    expect(reports[0]).toMatchObject({ outcome: "aborted", level: "debug", route: "slow" });
  });

  test("a contract that only reports changes no answer", async () => {
    const requests = (client: Client) => [
      ...[...Object.keys(TOOLS), "absent"]
        .filter((name) => name !== "hostile")
        .map((name) => client.callTool({ name, arguments: {} })),
      client.readResource({ uri: "acme://secret" }),
      client.readResource({ uri: "acme://absent" }),
      client.getPrompt({ name: "absent" }),
      client.request({ method: "acme/none" } as never, z.object({}) as never),
    ];
    const register = (server: McpServer) => {
      registerFailing(server);
      server.registerResource("secret", "acme://secret", {}, async () => {
        throw new Error(SECRET);
      });
      server.registerPrompt("any", {}, () => ({ messages: [] }));
    };
    const bare = await line.connect(() => {
      const server = new line.McpServer(INFO);
      register(server);
      return server;
    });
    const { client, reports } = await connected(line, register, { reportOnly: true });
    const expected = await Promise.all(requests(bare).map(seen));
    expect(await Promise.all(requests(client).map(seen))).toEqual(expected);
    expect(JSON.stringify(expected)).toContain("hunter2");
    expect(reports.length).toBe(expected.length);
  });

  describe("a low-level server", () => {
    /** Connects a client to a server with its own handler for `tools/call`. */
    async function lowLevel(call: () => unknown, before = false) {
      const { contract, reports } = reporting();
      const client = await line.connect(() => {
        const server = new line.Server(INFO, { capabilities: { tools: {} } });
        if (!before) install(server, contract);
        handle(line, server, "tools/call", call);
        handle(line, server, "tools/list", () => ({
          tools: [
            { name: "typed", inputSchema: { type: "object" }, outputSchema: { type: "object", required: ["left"] } },
          ],
        }));
        if (before) install(server, contract);
        return server;
      });
      return { client, reports };
    }

    test.each([false, true])("answers what a tool throws, registered before: %s", async (before) => {
      const { client } = await lowLevel(() => {
        throw acme.error("acme_sold_out", { detail: { left: 0 } });
      }, before);
      const result = await client.callTool({ name: "any", arguments: {} });
      expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "acme_sold_out" } } });
    });

    test("keeps a result of an error out of a tool's output schema", async () => {
      const { client } = await lowLevel(() => {
        throw new Error(SECRET);
      });
      await client.listTools();
      const result = await client.callTool({ name: "typed", arguments: {} });
      expect(result).not.toHaveProperty("structuredContent");
      expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_internal_error");
    });

    test("leaves a result of its own alone", async () => {
      const { client } = await lowLevel(() => ({ isError: true, content: [{ type: "text", text: "No." }] }));
      expect(textOf(await client.callTool({ name: "any", arguments: {} }))).toBe("No.");
    });

    test("keeps the code of an error of the SDK, and not its message", async () => {
      const { client } = await lowLevel(() => {
        throw Object.assign(new Error(SECRET), {
          name: line === LINES[0] ? "McpError" : "ProtocolError",
          code: -32_602,
        });
      });
      expect(await seen(client.callTool({ name: "any", arguments: {} }))).toMatchObject({
        code: -32_602,
        message: NO_ARGUMENT,
        data: { code: "invalid_input" },
      });
    });

    test("answers what the handler for other methods throws", async () => {
      const { contract } = reporting();
      const client = await line.connect(() => {
        const server = new line.Server(INFO, { capabilities: {} });
        install(server, contract);
        server.fallbackRequestHandler = async () => {
          throw new Error(SECRET);
        };
        return server;
      });
      const thrown = await client
        .request({ method: "acme/none" } as never, z.object({}) as never)
        .catch((caught: unknown) => caught);
      expect(parseProtocolError(thrown, { catalog: acme })?.code).toBe("acme_internal_error");
      expect(JSON.stringify(await seen(Promise.reject(thrown)))).not.toContain("hunter2");
    });
  });

  test("a tool that asks for an address to be opened is left alone", async () => {
    const elicitations = [{ mode: "url", elicitationId: "1", url: "https://acme.example/pay", message: "Pay first." }];
    const asking = await import(
      line === LINES[0] ? "@modelcontextprotocol/sdk/types.js" : "@modelcontextprotocol/server"
    );
    const { client, reports } = await connected(line, (server) =>
      server.registerTool("pay", {}, async () => {
        throw new asking.UrlElicitationRequiredError(elicitations);
      }),
    );
    const answer = await seen(client.callTool({ name: "pay", arguments: {} }));
    // The revision of 2026-07-28 has another way to ask, so the SDK treats this one as a mistake.
    const isMistake = line === LINES[2];
    expect(answer).toMatchObject(
      isMistake ? { code: -32_603, data: { code: "acme_internal_error" } } : { code: -32_042, data: { elicitations } },
    );
    expect(reports).toHaveLength(isMistake ? 1 : 0);
  });

  describe("install", () => {
    test("covers tools that were registered before, and after the server was connected", async () => {
      const { contract } = reporting();
      let server: McpServer | undefined;
      const client = await line.connect(() => {
        const made = new line.McpServer(INFO, { capabilities: { tools: {} } });
        registerFailing(made);
        install(made, contract);
        server = made;
        made.registerTool("later", {}, async () => FAILING["unknown"]?.() as never);
        return made;
      });
      expect(server).toBeDefined();
      for (const name of ["unknown", "later"]) {
        const result = await client.callTool({ name, arguments: {} });
        expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_internal_error");
      }
    });

    test("covers a tool that is given another handler", async () => {
      const { client } = await connected(line, (server) => {
        const tool = server.registerTool("changing", {}, async () => OK);
        tool.update({ callback: (async () => FAILING["unknown"]?.()) as never });
      });
      const result = await client.callTool({ name: "changing", arguments: {} });
      expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_internal_error");
    });

    test("does nothing the second time, and takes the server alone first", async () => {
      const { contract, reports } = reporting();
      const client = await line.connect(() => {
        const server = new line.McpServer(INFO);
        install(server.server, contract);
        install(server, contract);
        install(server, contract);
        registerFailing(server);
        return server;
      });
      const result = await client.callTool({ name: "unknown", arguments: {} });
      expect(parseToolError(result, { catalog: acme })?.code).toBe("acme_internal_error");
      expect(reports).toHaveLength(1);
    });

    test("refuses a second contract", () => {
      const server = new line.McpServer(INFO);
      install(server, reporting().contract);
      expect(() => install(server, reporting().contract)).toThrow("install: this server has another contract already");
    });

    test.each([
      ["nothing", undefined],
      ["another object", {}],
      ["a transport", { send() {}, start() {} }],
    ])("refuses %s in place of a server", (_, given) => {
      expect(() => install(given as never, reporting().contract)).toThrow(/^install: expected a server/);
    });

    test("refuses a catalog in place of a contract", () => {
      expect(() => install(new line.McpServer(INFO), acme as never)).toThrow(/^install: this is a catalog/);
    });

    test.each([
      ["_requestHandlers", "requests"],
      ["executeToolHandler", "tools"],
    ])("warns about a release without %s, and does not throw", async (field, what) => {
      const warnings: string[] = [];
      const note = ({ name, message }: Error) => void (name === "UhpErrorsWarning" && warnings.push(message));
      process.on("warning", note);
      onTestFinished(() => void process.off("warning", note));
      const server = new line.McpServer(INFO);
      Object.defineProperty(field === "_requestHandlers" ? server.server : server, field, { value: undefined });
      // The warning for each place comes once in a process.
      vi.resetModules();
      const again: { readonly install: typeof install } = await import("@uhp-errors/mcp");
      again.install(server, reporting().contract);
      await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining(`does not cover its ${what}`)]), {
        timeout: 20_000,
      });
    });
  });
});

/** Only the first line has tasks. */
describe("a call of version 1 that asks for a task", () => {
  async function started(createTask: () => unknown) {
    const { contract, reports } = reporting();
    const client = await (LINES[0] as Line).connect(() => {
      const tasks = { requests: { tools: { call: {} } } };
      const server = new McpServer(INFO, { capabilities: { tools: {}, tasks }, taskStore: new InMemoryTaskStore() });
      install(server, contract);
      const rest = { getTask: async () => ({}), getTaskResult: async () => ({}) };
      server.experimental.tasks.registerToolTask("slow", { execution: { taskSupport: "required" } }, {
        createTask,
        ...rest,
      } as never);
      return server;
    });
    const call = { method: "tools/call" as const, params: { name: "slow", arguments: {}, task: { ttl: 1_000 } } };
    const thrown = await client.request(call, CreateTaskResultSchema).catch((caught: unknown) => caught);
    return { thrown, error: parseProtocolError(thrown, { catalog: acme }), reports };
  }

  test("fails with the error that the tool throws", async () => {
    const { thrown, error, reports } = await started(async () => {
      throw acme.error("acme_down");
    });
    expect(thrown).toMatchObject({ code: -32_603 });
    expect(error?.code).toBe("acme_down");
    expect(reports).toMatchObject([{ code: "acme_down", route: "slow" }]);
  });

  test("does not blame its caller if the tool makes no task", async () => {
    const { thrown, error, reports } = await started(async () => ({ task: SECRET }));
    expect(thrown).toMatchObject({ code: -32_603 });
    expect(error?.code).toBe("acme_internal_error");
    expect(reports).toMatchObject([{ code: "acme_internal_error", level: "error", route: "slow" }]);
  });
});

/** Registers a handler with the low-level server: the first line takes a schema, the second one a method. */
function handle(line: Line, server: Server, method: string, handler: () => unknown): void {
  const first = line === LINES[0] ? z.object({ method: z.literal(method) }).loose() : method;
  server.setRequestHandler(first as never, handler as never);
}
