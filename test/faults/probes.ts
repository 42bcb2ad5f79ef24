/** The requests that a client sends to a server with a fault. Loaded by the test and by the server, so it loads no library. */
import type { Readable } from "node:stream";
import type { Handler, Io } from "../conformance/drivers/driver.ts";
import type { DriverName } from "../conformance/drivers/names.ts";
import type { Sent } from "../support/http.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";
import type { acme } from "./catalog.ts";

/** One request, and its outcome without any fault. */
export interface Probe {
  /** The request, or bytes that are not a request. */
  readonly sent: Sent | string;
  /** What the client sees: the status, and the code of an envelope. `broken` means that the connection ended within a response. */
  readonly sees: string;
  /** The outcome and the code of each report. */
  readonly reported: string;
  /** Something that not every server has. */
  readonly needs?: "Node's response";
}

const JSON_TYPE = { "Content-Type": "application/json" };

const does = (what: string) => ({ path: `/case?do=${what}` });

/** Each way in which a request fails, and some requests that succeed. */
export const PROBES = {
  success: { sent: does("success"), sees: "200", reported: "" },
  thrown: { sent: does("thrown"), sees: "500 acme_internal_error", reported: "answered acme_internal_error" },
  rejected: { sent: does("rejected"), sees: "500 acme_internal_error", reported: "answered acme_internal_error" },
  catalog: { sent: does("catalog"), sees: "404 harness_not_found", reported: "answered harness_not_found" },
  detail: { sent: does("detail"), sees: "503 acme_gpu_cold", reported: "answered acme_gpu_cold" },
  library: { sent: does("library"), sees: "502 acme_upstream_error", reported: "answered acme_upstream_error" },
  upload: { sent: does("upload"), sees: "413 acme_content_too_large", reported: "answered acme_content_too_large" },
  schema: { sent: does("schema"), sees: "409 acme_odd", reported: "answered acme_odd" },
  overflow: { sent: does("overflow"), sees: "500 acme_internal_error", reported: "answered acme_internal_error" },
  realm: { sent: does("realm"), sees: "500 acme_internal_error", reported: "answered acme_internal_error" },
  written: { sent: does("written"), sees: "409 acme_conflict", reported: "answered acme_conflict" },
  pieces: {
    sent: does("pieces"),
    sees: "403 acme_forbidden",
    reported: "answered acme_forbidden",
    needs: "Node's response",
  },
  stream: { sent: does("stream"), sees: "500 acme_internal_error", reported: "answered acme_internal_error" },
  cut: { sent: does("cut"), sees: "broken", reported: "cut acme_internal_error" },
  "no route": {
    sent: { path: "/nowhere" },
    sees: "404 acme_route_not_found",
    reported: "answered acme_route_not_found",
  },
  version: {
    sent: { path: "/methods/1", headers: { "UHP-Version": "1999-01-01" } },
    sees: "400 unsupported_protocol_version",
    reported: "answered unsupported_protocol_version",
  },
  body: {
    sent: { method: "POST", path: "/json", headers: JSON_TYPE, body: '{"a":' },
    sees: "400 invalid_input",
    reported: "answered invalid_input",
  },
  token: {
    sent: { path: "/methods/1", headers: { Authorization: "Bearer x" } },
    sees: "200",
    reported: "",
  },
  garbage: { sent: "GARBAGE\r\n\r\n", sees: "400 acme_bad_request", reported: "answered acme_bad_request" },
} as const satisfies Readonly<Record<string, Probe>>;

/** The name of a probe. */
export type ProbeName = keyof typeof PROBES;

export const PROBE_NAMES = Object.keys(PROBES) as readonly ProbeName[];

/** Servers whose handlers do not get Node's response. */
const WITHOUT_RESPONSE: readonly DriverName[] = ["web", "hono", "h3"];

/** Whether a server supports a probe. */
export function canAsk(driver: DriverName, { needs }: Probe): boolean {
  return needs === undefined || !WITHOUT_RESPONSE.includes(driver);
}

/** A stream that fails after some chunks. */
async function* failing(...chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks;
  // Long enough for the head and the chunks to be sent.
  if (chunks.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  throw new Error(LEAKY_TEXT);
}

/** What `/case` does for a name in the request. */
type Doing = (io: Io, libraries: Libraries) => unknown;

/** What only the server loads. */
export interface Libraries {
  readonly acme: typeof acme;
  readonly readableFrom: (source: AsyncIterable<string>) => Readable;
  /** Runs a program in another realm. */
  readonly runInNewContext: (program: string) => unknown;
}

const TEXT = { "Content-Type": "text/plain" };

let endLate = () => {};

const DOINGS: Readonly<Record<string, Doing>> = {
  success: (io) => io.reply(200, { ok: true }),
  thrown: () => {
    throw new Error(LEAKY_TEXT);
  },
  rejected: async () => {
    await Promise.resolve();
    throw new TypeError(LEAKY_TEXT);
  },
  catalog: (_io, { acme }) => {
    throw acme.error("harness_not_found", { message: `There is no harness. ${LEAKY_TEXT}`, param: "harness_id" });
  },
  detail: (_io, { acme }) => {
    throw acme.error("acme_gpu_cold", { detail: { eta_seconds: 3 }, cause: new Error(LEAKY_TEXT) });
  },
  library: () => {
    throw Object.assign(new Error(LEAKY_TEXT), { code: "ECONNREFUSED", errno: -111, syscall: "connect" });
  },
  upload: () => {
    // Defined and not assigned, since a frozen prototype does not allow an assignment.
    const fields = { name: { value: "MulterError" }, code: { value: "LIMIT_FILE_SIZE" }, field: { value: "file" } };
    throw Object.defineProperties(new Error("File too large"), fields);
  },
  /** Does what the contract does, too, for a request that fails: it listens for the client's leaving, and catches a rejection. */
  watchful: async (io) => {
    io.onClose(() => {});
    await Promise.reject(new Error(LEAKY_TEXT)).catch(() => {});
    io.reply(200, { ok: true });
  },
  /** Fails once another request says so, before which the client can leave. */
  late: async () => {
    await new Promise<void>((resolve) => {
      endLate = resolve;
    });
    throw new Error(LEAKY_TEXT);
  },
  "late-no-more": (io) => {
    endLate();
    io.reply(200, { ok: true });
  },
  /** Starts, and fails once the process is told to end. */
  ending: async () => {
    const isToldToEnd = new Promise((resolve) => process.once("SIGTERM", resolve));
    process.stdout.write("it has begun\n");
    await isToldToEnd;
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new Error(LEAKY_TEXT);
  },
  /** Sends more than the sockets between a server and its client hold, and then fails. */
  long: (io, { readableFrom }) => io.reply(200, readableFrom(failing(...Array(64).fill("x".repeat(65_536)))), TEXT),
  large: () => {
    const text = LEAKY_TEXT.repeat(50_000);
    throw Object.assign(new Error(text), { request: { body: text }, cause: new Error(text) });
  },
  schema: (_io, { acme }) => {
    throw acme.error("acme_odd", { detail: { note: "ordinary" } });
  },
  overflow: function overflow(io, libraries): unknown {
    return [DOINGS["overflow"]?.(io, libraries)];
  },
  realm: (_io, { runInNewContext }) => {
    throw runInNewContext(`new TypeError(${JSON.stringify(LEAKY_TEXT)})`);
  },
  written: (io) => io.reply(409, { message: LEAKY_TEXT }),
  pieces: ({ response }) => {
    response.writeHead(403, TEXT);
    response.write(LEAKY_TEXT);
    response.end(LEAKY_TEXT);
  },
  stream: (io, { readableFrom }) => io.reply(200, readableFrom(failing()), TEXT),
  cut: (io, { readableFrom }) => io.reply(200, readableFrom(failing("the first part")), TEXT),
};

/** The handler of `/case`, which does what the query names. */
export function handlerOf(libraries: Libraries): Handler {
  return (io) => {
    const name = new URL(io.url).searchParams.get("do") ?? "";
    const doing = DOINGS[name];
    if (doing === undefined) throw new TypeError(`nothing is called ${name}`);
    return doing(io, libraries);
  };
}
