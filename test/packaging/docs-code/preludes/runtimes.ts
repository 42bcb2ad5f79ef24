/** What the examples for runtimes take for granted: the handler of the page's first example, and the runtimes' own objects. */
import type { Contract } from "@uhp-errors/core";

export { createServer } from "node:http";
export { getRequestListener, RequestError } from "@hono/node-server";
export { uhp } from "@uhp-errors/web";

type Answer = Response | Promise<Response>;
type Fetch = (request: Request) => Answer;
type OnError = (thrown: unknown) => Answer;

export declare const contract: Contract;
export declare const handler: Fetch;
export declare const acme: {
  error(code: "insufficient_scope" | "invalid_input", init?: { readonly cause: unknown }): Error;
};
export declare const Deno: { serve(options: { onError: OnError }, handler: Fetch): void };
export declare const Bun: { serve(options: { fetch: Fetch; error: OnError }): void };
