import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AnyCatalog,
  type Catalog,
  createContract,
  type ErrorReport,
  type JsonObject,
  VERSIONS,
} from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { ERROR_HEADERS } from "@uhp-errors/core/internal";
import { attach, intercept, requestContext } from "@uhp-errors/node";
import { type Asked, askedIn, Failures } from "./mock-asked.ts";
import { listCodes, mockPage } from "./mock-page.ts";
import { sampleFor } from "./sample-detail.ts";

/** Options of {@link mockServer}. */
export interface MockOptions {
  /** The TCP port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /** Details by code, in place of those that {@link mockServer} generates. Possible for every code. */
  readonly details?: Readonly<Record<string, JsonObject>> | undefined;
}

/** A running mock. */
export interface MockServer {
  /** Its address without a trailing slash, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Lets pages from any origin send requests and read the headers that a client needs. */
const CORS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Idempotency-Key, UHP-Version, X-Raise, X-Request-Id, Traceparent, Tracestate",
  "Access-Control-Expose-Headers": [...ERROR_HEADERS.map(({ name }) => name), "Date"].join(", "),
};

/** Allows the origin and the headers that a browser names, because `*` does not count for a request with cookies. A mock has nothing to protect. */
function corsHeaders({ headers: { origin, "access-control-request-headers": asked } }: IncomingMessage): typeof CORS {
  const named = asked === undefined ? {} : { "Access-Control-Allow-Headers": asked };
  if (origin === undefined) return { ...CORS, ...named };
  const answered = {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    Vary: "Origin",
  };
  return { ...CORS, ...answered, ...named };
}

/** The longest delay that a request can ask for, in milliseconds. */
const MAX_DELAY_MS = 60_000;

/**
 * Starts a server on 127.0.0.1 that responds with any error of a catalog, for developers of clients and web pages. `/`
 * lists the codes. `/raise/<code>` responds with one and a valid detail, and so does any other address if the request
 * has the header `x-raise`. The code of a task gives the response object of a failed task. Pages from any origin may
 * send requests.
 *
 * The query may have `param`, `retry_after` (seconds), `delay_ms` and `times`. With `times=2`, a request fails twice
 * and then succeeds. An invalid value is a 400 `invalid_input`.
 *
 * @throws Error if the port is taken.
 * @example
 * const { url, close } = await mockServer(acme, { port: 4010 });
 * const response = await fetch(`${url}/raise/session_busy`);
 */
export async function mockServer(
  catalog: AnyCatalog,
  { port = 0, details = {} }: MockOptions = {},
): Promise<MockServer> {
  const loose = catalog as unknown as Catalog;
  const contract = createContract(loose, { versions: VERSIONS, onError: printUnknown });
  expectContract(contract, "mockServer");
  const mock: Mock = { catalog: loose, contract, details: new Map(Object.entries(details)), failures: new Failures() };
  const server = createServer((request, response) => void serve(mock, request, response));
  attach(server, contract);
  await listening(server, port);
  const { port: taken } = server.address() as AddressInfo;
  return Object.freeze({
    url: `http://${HOST}:${taken}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

interface Mock {
  readonly catalog: Catalog;
  readonly contract: AdapterContract;
  readonly details: ReadonlyMap<string, JsonObject>;
  readonly failures: Failures;
}

/** Prints what went wrong in the mock itself, such as a detail that does not fit. The errors that requests ask for are not printed. */
function printUnknown({ origin, misuse, thrown }: ErrorReport): void {
  if (origin === "unknown" || misuse !== undefined) console.error(misuse ?? thrown);
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
}

async function serve(mock: Mock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(corsHeaders(request))) response.setHeader(name, value);
  const responder = intercept(mock.contract, request, response);
  if (responder === undefined) return;
  request.resume();
  const refusal = responder.checkVersion();
  if (refusal !== undefined) return responder.send(refusal);
  try {
    await answer(mock, request, response);
  } catch (thrown) {
    responder.sendError(thrown);
  }
}

async function answer(mock: Mock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { catalog } = mock;
  const { url = "/" } = request;
  const end = url.search(/\?|$/);
  const [pathname, query] = [url.slice(0, end), new URLSearchParams(url.slice(end))];
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
    return;
  }
  const code = request.headers["x-raise"]?.toString() ?? /^\/raise\/([^/]+)$/.exec(pathname)?.[1];
  if (code !== undefined) {
    const asked = askedIn(query, catalog);
    await delay(asked.delayMs);
    const fails = mock.failures.again(request, asked.times);
    return sendJson(response, fails ? raise(mock, code, asked, requestContext(request, response)) : COMPLETED);
  }
  if (pathname !== "/") throw catalog.error(`${catalog.vendor}_route_not_found` as "invalid_input");
  if (request.headers.accept?.includes("text/html")) {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(mockPage(catalog));
    return;
  }
  sendJson(response, { vendor: catalog.vendor, codes: listCodes(catalog) });
}

const RESPONSE = { id: "resp_mock", object: "response" };

/** The response to a request that no longer fails. */
const COMPLETED = { ...RESPONSE, status: "completed" };

/** Sets the wait in a detail that has one, such as that of `session_busy`, to the wait that the request asked for. */
function withWait(detail: JsonObject | null, seconds: number): JsonObject | null {
  const says = detail !== null && Object.hasOwn(detail, "retry_after_ms");
  return says ? { ...detail, retry_after_ms: Math.round(seconds * 1_000) } : detail;
}

/** Throws the error of a code. If the code is a task's, returns the response object of a failed task. */
function raise(
  { catalog, contract: { task }, details }: Mock,
  code: string,
  { param, retryAfter }: Asked,
  context: ReturnType<typeof requestContext>,
): object {
  const definition = catalog.definition(code);
  if (definition === undefined) {
    const message = "There is no such code to raise; the list of all codes is at the root.";
    throw catalog.error(`${catalog.vendor}_route_not_found` as "harness_not_found", { message });
  }
  const detail = details.get(code) ?? sampleFor(code, definition);
  const init = { detail: retryAfter === undefined ? detail : withWait(detail, retryAfter), param, retryAfter };
  // The compiler cannot know a code that comes from a URL. The catalog checks it again.
  if (definition.where === "request") throw catalog.error(code as "invalid_input", init);
  if (definition.where === "cancelled_task") return task.cancelled(RESPONSE, context);
  return task.failed(RESPONSE, catalog.taskError(code as "timeout", init), context);
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(value));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, MAX_DELAY_MS)));
}
