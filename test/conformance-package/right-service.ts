import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Routes } from "@uhp-errors/conformance";
import { EXPECTED_VERSIONS, REQUEST_CODES, seenIn, TASK_CODES } from "../support/expected-codes.ts";

/** A response before it is sent. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Serialized, unless it is a string or bytes. */
  body: unknown;
}

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly version: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
  readonly raw: IncomingMessage;
}

/** A flaw of a service: it changes what would be right. */
export interface Flaw {
  readonly reply?: (reply: Reply, arrived: Arrived) => Reply;
  /** What the server writes to a connection on which it found no HTTP. */
  readonly broken?: string;
  /** Whether a silent stream sends no comments. */
  readonly mute?: boolean;
}

export const TOKEN = "right-token";

/** The routes of the service. */
export const ROUTES: Routes = {
  success: "GET /things",
  protected: "GET /things",
  objects: { harness_not_found: "GET /things/{id}" },
  foreign: [{ request: "GET /things/{id}", id: "theirs" }],
  forbidden: { request: "GET /admin" },
  wrongMethod: "PATCH /things",
  json: { request: "POST /things", wrong: { name: 42 }, param: "name" },
  upload: { request: "POST /files", field: "file", bytes: 5_000 },
  limited: { request: "GET /limited", requests: 2 },
  raise: "GET /raise/{code}",
  crash: { request: "GET /crash", hides: ["hunter2"] },
  stream: { request: "POST /stream", body: { name: "a" }, wrong: { name: 42 } },
  silentStream: { request: "GET /silent", seconds: 15 },
};

interface Running {
  readonly url: string;
  close(): Promise<void>;
}

const NEWEST = EXPECTED_VERSIONS.at(-1) ?? "";
const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8", "x-should-retry": "false" };

/** An error written by hand, since the library under test must not be its own measure. */
export function failure(status: number, type: string, code: string, more: object = {}): Reply {
  const error = { type, code, message: "It is not possible.", param: null, detail: null, ...more };
  return { status, headers: { ...JSON_TYPE }, body: { error } };
}

const bad = (more: object = {}) => failure(400, "invalid_request_error", "invalid_input", more);
const absent = () => failure(404, "invalid_request_error", "harness_not_found", { param: "id" });
const refusal = (code: string): Reply => {
  const reply = failure(401, "authentication_error", code);
  return { ...reply, headers: { ...reply.headers, "WWW-Authenticate": "Bearer" } };
};
const success = (body: unknown): Reply => ({ status: 200, headers: { "Content-Type": "application/json" }, body });

/** The responses of a service without flaws. */
function right(arrived: Arrived): Reply {
  const { method, path, authorization, raw } = arrived;
  const lines = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^uhp-version$/i.test(name)).length;
  if (lines > 1 || (arrived.version !== undefined && !EXPECTED_VERSIONS.includes(arrived.version as never))) {
    const detail = { supported: EXPECTED_VERSIONS };
    return failure(400, "invalid_request_error", "unsupported_protocol_version", { detail });
  }
  if (!/^Bearer /i.test(authorization ?? "")) return refusal("missing_credential");
  if (authorization !== `Bearer ${TOKEN}`) return refusal("invalid_credential");
  if (path.includes("%ff")) return bad();
  const [, first = "", second] = path.split("/");
  if (first === "raise" && second !== undefined) return raised(second, arrived.version ?? NEWEST);
  if (first === "things" && second !== undefined) return absent();
  const route = ROUTED[`${method} ${path}`];
  if (route !== undefined) return route(arrived);
  if (path !== "/things") return failure(404, "invalid_request_error", "acme_route_not_found");
  const reply = failure(405, "invalid_request_error", "acme_method_not_allowed");
  return { ...reply, headers: { ...reply.headers, Allow: "GET, POST" } };
}

const ROUTED: Readonly<Record<string, (arrived: Arrived) => Reply>> = {
  "GET /things": () => success({ things: [] }),
  "GET /admin": () => failure(403, "permission_error", "insufficient_scope"),
  "GET /limited": () => {
    const reply = failure(429, "rate_limit_error", "rate_limited");
    return { ...reply, headers: { ...reply.headers, "Retry-After": "3" } };
  },
  "GET /crash": () => failure(500, "server_error", "acme_internal_error", { detail: { correlation_id: "1" } }),
  "POST /files": ({ body }) =>
    body.length > 1_000
      ? failure(413, "invalid_request_error", "file_too_large", { detail: { max_bytes: 1_000 } })
      : success({}),
  "POST /things": (arrived) => named(arrived) ?? success({}),
  "POST /stream": (arrived) => named(arrived) ?? stream(": keep-alive\n\ndata: {}\n\n"),
  "GET /silent": () => stream(": keep-alive\n\n"),
};

const stream = (body: string): Reply => ({ status: 200, headers: { "Content-Type": "text/event-stream" }, body });

/** What is wrong with a body that must have a name; `undefined` if nothing is. */
function named({ body, raw }: Arrived): Reply | undefined {
  if (raw.headers["content-encoding"] !== undefined || /charset=x/.test(raw.headers["content-type"] ?? ""))
    return bad();
  try {
    return typeof JSON.parse(body).name === "string" ? undefined : bad({ param: "name" });
  } catch {
    return bad();
  }
}

function raised(code: string, version: string): Reply {
  const expected = REQUEST_CODES.find((one) => one.code === code);
  if (expected !== undefined) {
    const { status, type, detail = null } = expected;
    return failure(status, type, seenIn(version as never, expected), { detail });
  }
  if (!TASK_CODES.some((one) => one.code === code)) return bad();
  const { body } = failure(200, "harness_error", code);
  return success({ status: code === "cancelled" ? "cancelled" : "failed", ...(body as object) });
}

/** Runs the service on a free port of 127.0.0.1, with a flaw if there is one. */
export async function startService({
  reply: spoil = (reply) => reply,
  broken,
  mute = false,
}: Flaw = {}): Promise<Running> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const version = [headers["uhp-version"]].flat()[0];
    const { authorization } = headers;
    const body = Buffer.concat(chunks).toString();
    const arrived: Arrived = { method, path: url, version, authorization, body, raw: request };
    const answer = right(arrived);
    const stated = EXPECTED_VERSIONS.includes(version as never) ? String(version) : NEWEST;
    const reply = spoil({ ...answer, headers: { "UHP-Version": stated, ...answer.headers } }, arrived);
    response.writeHead(reply.status, reply.headers);
    const written =
      typeof reply.body === "string" || Buffer.isBuffer(reply.body) ? reply.body : JSON.stringify(reply.body);
    if (url !== "/silent") response.end(written);
    else if (!mute) response.write(written);
    else response.flushHeaders();
  });
  const bytes = JSON.stringify(failure(400, "invalid_request_error", "acme_bad_request").body);
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n`;
  server.on(
    "clientError",
    (_error, socket: Socket) => void socket.end(broken ?? `${head}Connection: close\r\n\r\n${bytes}`),
  );
  // It ignores expectations that it does not know.
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
