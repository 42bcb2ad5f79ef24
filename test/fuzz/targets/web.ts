import { setTimeout as delay } from "node:timers/promises";
import type { ErrorReport } from "@uhp-errors/core";
import { install as installOnH3 } from "@uhp-errors/h3";
import { install as installOnHono } from "@uhp-errors/hono";
import { uhp } from "@uhp-errors/web";
import fc from "fast-check";
import { H3 } from "h3";
import { Hono } from "hono";
import { createAdapterContract } from "../../support/adapter-contract.ts";
import { acme } from "../../support/catalog.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { expectError, expectNothingPrivate, leakyError } from "../envelopes.ts";
import { type Target, Violation } from "../target.ts";
import { turn } from "../wire.ts";

/** What a stream does once it has given all its pieces. */
type Ending = "ends" | "fails" | "fails with nothing" | "hangs" | "goes on";

/** Ways in which a response is not what it says, or is none. */
const LIES = [
  "none",
  "status",
  "body",
  "headers throw",
  "status throws",
  "body throws",
  "proxy",
  "plain object",
  "copy",
  "error()",
  "nothing",
] as const;

/** What a handler returns. */
interface Returned {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `null` for no body. */
  readonly pieces: readonly string[] | null;
  /** How often the pieces are given. */
  readonly times: number;
  readonly kind: "whole" | "bytes" | "stream" | "byte stream" | "stream of text" | "eager stream" | "form" | "blob";
  readonly waits: boolean;
  readonly ending: Ending;
  readonly cancel: "returns" | "throws" | "rejects" | "hangs";
  readonly state: "fresh" | "used" | "locked" | "cancelled" | "read in part" | "cloned";
  readonly lie: (typeof LIES)[number];
}

interface Case {
  readonly framework: "web" | "hono" | "h3";
  readonly method: "GET" | "POST" | "HEAD";
  readonly throws: "no" | "at once" | "later";
  readonly client: "stays" | "left before" | "leaves meanwhile" | "stops reading";
  readonly returned: Returned;
}

const ENVELOPE = JSON.stringify({
  error: { type: "invalid_request_error", code: "session_expired", message: "Over.", param: null, detail: null },
});

const header = fc.constantFrom(
  ["Content-Type", "application/json"],
  ["Content-Type", "text/html; charset=utf-8"],
  ["Content-Type", "application/octet-stream"],
  ["Content-Type", "text/event-stream"],
  ["Content-Type", "a".repeat(2_000)],
  ["Content-Length", "5"],
  ["Content-Length", "-1"],
  ["Content-Length", "99999999999"],
  ["Content-Encoding", "gzip"],
  ["Transfer-Encoding", "chunked"],
  ["Connection", "close"],
  ["Set-Cookie", "a=1"],
  ["Location", "/elsewhere"],
  ["Date", "Thu, 01 Jan 1970 00:00:00 GMT"],
  ["Via", "1.1 proxy"],
  ["X-Own", "\u00e9\u00ff"],
  ["x-request-id", "own-id"],
  ["UHP-Version", "1999-01-01"],
  ["WWW-Authenticate", 'Basic realm="x"'],
  ["Retry-After", "soon"],
  ["__proto__", "1"],
) as fc.Arbitrary<readonly [string, string]>;

const piece = fc.oneof(
  fc.constantFrom("", "{", '{"error"', ENVELOPE, ENVELOPE.slice(0, 30), ENVELOPE.slice(30), " ", "<p>", "\ufeff"),
  fc.constantFrom(LEAKY_TEXT, `{"error":{"type":"server_error","code":"x","message":"${LEAKY_TEXT}"}}`),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constant("x".repeat(70_000)),
);

const usual = <Value>(value: Value, ...others: Value[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 3, arbitrary: fc.constantFrom(...others) });

const returned: fc.Arbitrary<Returned> = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 200, 201, 204, 205, 206, 301, 304, 400, 401, 404, 416, 429, 500, 503),
    fc.integer({ min: 200, max: 599 }),
  ),
  headers: fc.uniqueArray(header, { maxLength: 4, selector: ([name]) => name }),
  pieces: fc.option(fc.array(piece, { maxLength: 4 }), { freq: 8 }),
  times: usual(1, 0, 2, 200),
  kind: usual("stream", "whole", "bytes", "byte stream", "stream of text", "eager stream", "form", "blob"),
  waits: fc.boolean(),
  ending: usual("ends", "fails", "fails with nothing", "hangs", "goes on"),
  cancel: usual("returns", "throws", "rejects", "hangs"),
  state: fc.oneof(
    { weight: 8, arbitrary: fc.constant("fresh" as const) },
    { weight: 1, arbitrary: fc.constantFrom("used", "locked", "cancelled", "read in part", "cloned") },
  ),
  lie: fc.oneof(
    { weight: 10, arbitrary: fc.constant("none" as const) },
    { weight: 1, arbitrary: fc.constantFrom(...LIES) },
  ),
});

const cases: fc.Arbitrary<Case> = fc.record({
  framework: fc.constantFrom("web", "hono", "h3"),
  method: fc.constantFrom("GET", "GET", "POST", "HEAD"),
  throws: fc.oneof({ weight: 12, arbitrary: fc.constant("no" as const) }, fc.constantFrom("at once", "later")),
  client: usual("stays", "left before", "leaves meanwhile", "stops reading"),
  returned,
});

/** The status of a response that no client gets. */
const LEFT = 499;

const NO_BODY = new Set([204, 205, 304]);
const encoder = new TextEncoder();

/** Milliseconds that a body may hold back a head. */
const HELD_MS = 15;

/** Milliseconds that a reader waits for a body that hangs, and for any other body. */
const HANGS_MS = 30;
const PATIENT_MS = 20_000;

/** How many bytes of a body are read. */
const READ_BYTES = 150_000;

/** The number of pieces after which more of an endless body was read than any client takes. */
const ENDLESS = 20_000;

/** A body, and what happened to its source. */
class Source {
  readonly #returned: Returned;
  isCancelled = false;
  given = 0;
  constructor(given: Returned) {
    this.#returned = given;
  }

  get body(): BodyInit | null {
    const { status, pieces, times, kind } = this.#returned;
    if (pieces === null || NO_BODY.has(status)) return null;
    const text = pieces.join("").repeat(times);
    if (kind === "whole") return text;
    if (kind === "bytes") return encoder.encode(text);
    if (kind === "blob") return new Blob([text], { type: "text/html" });
    if (kind === "form") return new URLSearchParams({ text });
    return this.#stream();
  }

  #stream(): ReadableStream {
    const { pieces, times, kind, waits, ending, cancel } = this.#returned;
    const all = Array.from({ length: times }, () => pieces ?? []).flat();
    const next = async (give: (piece: Uint8Array<ArrayBuffer>) => void, end: () => void): Promise<void> => {
      if (waits) await turn();
      const text = this.given < all.length ? all[this.given] : undefined;
      this.given += 1;
      if (text !== undefined) give(encoder.encode(text));
      else if (ending === "ends") end();
      else if (ending === "fails") throw leakyError();
      else if (ending === "fails with nothing") throw undefined;
      else if (ending === "goes on") give(encoder.encode("more ".repeat(200)));
      else await new Promise(() => {});
    };
    const cancelled = () => {
      this.isCancelled = true;
      if (cancel === "throws") throw leakyError();
      if (cancel === "rejects") return Promise.reject(leakyError());
      return cancel === "hangs" ? new Promise<void>(() => {}) : undefined;
    };
    if (kind === "byte stream") {
      return new ReadableStream({
        type: "bytes",
        pull: (controller) =>
          next(
            // A byte stream accepts no empty piece.
            (bytes) => controller.enqueue(bytes.length === 0 ? encoder.encode(" ") : bytes),
            () => {
              controller.close();
              controller.byobRequest?.respond(0);
            },
          ),
        cancel: cancelled,
      });
    }
    const textual = kind === "stream of text";
    return new ReadableStream(
      {
        pull: (controller) =>
          next(
            (bytes) => controller.enqueue(textual ? new TextDecoder().decode(bytes) : bytes),
            () => controller.close(),
          ),
        cancel: cancelled,
      },
      { highWaterMark: kind === "eager stream" ? 4 : 0 },
    );
  }
}

async function responseOf(given: Returned, source: Source): Promise<unknown> {
  const { status, headers, state, lie } = given;
  if (lie === "nothing") return undefined;
  if (lie === "error()") return Response.error();
  const made = new Response(source.body, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
  // An endless body is never used up.
  const hasEnd = given.ending !== "hangs" && given.ending !== "goes on";
  if (state === "used" && hasEnd) await made.text().catch(() => {});
  if (state === "locked" || (state === "used" && !hasEnd)) made.body?.getReader();
  if (state === "cancelled") made.body?.cancel().catch(() => {});
  if (state === "cloned") made.clone();
  if (state === "read in part") {
    const reader = made.body?.getReader();
    if (reader !== undefined)
      await soon(
        reader.read().catch(() => undefined),
        HANGS_MS,
      );
    reader?.releaseLock();
  }
  return lied(made, lie);
}

function lied(made: Response, lie: Returned["lie"]): unknown {
  const define = (name: string, get: () => unknown) => Object.defineProperty(made, name, { get });
  const fail = () => {
    throw leakyError();
  };
  if (lie === "status") return define("status", () => (made.ok ? 500 : 200));
  if (lie === "body") return define("body", () => null);
  if (lie === "headers throw") return define("headers", fail);
  if (lie === "status throws") return define("status", fail);
  if (lie === "body throws") return define("body", fail);
  if (lie === "proxy") return new Proxy(made, {});
  if (lie === "plain object") return { status: made.status, headers: made.headers, body: made.body };
  if (lie === "copy") return new Response(made.body, made);
  return made;
}

/** What a runtime would send. */
interface Read {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly end: "whole" | "broken" | "hanging" | "stopped";
}

async function read(response: Response, { client, returned: { ending } }: Case): Promise<Read> {
  const most = client === "stops reading" && response.status < 400 ? 10 : READ_BYTES;
  const patience = ending === "hangs" ? HANGS_MS : PATIENT_MS;
  const head = { status: response.status, headers: [...response.headers] };
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  const end =
    reader === undefined ? "whole" : await readPieces(reader, chunks, most, patience).catch(() => "broken" as const);
  // It does not matter here if the source's own `cancel` fails.
  if (end === "hanging" || end === "stopped") reader?.cancel().catch(() => {});
  return { ...head, body: Buffer.concat(chunks).subarray(0, READ_BYTES).toString("latin1"), end };
}

async function readPieces(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  chunks: Uint8Array[],
  most: number,
  patience: number,
): Promise<Read["end"]> {
  for (let length = 0; length <= most; ) {
    const part = await soon(reader.read(), patience);
    if (part === undefined) return "hanging";
    if (part.done) return "whole";
    // A server sends only bytes.
    if (!(part.value instanceof Uint8Array)) throw new TypeError("a piece that is no bytes");
    chunks.push(part.value);
    length += part.value.length;
  }
  return "stopped";
}

async function soon<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  return Promise.race([promise, late]).finally(() => timer.abort());
}

type Handler = () => Promise<Response>;

/** Mounts a handler on a framework, with the contract. */
function mounted(framework: Case["framework"], handler: Handler, reports: ErrorReport[]) {
  const contract = createAdapterContract(acme, { bufferTimeoutMs: HELD_MS, onError: (report) => reports.push(report) });
  if (framework === "web") return uhp(contract, handler);
  if (framework === "h3") {
    const app = new H3({ silent: true });
    installOnH3(app, contract);
    app.all("/**", handler);
    return async (request: Request) => app.fetch(request);
  }
  const app = new Hono();
  installOnHono(app, contract);
  app.all("*", handler);
  return async (request: Request) => app.fetch(request);
}

async function attempt(given: Case): Promise<void> {
  const { framework, method, throws, client, returned: what } = given;
  const source = new Source(what);
  const leaving = new AbortController();
  const handler = async () => {
    if (throws === "at once") throw leakyError();
    if (client === "leaves meanwhile") leaving.abort();
    await turn();
    if (throws === "later") throw leakyError();
    return (await responseOf(what, source)) as Response;
  };
  if (client === "left before") leaving.abort();
  const reports: ErrorReport[] = [];
  const request = new Request("http://api.acme.example/x", { method, signal: leaving.signal });
  const ask = mounted(framework, handler, reports);
  const answer = await (async () => ask(request))().catch((thrown: unknown) => {
    throw new Violation("each request gets one answer", `it rejects: ${String((thrown as Error)?.stack ?? thrown)}`);
  });
  if (!(answer instanceof Response)) throw new Violation("each request gets one answer", String(answer));
  const left = await read(answer, given);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  // There is no client left to see it.
  if (left.status === LEFT && leaving.signal.aborted) return;
  if (left.status >= 400) expectOwn(left, method);
  else await expectUnchanged(given, left);
  expectTold(given, left, reports);
  if (source.given > ENDLESS)
    throw new Violation("memory returns to where it was", `${source.given} pieces were taken`);
  const hasEnd = what.ending !== "hangs" && what.ending !== "goes on";
  const isOver = !hasEnd && source.given > 0 && left.end !== "whole" && left.end !== "broken";
  if (isOver && !source.isCancelled && what.lie === "none" && what.state === "fresh" && left.status < 400) {
    throw new Violation("memory returns to where it was", "a body that nobody reads was not cancelled");
  }
}

function expectOwn({ status, headers, body, end }: Read, method: string): void {
  if (end !== "whole") throw new Violation("a failure is an envelope", `its body is ${end}: ${body}`);
  expectError({ status, fields: headers, body, whole: true }, method);
}

/** A success is as the handler made it, apart from two header fields. */
async function expectUnchanged(given: Case, left: Read): Promise<void> {
  const { returned: what, throws } = given;
  if (throws !== "no") throw new Violation("a failure is an envelope", `a throw became ${left.status}`);
  if (what.status < 400 && what.lie === "none") await expectSame(given, left);
  if (!left.headers.some(([name]) => name === "uhp-version")) {
    throw new Violation("a success keeps its bytes", `it has no version: ${JSON.stringify(left).slice(0, 2_000)}`);
  }
  if (what.status >= 400 && what.lie === "none") expectNothingPrivate(left.body);
}

async function expectSame(given: Case, left: Read): Promise<void> {
  const { returned: what, method, client } = given;
  const bare = (await responseOf(what, new Source(what))) as Response;
  // Less can be compared of a body that is not read to its end, or that something else reads. When an eager stream fails at once, it drops
  // what was not read by then, and a framework may have read more or less.
  const isDropped = what.kind === "eager stream" && !what.waits && what.ending.startsWith("fails");
  const isWhole = what.kind !== "stream of text" && !isDropped;
  const isRead = method !== "HEAD" && client === "stays" && what.state === "fresh" && isWhole;
  const before = isRead ? await read(bare, given) : { ...left, status: bare.status };
  // How much of an endless body has come is chance.
  if (before.end === "hanging" && left.end === "hanging") {
    const length = Math.min(before.body.length, left.body.length);
    return expectSameRead(
      { ...before, body: before.body.slice(0, length) },
      { ...left, body: left.body.slice(0, length) },
    );
  }
  expectSameRead(before, left);
}

function expectSameRead(before: Read, left: Read): void {
  const [one, other] = [before, left].map(({ status, headers, body, end }) => {
    const kept = headers.filter(([name]) => name !== "uhp-version" && name !== "x-request-id");
    return JSON.stringify([status, kept, end, body]).slice(0, 2_000);
  });
  if (one !== other || before.body !== left.body) {
    throw new Violation("a success keeps its bytes", `${one} became ${other}`);
  }
}

function expectTold({ client, returned: { kind, headers } }: Case, left: Read, reports: readonly ErrorReport[]): void {
  const shown = JSON.stringify(reports.map(({ outcome, code, thrown }) => [outcome, code, String(thrown)]));
  if (reports.length > 1) throw new Violation("each failure is reported once", `there are ${shown}`);
  const stays = client === "stays" || client === "stops reading";
  if (left.status >= 400 && stays && reports[0]?.outcome !== "answered") {
    throw new Violation("each failure is reported once", `the response has no report; there are ${shown}`);
  }
  // A body that another service sent and did not finish is not this service's failure.
  const isCopied = headers.some(([name]) => name === "Via" || name === "Date");
  if (left.end === "broken" && stays && !isCopied && kind !== "stream of text" && reports[0]?.outcome !== "cut") {
    throw new Violation("each failure is reported once", `the broken body has no report; there are ${shown}`);
  }
}

/** Everything that handlers of the fetch standard may return, on each framework for them. */
export const web: Target<Case> = { cases, start: async () => ({ attempt }) };
