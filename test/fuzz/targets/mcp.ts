import { parseProtocolError, parseToolError } from "@uhp-errors/mcp/client";
import fc from "fast-check";
import { acme, SECRET } from "../../transports/mcp/failures.ts";
import { type Pair, SERVED, type Served, startPairs } from "../../transports/mcp/pairs.ts";
import { type Described, described, made } from "../support/values.ts";
import { type Running, type Target, Violation } from "../target.ts";

interface Case {
  readonly line: 0 | 1;
  readonly served: Served;
  readonly done: { readonly how: "throws" | "rejects later" | "returns"; readonly value: Described };
  readonly args: unknown;
  /** What the client reads instead of what the server sent. */
  readonly read: Described;
}

/** Milliseconds until a request counts as forgotten. */
const PATIENCE = 2_000;

/** The private parts of the address in {@link SECRET}. */
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

const results = ["a result", "a result that failed", "a result with an output"].map(
  (name): Described => ({ is: "good", name }),
);

/** Tools, resources and prompts of MCP servers that fail in every way. */
export const mcp: Target<Case> = {
  cases: fc.record({
    line: fc.constantFrom(0 as const, 1 as const),
    served: fc.constantFrom(...SERVED),
    done: fc.oneof(
      fc.record({ how: fc.constantFrom("throws" as const, "rejects later" as const), value }),
      // The SDK sends some values that are no results unchanged, and its client does not accept them as answers. So only results are
      // returned.
      fc.record({ how: fc.constant("returns" as const), value: fc.constantFrom(...results) }),
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
  const pairs = await startPairs(
    () => {
      if (now.how === "throws") throw now.value;
      if (now.how === "returns") return now.value;
      return new Promise((resolve) => setTimeout(resolve, 0)).then(() => {
        throw now.value;
      });
    },
    () => {
      reports += 1;
    },
  );
  return {
    attempt: async ({ line, served, done, args, read }) => {
      now = { how: done.how, value: made(done.value, GOOD) };
      reports = 0;
      const answer = await answerOf(pairs[line] as Pair, served, args);
      const throws = done.how !== "returns";
      judge(answer, reports, throws);
      // Errors that the protocol itself defines keep the form of the protocol.
      const isOwn = JSON.stringify(done.value).includes("an error of the protocol");
      if (throws && !isOwn && !answer.isRead) throw new Violation("a failure is an envelope", answer.text);
      // Another server may send anything.
      parseToolError(made(read, GOOD), { catalog: acme });
      parseProtocolError(made(read, GOOD), { catalog: acme });
    },
    stop: async () => {
      for (const pair of pairs) await pair.close();
    },
  };
}

interface Answer {
  /** What the client got for a failure, as JSON. */
  readonly text: string;
  readonly failed: boolean;
  /** Whether the client's reader finds an error of the contract. */
  readonly isRead: boolean;
  readonly isLate: boolean;
}

/** The codes that the SDK's clients use when no answer came. */
const LATE: readonly unknown[] = [-32_001, "REQUEST_TIMEOUT"];

async function answerOf(pair: Pair, served: Served, args: unknown): Promise<Answer> {
  try {
    const result = await pair.request(served, args, PATIENCE);
    const failed = (result as { readonly isError?: unknown }).isError === true;
    const isRead = parseToolError(result, { catalog: acme }) !== undefined;
    return { text: failed ? JSON.stringify(result) : "", failed, isRead, isLate: false };
  } catch (thrown) {
    const { message, data, code } = thrown as Error & { readonly data?: unknown; readonly code?: unknown };
    const isRead = parseProtocolError(thrown, { catalog: acme }) !== undefined;
    return { text: JSON.stringify([message, data]), failed: true, isRead, isLate: LATE.includes(code) };
  }
}

function judge({ text, failed, isLate }: Answer, reports: number, throws: boolean): void {
  if (isLate) throw new Violation("each request gets one answer", `none within ${PATIENCE} ms`);
  const left = PRIVATE.find((part) => text.includes(part));
  if (left !== undefined) throw new Violation("nothing private leaves", `${left} is in ${text}`);
  if (reports > 1 || (failed && throws && reports === 0))
    throw new Violation("each failure is reported once", `${reports} reports, and ${text}`);
  if (!failed && reports > 0) throw new Violation("each failure is reported once", `${reports} reports of a success`);
}
