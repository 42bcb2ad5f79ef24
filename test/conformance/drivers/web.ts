import { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { attach } from "@uhp-errors/node";
import { bearer, requestContext, stream, uhp } from "@uhp-errors/web";
import type { Driver, Handler, Io } from "./driver.ts";
import { listen } from "./listen.ts";
import { fixtures, type Route, routed } from "./web-fixtures.ts";

/** A handler of the fetch standard without a framework, on Node by way of a listener that makes a `Request` of each request. */
export const WEB_DRIVER: Driver = {
  name: "web",
  hasNodeResponse: false,
  knownFailing: {
    "body-parser.strict": "Request.json takes any JSON value for a body",
    "body-parser.charset": "Request.json reads every body as UTF-8 and looks at no charset",
    "body-parser.encoding": "Request.json looks at no content encoding",
    "body-parser.inflated-too-large": "Request.json inflates nothing",
    "body-parser.parameters": "Request.formData has no limit of parameters",
    "body-parser.depth": "Request.formData nests nothing",
    "body-parser.verify": "Request.json has no hook that verifies a body",
    "stream.fails-at-once": "the head of a stream of events must not wait for the first of them",
    "limit.rate.set-before": "a handler that throws has set no headers",
    "access.challenge": "a handler that throws has set no headers",
    "headers.set-before": "a handler that throws has set no headers",
  },
  start: (contract, handler = () => {}, verify) => {
    const principalOf = verify === undefined ? undefined : bearer(verify);
    const runs: Route = {
      path: /^\/case$/,
      answer: async (request) => runCase(handler, request, await principalOf?.(request)),
    };
    const inner = routed([runs, ...fixtures()], async (request) => void (await principalOf?.(request)));
    return serve(
      contract === undefined ? inner : uhp(contract, inner),
      (server) => contract && attach(server, contract),
    );
  },
  startMounted: (contracts) => {
    const parts = Object.entries(contracts).map(([prefix, contract]) => ({
      prefix,
      answer: uhp(contract, (request: Request) => page(new URL(request.url).pathname.slice(prefix.length))),
    }));
    return serve((request) => {
      const { pathname } = new URL(request.url);
      const part = parts.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`));
      return part === undefined ? page(pathname) : part.answer(request);
    });
  },
};

type Fetch = (request: Request) => Response | Promise<Response>;

function serve(fetch: Fetch, prepare?: Parameters<typeof listen>[1]): ReturnType<typeof listen> {
  // What other frameworks do by themselves with an error that has a status.
  const errorHandler = (thrown: unknown) => new Response("<h1>Thrown</h1>", { status: statusOf(thrown) });
  // The classes that the listener would put in place of Node's own belong to all the process.
  return listen(getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler }), prepare);
}

function statusOf(thrown: unknown): number {
  const { status } = Object(thrown) as { readonly status?: unknown };
  return typeof status === "number" ? status : 500;
}

/** What a server answers that also serves pages; every path of it throws or answers in a way of its own. */
function page(path: string): Response {
  const headers = { "Content-Type": "text/html" };
  if (path === "/thrown") throw Object.assign(new Error("page"), { status: 410 });
  if (path === "/broken") return new Response("<h1>Sorry</h1>", { status: 500, headers });
  return path === "/" || path === ""
    ? new Response("<h1>Hello</h1>", { headers })
    : new Response(null, { status: 404 });
}

/** Runs a handler that answers by calls, where a handler of the fetch standard returns. */
export function runCase(handler: Handler, request: Request, principal: unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const set = new Headers();
    const io: Io = {
      url: request.url,
      onClose: (listener) => request.signal.addEventListener("abort", listener, { once: true }),
      get response(): never {
        throw new TypeError("a fetch handler has no response of Node's");
      },
      context: () => requestContext(request),
      principal: () => principal,
      set: (name, value) => set.set(name, value),
      next: () => resolve(new Response(null, { status: 404 })),
      stream: (contract, options) => {
        let events: ReturnType<Io["stream"]> | undefined;
        const produced = (given: ReturnType<Io["stream"]>) => {
          events = given;
          // The handler ends the stream, unless it fails.
          return failed.promise;
        };
        resolve(stream(contract, request, options, produced));
        return events as ReturnType<Io["stream"]>;
      },
      reply: (status, body, headers = {}) => resolve(responseOf(status, body, [...set, ...Object.entries(headers)])),
    };
    const fail = (thrown: unknown) => {
      reject(thrown);
      failed.reject(thrown);
    };
    new Promise((done) => done(handler(io))).catch(fail);
  });
}

function responseOf(status: number, body: Parameters<Io["reply"]>[1], fields: [string, string][]): Response {
  const headers = new Headers(fields);
  if (body === undefined || typeof body === "string") return new Response(body ?? null, { status, headers });
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  if (!(body instanceof Readable)) return Response.json(body, { status, headers });
  return new Response(Readable.toWeb(Readable.from(bytesOf(body))) as ReadableStream, { status, headers });
}

/** A body of the fetch standard is bytes, and some streams of Node's are text. */
async function* bytesOf(body: Readable): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of body) yield Buffer.from(piece);
}
