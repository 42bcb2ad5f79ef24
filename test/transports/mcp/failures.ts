import { defineCatalog } from "@uhp-errors/core";
import { z } from "zod";
import type { McpServer } from "./lines.ts";

export const SECRET = "postgres://admin:hunter2@db.internal:5432/x";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "It is sold out.", detail: z.object({ left: z.number() }) },
    acme_down: { status: 503, message: "It is down." },
    acme_no_file: { status: 404, message: "There is no such file." },
  },
});

const ok = { content: [{ type: "text" as const, text: "fine" }] };

/** Tools that fail, by name, with what each does. */
export const FAILING: Readonly<Record<string, () => unknown>> = {
  catalog: () => {
    throw acme.error("acme_sold_out", { param: "id", detail: { left: 0 }, context: { note: SECRET } });
  },
  own_message: () => {
    throw acme.error("acme_down", { message: `The store at ${SECRET} is down.`, retryAfter: 3 });
  },
  busy: () => {
    throw acme.error("session_busy", { detail: { retry_after_ms: 1_500 }, context: { note: SECRET } });
  },
  unknown: () => {
    throw new Error(`connect ECONNREFUSED ${SECRET}`);
  },
  upstream: () => {
    throw Object.assign(new Error(`Request failed with status code 401 ${SECRET}`), {
      name: "AxiosError",
      isAxiosError: true,
      code: "ERR_BAD_REQUEST",
      config: { url: SECRET },
      response: { status: 401, data: { error: SECRET }, headers: {} },
    });
  },
  timeout: () => {
    const signal = AbortSignal.timeout(1);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  },
  huge: () => {
    throw acme.error("acme_down", { message: "a b ".repeat(500_000) });
  },
  string: () => {
    throw SECRET;
  },
  nothing: () => {
    throw undefined;
  },
  /** A value whose every property throws. */
  hostile: () => {
    throw new Proxy(
      {},
      {
        get: () => {
          throw new Error(SECRET);
        },
      },
    );
  },
};

/** Registers the tools that fail, and those whose input or output does not fit. */
export function registerFailing(server: McpServer): void {
  for (const [name, fail] of Object.entries(FAILING)) {
    server.registerTool(name, {}, async () => {
      await fail();
      return ok;
    });
  }
  const inputSchema = z.object({ count: z.number(), inner: z.object({ id: z.string() }) });
  server.registerTool("input", { inputSchema }, async () => ok);
  const outputSchema = z.object({ left: z.number() });
  server.registerTool("output", { outputSchema }, async () => ({ ...ok, structuredContent: { left: SECRET } }));
  server.registerTool("typed", { outputSchema }, async () => {
    throw acme.error("acme_down");
  });
  server.registerTool("own_result", {}, async () => ({ content: [{ type: "text", text: "No." }], isError: true }));
}
