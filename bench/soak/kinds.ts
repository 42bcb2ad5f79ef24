import { MAX_BYTES } from "../../test/conformance/drivers/driver.ts";
import { addressOf, type HandlerName } from "./handlers.ts";

/** One kind of request, and its expected outcome. */
export interface Kind {
  readonly name: string;
  /** How many requests of a rotation are of this kind. */
  readonly share: number;
  /** Status and code of the response, or how the exchange ended without one; see `client.ts`. */
  readonly outcome: string;
  /** Whether the handler needs Node's own response, which fetch handlers do not have. */
  readonly needsNodeResponse?: boolean;
  /** The request; `id` differs from request to request. */
  make(id: number): Outgoing;
}

/** A request, and when its client gives up. */
export interface Outgoing {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Headers;
  readonly body?: string;
  /** Sent instead of all the above, on a separate connection that the server closes. */
  readonly bytes?: string;
  readonly leaves?: "in-request" | "before-answer" | "in-answer";
  /** Whether the client lets the answer wait in the sockets before it reads on. */
  readonly hesitates?: boolean;
}

type Headers = Readonly<Record<string, string>>;

const JSON_TYPE: Headers = { "Content-Type": "application/json" };

function does(name: HandlerName, share: number, outcome: string, more: Outgoing = {}): Kind {
  return { name, share, outcome, make: (id) => ({ path: addressOf(name, id), ...more }) };
}

function gets(name: string, share: number, outcome: string, path: string, more: Outgoing = {}): Kind {
  return { name, share, outcome, make: (id) => ({ path: path.replace("*", String(id)), ...more }) };
}

function posts(name: string, share: number, outcome: string, path: string, body: string, headers = JSON_TYPE): Kind {
  return {
    name,
    share,
    outcome,
    make: (id) => ({ method: "POST", path, headers, body: body.replace("*", String(id)) }),
  };
}

function uploads(name: string, share: number, outcome: string, bytes: number): Kind {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="*"\r\nContent-Type: text/plain';
  const headers = { "Content-Type": "multipart/form-data; boundary=b" };
  return posts(name, share, outcome, "/upload", `${head}\r\n\r\n${"x".repeat(bytes)}\r\n--b--\r\n`, headers);
}

function raw(name: string, share: number, outcome: string, bytes: string): Kind {
  return { name, share, outcome, make: () => ({ bytes }) };
}

const SUCCESSES: readonly Kind[] = [
  does("object", 14, "200"),
  does("stream", 4, "200"),
  does("events", 3, "200"),
  does("failing events", 2, "200"),
  does("download", 1, "200", { hesitates: true }),
  gets("route", 8, "200", "/methods/*"),
  gets("HEAD of a route", 3, "200", "/methods/*", { method: "HEAD" }),
  gets("file", 3, "200", "/static/hello.txt"),
  posts("JSON", 8, "200", "/json", '{"id":"*"}'),
  uploads("upload", 3, "200", 500),
];

const THROWN: readonly Kind[] = [
  does("contract", 8, "404 harness_not_found"),
  does("vendor", 3, "503 acme_gpu_cold"),
  does("newer", 3, "409 acme_environment_busy", { headers: { "UHP-Version": "2026-09-12" } }),
  does("unknown", 6, "500 acme_internal_error"),
  does("rejected", 4, "500 acme_internal_error"),
  does("nothing", 2, "500 acme_internal_error"),
  does("unserialisable", 1, "500 acme_internal_error"),
  does("failing", 2, "500 acme_internal_error"),
];

const FOREIGN: readonly Kind[] = [
  does("foreign", 3, "409 acme_conflict"),
  { ...does("native", 2, "403 acme_forbidden"), needsNodeResponse: true },
  gets("no route", 5, "404 acme_route_not_found", "/nowhere/*"),
  gets("HEAD of no route", 2, "404", "/nowhere/*", { method: "HEAD" }),
  gets("wrong method", 4, "405 acme_method_not_allowed", "/methods/*", { method: "DELETE" }),
  gets("bare error", 4, "503 acme_unavailable", "/bare/503"),
  gets("compressed error", 1, "502 acme_upstream_error", "/compressed/502", { headers: { "Accept-Encoding": "gzip" } }),
  // The code depends on whether a route of the framework took the request. Only a body would show it.
  gets("HEAD of no file", 1, "404", "/static/*.txt", { method: "HEAD" }),
  gets("refused version", 3, "400 unsupported_protocol_version", "/methods/*", {
    headers: { "UHP-Version": "1999-01-01" },
  }),
  gets("unknown expectation", 1, "417 acme_expectation_failed", "/methods/*", { headers: { Expect: "tea" } }),
  posts("invalid JSON", 4, "400 invalid_input", "/json", '{"id":*'),
  posts("corrupt gzip", 1, "400 invalid_input", "/json", "no gzip *", {
    ...JSON_TYPE,
    "Content-Encoding": "gzip",
  }),
  posts("validation failure", 3, "400 invalid_input", "/validated", '{"name":"xy","tags":[{"rank":"x*"}]}'),
  posts("body too large", 1, "413 acme_content_too_large", "/json", `{"id":"${"x".repeat(2 * MAX_BYTES)}"}`),
  uploads("upload too large", 1, "413 file_too_large", 2 * MAX_BYTES),
];

/** Each of these closes its connection, so there are only a few. */
const CLOSING: readonly Kind[] = [
  does("breaking", 1, "broken"),
  { ...does("late", 1, "broken"), needsNodeResponse: true },
  does("abandoned", 1, "left", { leaves: "before-answer" }),
  does("download", 1, "left", { leaves: "in-answer" }),
  does("endless", 1, "left", { leaves: "in-answer" }),
  does("endless events", 1, "left", { leaves: "in-answer" }),
  {
    name: "half a body",
    share: 1,
    outcome: "left",
    make: () => ({
      method: "POST",
      path: "/json",
      headers: { ...JSON_TYPE, "Content-Length": "99" },
      body: "{",
      leaves: "in-request",
    }),
  },
  raw(
    "headers too large",
    1,
    "431 acme_headers_too_large",
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(9_000)}\r\n\r\n`,
  ),
  raw("garbage", 1, "400 acme_bad_request", "GARBAGE\r\n\r\n"),
  raw("no Host", 1, "400 invalid_input", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
];

/** How far apart requests of one kind are in the rotation. No rotation's length is a multiple of this prime, so all get a place. */
const STRIDE = 37;

/**
 * The kinds in the order in which they are sent, over and over. None of them meets a rate limiter.
 *
 * @param hasNodeResponse Whether handlers of the framework have Node's own response.
 */
export function rotation(hasNodeResponse: boolean): readonly Kind[] {
  const kinds = [...SUCCESSES, ...THROWN, ...FOREIGN, ...CLOSING]
    .filter(({ needsNodeResponse = false }) => hasNodeResponse || !needsNodeResponse)
    .flatMap((kind) => Array<Kind>(kind.share).fill(kind));
  return kinds.map((_, index) => kinds[(index * STRIDE) % kinds.length] as Kind);
}
