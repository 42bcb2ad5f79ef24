import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { Handlers } from "./handlers.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });

function handling(reportOnly = false) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly, onError: (report) => reports.push(report) });
  return { handlers: new Handlers(contract), reports };
}

/** What leaves by a transport in place of a message. */
function sent(
  message: unknown,
  { handlers } = handling(),
): { readonly error?: { code: number; data: { code: string } } } {
  const left: unknown[] = [];
  const transport = { send: (given: unknown, ...rest: readonly unknown[]) => left.push(given, ...rest) };
  handlers.coverTransport(transport);
  handlers.coverTransport(transport);
  transport.send(message, "more");
  expect(left).toHaveLength(2);
  expect(left[1]).toBe("more");
  return left[0] as never;
}

const failure = (code: unknown, data?: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code, message: "hunter2", data },
});

describe("an error that leaves without a handler", () => {
  test.each<readonly [what: string, code: unknown, sentCode: number, named: string]>([
    ["an unknown method", -32_601, -32_601, "acme_not_found"],
    ["a wrong parameter", -32_602, -32_602, "invalid_input"],
    ["a missing capability", -32_021, -32_021, "invalid_input"],
    ["a version that is not served", -32_022, -32_022, "invalid_input"],
    ["a code of no meaning here", -32_001, -32_603, "acme_internal_error"],
    ["no code", undefined, -32_603, "acme_internal_error"],
  ])("says the same with the five fields: %s", (_what, code, sentCode, named) => {
    const state = handling();
    const { error } = sent(failure(code), state);
    expect([error?.code, error?.data.code]).toEqual([sentCode, named]);
    expect(JSON.stringify(error)).not.toContain("hunter2");
    expect(state.reports.map((report) => [report.transport, report.code])).toEqual([["mcp", named]]);
    const { message, cause } = (state.reports[0]?.thrown ?? {}) as Error;
    expect(`${message} ${cause}`).toContain("hunter2");
  });

  test("is left as it is by a contract that only reports", () => {
    const state = handling(true);
    const message = failure(-32_601);
    expect(sent(message, state)).toBe(message);
    expect(state.reports.map((report) => report.code)).toEqual(["acme_not_found"]);
  });
});

test.each<readonly [what: string, message: unknown]>([
  ["a result", { jsonrpc: "2.0", id: 1, result: {} }],
  ["an error that is a text", { jsonrpc: "2.0", id: 1, error: "x" }],
  ["nothing", undefined],
])("a message without an error leaves as it is: %s", (_what, message) => {
  expect(sent(message)).toBe(message);
});

test("a transport that cannot send stays as it is", () => {
  const transport = {};
  handling().handlers.coverTransport(transport);
  expect(Reflect.ownKeys(transport)).toEqual([]);
});

describe("a failure that was only reported", () => {
  const twice = async (id: unknown, before: readonly unknown[] = []) => {
    const state = handling(true);
    const fail = state.handlers.cover(() => {
      throw acme.error("acme_cold");
    });
    for (const one of [...before, id]) {
      await expect(fail({ method: "prompts/get", id: one }, {})).rejects.toBeInstanceOf(Error);
    }
    state.reports.length = 0;
    sent({ ...failure(-32_603), id }, state);
    return state.reports.length;
  };

  test.each(["r-1", "x".repeat(200), 7])("is not reported again when its answer leaves: %s", async (id) => {
    expect(await twice(id)).toBe(0);
  });

  test("is not remembered by a long id, by one that is none, or among too many", async () => {
    const [thousand, fewer] = [1_000, 999].map((length) => Array.from({ length }, (_, index) => `r-${index}`));
    expect(await twice("x".repeat(201))).toBe(1);
    expect(await twice(null)).toBe(1);
    expect(await twice("last", fewer)).toBe(0);
    expect(await twice("last", thousand)).toBe(1);
  });
});

describe("a tool", () => {
  const list = { tools: [{ name: "t", outputSchema: {} }, { name: "u" }, { outputSchema: {} }] };

  test("has an output schema if a list of tools said so", async () => {
    const { handlers } = handling();
    expect(handlers.hasOutputSchema("t")).toBe(false);
    await handlers.cover(() => list)({ method: "tools/list" }, {});
    expect([handlers.hasOutputSchema("t"), handlers.hasOutputSchema("u"), handlers.hasOutputSchema(undefined)]).toEqual(
      [true, false, false],
    );
  });

  test("has an output schema if its server says so, whatever a list said", async () => {
    const { handlers } = handling();
    handlers.owner = { _registeredTools: { t: {}, u: { outputSchema: {} } } };
    await handlers.cover(() => list)({ method: "tools/list" }, {});
    expect([handlers.hasOutputSchema("t"), handlers.hasOutputSchema("u")]).toEqual([false, true]);
  });

  test("has an output schema if it is among the first ten thousand", async () => {
    const { handlers } = handling();
    const lists = [Array.from({ length: 9_999 }, (_, index) => `t${index}`), ["last"], ["more"]].map((names) => ({
      tools: names.map((name) => ({ name, outputSchema: {} })),
    }));
    for (const one of [...lists, {}]) await handlers.cover(() => one)({ method: "tools/list" }, {});
    expect([handlers.hasOutputSchema("last"), handlers.hasOutputSchema("more")]).toEqual([true, false]);
  });

  test("has an output schema for every server of the same contract", async () => {
    const { handlers } = handling();
    await handlers.cover(() => list)({ method: "tools/list" }, {});
    expect(new Handlers(handlers.contract).hasOutputSchema("t")).toBe(true);
    expect(handling().handlers.hasOutputSchema("t")).toBe(false);
  });

  test("has none if another request returned what looks like a list", async () => {
    const { handlers } = handling();
    await handlers.cover(() => list)({ method: "prompts/list" }, {});
    expect(handlers.hasOutputSchema("t")).toBe(false);
  });

  test("that fails becomes a result, and another request an error", async () => {
    const { handlers } = handling();
    const covered = handlers.cover(() => {
      throw acme.error("acme_cold");
    });
    expect(await covered({ method: "tools/call", params: { name: "t" } }, {})).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "acme_cold" } },
    });
    await expect(covered({ method: "prompts/get" }, {})).rejects.toMatchObject({
      code: -32_603,
      data: { code: "acme_cold" },
    });
  });

  test("that fails under a contract that only reports fails as it would without, and is reported once", async () => {
    const state = handling(true);
    const thrown = acme.error("acme_cold");
    const covered = state.handlers.cover(() => {
      throw thrown;
    });
    await expect(covered({ method: "tools/call", id: 1 }, {})).rejects.toBe(thrown);
    const message = failure(-32_603);
    expect(sent(message, state)).toBe(message);
    expect(state.reports.map(({ code }) => code)).toEqual(["acme_cold"]);
  });

  test("that asks the client to open an address is left alone", async () => {
    const state = handling();
    const data = { elicitations: [{ url: "https://acme.example/" }] };
    const thrown = Object.assign(new Error("x"), { name: "McpError", code: -32_042, data });
    const covered = state.handlers.cover(() => Promise.reject(thrown));
    await expect(covered({ method: "tools/call" }, {})).rejects.toBe(thrown);
    const message = failure(-32_042, data);
    expect(sent(message, state)).toBe(message);
    expect(state.reports).toEqual([]);
  });
});

describe("an error", () => {
  const elicitations = [{ url: "https://acme.example/" }];
  test.each<readonly [what: string, code: number, data: object]>([
    ["names no addresses", -32_042, {}],
    ["has an empty list of addresses", -32_042, { elicitations: [] }],
    ["has addresses and another code", -32_603, { elicitations }],
  ])("that %s does not ask the client to open one", async (_what, code, data) => {
    const { handlers, reports } = handling();
    const thrown = Object.assign(new Error("x"), { name: "McpError", code, data });
    await expect(handlers.cover(() => Promise.reject(thrown))({ method: "prompts/get" }, {})).rejects.toMatchObject({
      data: { code: "acme_internal_error" },
    });
    expect(reports).toMatchObject([{ code: "acme_internal_error" }]);
  });

  test("of a call that the client has cancelled is only reported", async () => {
    const { handlers, reports } = handling();
    const thrown = new Error("x");
    const covered = handlers.cover(() => Promise.reject(thrown));
    await expect(covered({ method: "tools/call" }, { signal: AbortSignal.abort() })).rejects.toBe(thrown);
    expect(reports).toMatchObject([{ outcome: "aborted" }]);
  });

  test("of the service that speaks of a result is its own", async () => {
    const { handlers, reports } = handling();
    const thrown = new Error("Invalid tools/call result: x");
    await handlers.cover(() => Promise.reject(thrown))({ method: "tools/call" }, {});
    expect(reports[0]?.thrown).toBe(thrown);
  });
});

describe("a result that the client could not read", () => {
  const call = { method: "tools/call", params: { name: "t" } };
  const refused =
    (message: string, name = "ProtocolError") =>
    () =>
      Promise.reject(Object.assign(new Error(message), { name, code: -32_602 }));
  const internal = { code: "acme_internal_error", level: "error" };

  const [isNone, unwritable, misfit] = [
    { message: "the result of a request is not an object" },
    { message: "the result of a request cannot be written as JSON", cause: expect.any(TypeError) },
    { message: "the result of a tool does not fit the protocol", cause: expect.objectContaining({ code: -32_602 }) },
  ];

  test.each<readonly [what: string, handler: () => unknown, thrown: object]>([
    ["is nothing", () => undefined, isNone],
    ["is a list", () => [], isNone],
    ["is a string", () => "hunter2", isNone],
    ["has a BigInt", () => ({ content: [{ type: "text", text: 7n }] }), unwritable],
    ["is refused by version 1", refused("MCP error -32602: Invalid tools/call result: hunter2", "McpError"), misfit],
    ["is refused by version 2", refused("Invalid tools/call result: hunter2"), misfit],
  ])("is the tool's own mistake: it %s", async (_what, handler, thrown) => {
    const { handlers, reports } = handling();
    const result = await handlers.cover(handler)(call, {});
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: internal.code } } });
    expect(JSON.stringify(result)).not.toContain("hunter2");
    expect(reports).toMatchObject([{ ...internal, thrown }]);
  });

  test("is no mistake of the caller where a task was asked for", async () => {
    const { handlers, reports } = handling();
    const asked = { ...call, params: { name: "t", task: { ttl: 1 } } };
    const covered = handlers.cover(refused("MCP error -32602: Invalid task creation result: hunter2", "McpError"));
    await expect(covered(asked, {})).rejects.toMatchObject({ code: -32_603, data: { code: internal.code } });
    expect(reports).toMatchObject([internal]);
  });

  test("fails any other request", async () => {
    const { handlers, reports } = handling();
    const covered = handlers.cover(() => ({ messages: 7n }));
    await expect(covered({ method: "prompts/get" }, {})).rejects.toMatchObject({ code: -32_603 });
    expect(reports).toMatchObject([internal]);
  });

  test("stays as it is under a contract that only reports", async () => {
    const { handlers, reports } = handling(true);
    const result = { content: 7n };
    expect(await handlers.cover(() => result)(call, {})).toBe(result);
    expect(reports).toMatchObject([internal]);
  });

  test.each(["Invalid arguments for tool t", "See: Invalid tools/call result: x", "Invalid tools/call request: x"])(
    "is not meant by another refusal: %s",
    async (message) => {
      const { handlers, reports } = handling();
      await expect(handlers.cover(refused(message))(call, {})).rejects.toMatchObject({ code: -32_602 });
      expect(reports).toMatchObject([{ code: "invalid_input", level: "info" }]);
    },
  );
});

test("the request whose handler is being called is known, until that returns", async () => {
  const { handlers } = handling();
  const { signal } = new AbortController();
  let seen: unknown;
  await handlers.cover(() => {
    seen = handlers.current;
    return {};
  })({ method: "prompts/get" }, { signal });
  expect(handlers.callBy({ signal })).toBe(seen);
  expect([handlers.current, handlers.callBy({})]).toEqual([undefined, undefined]);
});
