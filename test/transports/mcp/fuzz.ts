import { Client as Client2, InMemoryTransport as InMemory2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as InMemory1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as McpServer2 } from "@modelcontextprotocol/server";
import { createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/mcp";
import { parseProtocolError, parseToolError } from "@uhp-errors/mcp/client";
import fc from "fast-check";
import { z } from "zod";
import { type Described, described, made } from "../../fuzz/support/values.ts";
import { type Running, type Target, Violation } from "../../fuzz/target.ts";
import { acme, SECRET } from "./failures.ts";

interface Case {
  readonly line: 0 | 1;
  readonly tool: (typeof TOOLS)[number];
  readonly done: { readonly how: "throws" | "rejects later" | "returns"; readonly value: Described };
  readonly args: unknown;
  /** What the client reads, in place of what the server sent. */
  readonly read: Described;
}

const TOOLS = ["plain", "with_input", "with_output", "resource", "prompt"] as const;

/** Milliseconds until a request counts as forgotten. */
const PATIENCE = 2_000;

/** What the address of a secret leaves of it, when it is private. */
const PRIVATE = ["hunter2", "db.internal"];

const GOOD: Readonly<Record<string, () => unknown>> = {
  "an error of the catalog": () => acme.error("acme_down", { message: `The store at ${SECRET} is down.` }),
  "an error with a detail": () => acme.error("acme_sold_out", { detail: { left: 0 } }),
  "an error with a secret": () => new Error(`connect ECONNREFUSED ${SECRET}`),
  "an error of the protocol": () =>
    Object.assign(new Error(SECRET), { name: "McpError", code: -32_002, data: { uri: SECRET } }),
  "a text with a secret": () => SECRET,
  "an error with secret fields": () => Object.assign(new Error("x"), { url: SECRET, data: SECRET, [SECRET]: SECRET }),
  "a result": () => ({ content: [{ type: "text", text: "fine" }] }),
  "a result that failed": () => ({ content: [{ type: "text", text: "No." }], isError: true }),
  "a result with an output": () => ({ content: [], structuredContent: { left: 1 } }),
};

const KEYS =
  "name message code data stack cause content isError structuredContent _meta status statusCode response issues uri".split(
    " ",
  );

const value = described(Object.keys(GOOD), KEYS);

const RESULTS = ["a result", "a result that failed", "a result with an output"].map(
  (name): Described => ({ is: "good", name }),
);

interface Lines {
  readonly McpServer: typeof McpServer1;
  readonly Client: typeof Client1;
  readonly InMemory: typeof InMemory1;
}

const LINES: readonly Lines[] = [
  { McpServer: McpServer1, Client: Client1, InMemory: InMemory1 },
  { McpServer: McpServer2 as never, Client: Client2 as never, InMemory: InMemory2 as never },
];

/** Tools, resources and prompts of MCP servers that fail in every way. */
export const mcp: Target<Case> = {
  cases: fc.record({
    line: fc.constantFrom(0 as const, 1 as const),
    tool: fc.constantFrom(...TOOLS),
    done: fc.oneof(
      fc.record({ how: fc.constantFrom("throws" as const, "rejects later" as const), value }),
      // Of what is no result at all, the SDK sends some as it is, and its client takes it for no answer.
      fc.record({ how: fc.constant("returns" as const), value: fc.constantFrom(...RESULTS) }),
    ),
    args: fc.oneof(
      fc.jsonValue(),
      fc.constantFrom({}, { count: 1 }, { count: "x" }, { [SECRET]: SECRET }, { count: SECRET }),
    ),
    read: value,
  }),
  start,
};

async function start(): Promise<Running<Case>> {
  let now: { readonly how: Case["done"]["how"]; readonly value: unknown } = { how: "returns", value: undefined };
  let reports = 0;
  const act = (): unknown => {
    if (now.how === "throws") throw now.value;
    if (now.how === "returns") return now.value;
    // It is a promise's reason: only what throws it can make it one of any value.
    return new Promise((resolve) => setTimeout(resolve, 0)).then(() => {
      throw now.value;
    });
  };
  const clients = await Promise.all(
    LINES.map(async ({ McpServer, Client, InMemory }) => {
      const server = new McpServer({ name: "acme", version: "1.0.0" });
      const onError = () => {
        reports += 1;
      };
      install(server, createContract(acme, { onError }));
      const result = act as () => never;
      server.registerTool("plain", {}, result);
      server.registerTool("with_input", { inputSchema: z.object({ count: z.number() }) }, result);
      server.registerTool("with_output", { outputSchema: z.object({ left: z.number() }) }, result);
      server.registerResource("resource", "acme://r", {}, result);
      server.registerPrompt("prompt", {}, result);
      const [one, other] = InMemory.createLinkedPair();
      await server.connect(one);
      const client = new Client({ name: "test", version: "1.0.0" });
      await client.connect(other);
      return client;
    }),
  );
  return {
    attempt: async ({ line, tool, done, args, read }) => {
      now = { how: done.how, value: made(done.value, GOOD) };
      reports = 0;
      const client = clients[line] as Client1;
      const answer = await answerOf(client, tool, args);
      if (answer.isLate && !(now.value instanceof Promise)) {
        throw new Violation("each request gets one answer", `none within ${PATIENCE} ms`);
      }
      judge(answer, reports);
      // What another server sent may be anything.
      parseToolError(made(read, GOOD), { catalog: acme });
      parseProtocolError(made(read, GOOD), { catalog: acme });
    },
    stop: async () => {
      for (const client of clients) await client.close();
    },
  };
}

interface Answer {
  /** What the client got, as JSON. */
  readonly text: string;
  readonly failed: boolean;
  readonly isLate?: boolean;
}

/** What the SDK's clients say when nothing came. */
const LATE: readonly unknown[] = [-32_001, "REQUEST_TIMEOUT"];

async function answerOf(client: Client1, tool: Case["tool"], args: unknown): Promise<Answer> {
  try {
    const result = await requested(client, tool, args);
    const failed = (result as { readonly isError?: unknown }).isError === true;
    return { text: failed ? JSON.stringify(result) : "", failed };
  } catch (thrown) {
    const { message, data, code } = thrown as {
      readonly message: string;
      readonly data?: unknown;
      readonly code?: unknown;
    };
    return { text: JSON.stringify([message, data]), failed: true, isLate: LATE.includes(code) };
  }
}

function requested(client: Client1, tool: Case["tool"], args: unknown): Promise<unknown> {
  const options = { timeout: PATIENCE };
  if (tool === "resource") return client.readResource({ uri: "acme://r" }, options);
  if (tool === "prompt") return client.getPrompt({ name: "prompt" }, options);
  const call = { name: tool, arguments: args as Record<string, unknown> };
  // The second line has no schema of the result there.
  return client instanceof Client1
    ? client.callTool(call, undefined, options)
    : (client as unknown as Client2).callTool(call, options);
}

function judge({ text, failed }: Answer, reports: number): void {
  const left = PRIVATE.find((part) => text.includes(part));
  if (left !== undefined) throw new Violation("nothing private leaves", `${left} is in ${text}`);
  if (reports > 1) throw new Violation("each failure is reported once", `${reports} reports, and ${text}`);
  if (!failed && reports > 0) throw new Violation("each failure is reported once", `${reports} reports of a success`);
}
