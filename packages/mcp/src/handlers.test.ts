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
