import { Readable } from "node:stream";
import type { Contract, VerifyToken } from "@uhp-errors/core";
import { bearer, requestContext, stream, uhp } from "@uhp-errors/web";
import type { Handler, Io } from "./driver.ts";
import { bytesOf, returned } from "./returned.ts";
import { fixtures, type Route, routed } from "./web-fixtures.ts";

/** A function from a request to a response. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** The driver's app; without a contract it is the bare handler. It runs on the server of any runtime. */
export function webApp(contract: Contract | undefined, handler: Handler, verify?: VerifyToken<unknown>): Fetch {
  const principalOf = contract && verify && bearer(contract, verify);
  const runs: Route = {
    path: /^\/case$/,
    answer: async (request) => runCase(handler, request, await principalOf?.(request)),
  };
  const inner = routed([runs, ...fixtures()], async (request) => void (await principalOf?.(request)));
  return contract === undefined ? inner : uhp(contract, inner);
}

function runCase(handler: Handler, request: Request, principal: unknown): Promise<Response> {
  const set = new Headers();
  return returned<Response | Promise<Response>>(
    handler,
    (resolve) => ({
      url: request.url,
      onClose: (listener) => request.signal.addEventListener("abort", listener, { once: true }),
      context: () => requestContext(request),
      principal: () => principal,
      set: (name, value) => set.set(name, value),
      next: () => resolve(new Response(null, { status: 404 })),
      reply: (status, body, headers = {}) => resolve(responseOf(status, body, [...set, ...Object.entries(headers)])),
    }),
    (contract, options, produce) => stream(contract, request, options, produce),
  );
}

function responseOf(status: number, body: Parameters<Io["reply"]>[1], fields: [string, string][]): Response {
  const headers = new Headers(fields);
  if (body === undefined || typeof body === "string") return new Response(body ?? null, { status, headers });
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  if (!(body instanceof Readable)) return Response.json(body, { status, headers });
  return new Response(Readable.toWeb(Readable.from(bytesOf(body))) as ReadableStream, { status, headers });
}
