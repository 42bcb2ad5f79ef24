import { Readable } from "node:stream";
import fc from "fast-check";
import type { Handler, Io } from "../../conformance/drivers/driver.ts";
import { loadDriver } from "../../conformance/drivers/load.ts";
import { DRIVER_NAMES, type DriverName } from "../../conformance/drivers/names.ts";
import { type Answer, fieldOf } from "../../ecosystem/generated/answer.ts";
import { ADDED } from "../../ecosystem/generated/run.ts";
import { acme } from "../../support/catalog.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { expectError, expectNothingPrivate, expectReports, leakyError, OF_CLIENT } from "../envelopes.ts";
import { type Exchanged, Served } from "../running.ts";
import { startedFor, type Target, Violation } from "../target.ts";
import { answersIn, type Leaves, turn } from "../wire.ts";

/** What the route `/case` does. */
const HANDLERS = {
  replies: ({ reply }) => reply(200, { ok: true }),
  "replies with text": ({ reply }) => reply(200, "hello", { "Content-Type": "text/plain" }),
  "replies with nothing": ({ reply }) => reply(204),
  "replies with a stream": ({ reply }) => reply(200, Readable.from(["ab", "cd"])),
  "replies with an error": ({ reply }) => reply(503, LEAKY_TEXT),
  "replies with a stream of an error": ({ reply }) => reply(500, Readable.from([LEAKY_TEXT, LEAKY_TEXT])),
  throws: () => {
    throw leakyError();
  },
  "throws nothing": () => {
    throw null;
  },
  "throws an HTTP error": () => {
    throw leakyError({ status: 404, statusCode: 404, expose: true });
  },
  "throws an error of the catalog": () => {
    throw acme.error("harness_not_found", { message: `There is none. ${LEAKY_TEXT}` });
  },
  rejects: async () => {
    await turn();
    throw leakyError();
  },
  "fails in a stream": ({ reply }) => reply(200, Readable.from(failing())),
  "passes on": (io) => io.next(),
} as const satisfies Record<string, Handler>;

async function* failing(): AsyncGenerator<string> {
  yield "ab";
  await turn();
  throw leakyError();
}

type Does = keyof typeof HANDLERS;

/** The id that clients choose for their requests. */
const SHARED_ID = "mine-1";

/** Servers whose handlers get a `Request`. */
const FETCHING: ReadonlySet<DriverName> = new Set(["web", "hono", "h3"]);

/** Handlers that may have sent part of a success before they failed. */
const FAILS_LATE: ReadonlySet<Does> = new Set(["fails in a stream"]);

/** A request before it is edited. */
interface Written {
  readonly line: string;
  readonly fields: readonly string[];
  readonly framing: "none" | "length" | "chunks" | "too short" | "too long" | "length and chunks" | "bad chunks";
  readonly body: string;
}

/** Removes some bytes, and inserts others in their place. */
interface Edit {
  /** The position, in thousandths of the whole. */
  readonly at: number;
  readonly drop: number;
  readonly add: string;
}

/** What one client does on one connection. */
interface Case {
  readonly server: DriverName;
  readonly does: Does;
  readonly requests: readonly Written[];
  readonly edits: readonly Edit[];
  readonly pieces: readonly number[];
  readonly leaves: Leaves;
}

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("GET", "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH") },
  { weight: 1, arbitrary: fc.constantFrom("CONNECT", "TRACE", "M-SEARCH", "QUERY", "BREW", "get", "") },
);
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constant("/case") },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      "/json",
      "/form",
      "/upload",
      "/validated",
      "/signed",
      "/methods/1",
      "/methods/%zz",
      "/static/hello.txt",
      "/static/../../package.json",
      "/static/.hidden",
      "/bare/404",
      "/bare/503",
      "/bare/204",
      "/format",
      "/compressed/200",
      "/compressed/500",
      "/nothing",
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      `/case?a=${OF_CLIENT}`,
      `/${OF_CLIENT}`,
      `/methods/${OF_CLIENT}%`,
      "*",
      "http://elsewhere.example/case",
      "//case",
      "/case/",
      "/CASE",
      "/case#x",
      "/case?__proto__[a]=1",
      "/%00",
      "/%ff%fe",
      "example.com:443",
      `/case?${"a=b&".repeat(400)}`,
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 8 }).map((text) => `/${text}`) },
);
const protocol = fc.oneof(
  { weight: 12, arbitrary: fc.constant("HTTP/1.1") },
  { weight: 1, arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/1.1 ", "ICY") },
);
const line = fc.tuple(method, path, protocol).map((parts) => parts.join(" "));
const HOST = "Host: acme.example";
const host = fc.oneof(
  { weight: 14, arbitrary: fc.constant([HOST]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<string[]>([], ["Host: a", "Host: b"], ["Host:"], ["Host : x"], ["Host: a b"]),
  },
);
const field = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "Content-Type: application/json",
      "Content-Type: application/x-www-form-urlencoded",
      "Content-Type: multipart/form-data; boundary=x",
      "Content-Type: text/plain",
      "Accept: text/html",
      "Accept: application/json",
      "Connection: keep-alive",
      "Connection: close",
      `x-request-id: ${SHARED_ID}`,
      "UHP-Version: 2026-09-12",
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      `Authorization: Bearer ${OF_CLIENT}`,
      `Cookie: a=${OF_CLIENT}`,
      `X-Own: ${OF_CLIENT}`,
      `UHP-Version: ${OF_CLIENT}`,
      `x-request-id: ${OF_CLIENT} not an id`,
      "UHP-Version: 1999-01-01",
      "Expect: 100-continue",
      "Expect: tea",
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Content-Encoding: gzip",
      "Content-Encoding: tea",
      "Accept-Encoding: gzip, br",
      "Range: bytes=0-1",
      "Range: bytes=900-",
      'If-None-Match: "hello"',
      "If-Match: *",
      "Transfer-Encoding: gzip, chunked",
      "Transfer-Encoding: identity",
      "Content-Length: 5",
      "Content-Length: -1",
      "Content-Length: 5, 5",
      "Content-Length: 99999999999999999999",
      "Content-Type: multipart/form-data",
      "Content-Type: application/json; charset=tea",
      "Content-Type: \t",
      "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "traceparent: x",
      "__proto__: 1",
      "constructor: 1",
      "Trailer: x-request-id",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "X-Folded: a\r\n b",
      " leading: x",
      "no colon",
      ": no name",
      "X Space: 1",
      "X-Nul: a\0b",
      "X-Cr: a\rb",
      "X-High: \u00e9\u00ff",
      `X-Long: ${"x".repeat(9_000)}`,
      ...["X-Many"].map((name) => Array.from({ length: 60 }, (_, at) => `${name}-${at}: ${at}`).join("\r\n")),
    ),
  },
);
const body = fc.oneof(
  fc.constantFrom(
    "{}",
    '{"name":"ab"}',
    `{"name":"a","tags":[{"rank":"${OF_CLIENT}"}]}`,
    '{"__proto__":{"status":404},"constructor":1}',
    `{"a":${OF_CLIENT}`,
    "[".repeat(900),
    `a=1&b=${OF_CLIENT}`,
    `a${"[b]".repeat(40)}=1`,
    "%",
    "\u00ff\u00fe\0",
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhel',
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${"x".repeat(2_000)}\r\n--x--\r\n`,
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    "--x\r\n\r\n",
    "x".repeat(1_500),
  ),
  fc.json({ maxDepth: 2 }),
  fc.string({ maxLength: 20 }),
);
const request: fc.Arbitrary<Written> = fc.record({
  line,
  fields: fc.tuple(host, fc.array(field, { maxLength: 4 })).map(([first, more]) => [...first, ...more]),
  framing: fc.oneof(
    { weight: 4, arbitrary: fc.constant("none" as const) },
    { weight: 6, arbitrary: fc.constantFrom("length", "length", "chunks") },
    { weight: 1, arbitrary: fc.constantFrom("too short", "too long", "length and chunks", "bad chunks") },
  ),
  body,
});

/** Fragments that clients insert on purpose in the wrong places. */
const addition = fc.oneof(
  fc.constantFrom(
    "\r\n",
    "\r",
    "\n",
    "\r\n\r\n",
    "\0",
    " ",
    "\t",
    ":",
    "GET / HTTP/1.1\r\n\r\n",
    "0\r\n\r\n",
    "\u00ff",
  ),
  fc.string({ unit: "binary-ascii", maxLength: 6 }),
);

const cases: fc.Arbitrary<Case> = fc.record({
  server: fc.constantFrom(...DRIVER_NAMES),
  does: fc.constantFrom(...(Object.keys(HANDLERS) as Does[])),
  requests: fc.array(request, { minLength: 1, maxLength: 3 }),
  edits: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 2,
      arbitrary: fc.array(fc.record({ at: fc.nat({ max: 999 }), drop: fc.nat({ max: 8 }), add: addition }), {
        minLength: 1,
        maxLength: 3,
      }),
    },
  ),
  pieces: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 6 }) },
  ),
  leaves: fc.oneof(
    { weight: 6, arbitrary: fc.constant("last" as const) },
    { weight: 1, arbitrary: fc.constantFrom("half", "at once", "at the first byte") },
  ),
});

function writtenAs({ line: first, fields, framing, body: text }: Written): string {
  const bytes = Buffer.from(text, "latin1");
  const chunk = `${bytes.length.toString(16)}\r\n${text}\r\n`;
  const [more, what] = {
    none: [[], ""],
    length: [[`Content-Length: ${bytes.length}`], text],
    chunks: [["Transfer-Encoding: chunked"], bytes.length === 0 ? "0\r\n\r\n" : `${chunk}0\r\n\r\n`],
    "too short": [[`Content-Length: ${Math.max(0, bytes.length - 2)}`], text],
    "too long": [[`Content-Length: ${bytes.length + 5}`], text],
    "length and chunks": [[`Content-Length: ${bytes.length}`, "Transfer-Encoding: chunked"], chunk],
    "bad chunks": [["Transfer-Encoding: chunked"], `${chunk}zz;=\r\n`],
  }[framing] as [string[], string];
  return `${[first, ...fields, ...more].join("\r\n")}\r\n\r\n${what}`;
}

function bytesOf({ requests, edits }: Case): Buffer {
  let text = requests.map(writtenAs).join("");
  for (const { at, drop, add } of edits) {
    const place = Math.floor((text.length * at) / 1_000);
    text = text.slice(0, place) + add + text.slice(place + drop);
  }
  return Buffer.from(text, "latin1");
}

/**
 * Milliseconds without a byte after which a server counts as done. The second number is for the repetition of a case that showed a
 * difference.
 */
const PATIENCE_MS = [15, 1_000] as const;

/** A bare server and one with the contract, which get the same bytes. */
class Twins {
  does: Does = "replies";
  readonly bare: Served;
  readonly mounted: Served;

  private constructor(servers: [Served, Served]) {
    [this.bare, this.mounted] = servers;
  }

  static async of(name: DriverName): Promise<Twins> {
    const driver = await loadDriver(name);
    const handler = (io: Io) => HANDLERS[twins.does](io);
    const twins = new Twins([await Served.bare(driver, handler), await Served.mounted(driver, handler)]);
    return twins;
  }

  async attempt(given: Case): Promise<void> {
    this.does = given.does;
    try {
      await this.#compare(given, PATIENCE_MS[0]);
    } catch {
      // The machine may have been too busy to answer in time.
      await this.#compare(given, PATIENCE_MS[1]);
    }
    await this.mounted.expectAlive();
  }

  async #compare(given: Case, patienceMs: number): Promise<void> {
    const sending = { ...given, bytes: bytesOf(given) };
    const mounted = await this.mounted.exchange(sending, patienceMs);
    // Node closes the connection at a CONNECT, even if responses are still pending.
    const isClosed = /CONNECT /.test(sending.bytes.toString("latin1"));
    const answers = expectAnswers({ ...given, leaves: isClosed ? "at once" : given.leaves }, mounted);
    // If the client leaves early, it is chance how much a server has sent.
    if (given.leaves !== "last" || isClosed) return;
    const bare = await this.bare.exchange(sending, patienceMs);
    // Node answers an expectation itself, without an event, unless there is a listener.
    const { methods } = bare.methods.length < mounted.methods.length ? mounted : bare;
    expectSame(
      given,
      { answers: answersIn(bare.bytes, methods).answers, asked: bare.methods.length },
      answers,
      sending.bytes,
    );
  }

  async stop(): Promise<void> {
    await Promise.all([this.bare.close(), this.mounted.close()]);
  }
}

/** Checks what must hold for each server on its own. */
function expectAnswers(given: Case, { bytes, methods, reports }: Exchanged): readonly Answer[] {
  const { answers, rest } = answersIn(bytes, methods);
  const stays = given.leaves === "last" || given.leaves === "half";
  if (stays && rest !== "") throw new Violation("each request gets one answer", `after the answers: ${rest}`);
  // Bytes that never became a request get an answer, too.
  if (answers.length > methods.length + 1) throw new Violation("each request gets one answer", bytes);
  const errors = answers
    .map((answer, index) => ({ answer, method: methods[index] ?? "GET" }))
    .filter(({ answer }) => answer.status >= 400 && (answer.whole || stays) && !isListeners(given, answer));
  for (const { answer, method } of errors) expectError(answer, method);
  for (const answer of answers) if (answer.status < 400) expectNothingOfServer(answer);
  // A client may give several of its requests one id.
  const isShared = (id: string) => given.requests.length > 1 && id === SHARED_ID;
  const ids = errors.map(({ answer }) => fieldOf(answer, "x-request-id") ?? "").filter((id) => !isShared(id));
  // A response that closes the connection is the last one, whatever requests follow. A fetch handler does not learn that an answer to what
  // follows its request took the place of its own.
  const isAnswered = FETCHING.has(given.server) && reports.some(({ code }) => OF_PARSER.includes(code ?? ""));
  const told = reports.filter(({ correlationId }) => !isShared(correlationId));
  expectReports(told, ids, stays && answers.length >= methods.length && !isAnswered);
  return answers;
}

/** The codes of what Node's parser refuses. */
const OF_PARSER = ["acme_bad_request", "acme_headers_too_large"];

/** Whether the listener beneath a fetch handler has answered, since it could not make a `Request`. */
function isListeners(given: Case, answer: Answer): boolean {
  // In response to HEAD, only the length of that page is sent.
  const isThrown = answer.body === "" ? fieldOf(answer, "content-length") === "15" : answer.body === "<h1>Thrown</h1>";
  if (!isThrown || !FETCHING.has(given.server)) return false;
  return (
    given.edits.length > 0 ||
    given.requests.some(({ line: first, fields }) => !/^\S+ \/[\w./?]* /.test(first) || fields[0] !== HOST)
  );
}

/** A success may repeat what its client sent. */
function expectNothingOfServer({ body: text, fields }: Answer): void {
  expectNothingPrivate(`${text} ${JSON.stringify(fields)}`.replaceAll(OF_CLIENT, ""));
}

/** What a bare server has answered, and how many requests it received. */
interface Bare {
  readonly answers: readonly Answer[];
  readonly asked: number;
}

/** Returns the index of the first answer that may differ from the bare server's, or `Infinity`. */
function differsFrom(mounted: readonly Answer[], sent: Buffer): number {
  // The contract refuses a version before the handler runs, which may leave a body unread.
  const mayRefuse = /uhp-version/i.test(sent.toString("latin1"));
  const index = mounted.findIndex(({ status, body: text }) => {
    // Bytes after a request may be answered in its place while it is being handled. This depends on chance, and closes the connection.
    if (text.includes('"acme_bad_request"')) return true;
    // A response to HEAD does not show its code.
    return mayRefuse && (text === "" ? status === 400 : text.includes('"unsupported_protocol_version"'));
  });
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

/** Compares a server with the bare one. */
function expectSame(given: Case, { answers: bare, asked }: Bare, mounted: readonly Answer[], sent: Buffer): void {
  const until = Math.min(differsFrom(mounted, sent), bare.length);
  // Node answers 400 or 431 to what follows a request, in place of the request's own response, or 400 to a client that broke off in the
  // middle of a request. The contract still sends responses that end in the same turn, and leaves the rest to the code that reads the
  // request.
  const isBrokenOff = [400, 431].includes(bare.at(-1)?.status ?? 0);
  for (const [index, before] of bare.slice(0, until).entries()) {
    const after = mounted[index];
    if (isBrokenOff && index === bare.length - 1 && (after?.status ?? 0) < 400) return;
    if (after === undefined) {
      throw new Violation("each request gets one answer", `none is there in place of ${JSON.stringify(before)}`);
    }
    expectSameAnswer(given, before, after);
  }
  // A request gets an envelope if the framework closes its connection, or leaves it without an answer, which would hold back the next one.
  const isMore = until === bare.length && bare.length >= asked && !isBrokenOff;
  const more = isMore ? mounted.slice(bare.length).filter(({ status }) => status < 400) : [];
  if (more.length > 0) {
    throw new Violation("each request gets one answer", `more than the bare server's: ${JSON.stringify(more)}`);
  }
}

function expectSameAnswer(given: Case, before: Answer, after: Answer): void {
  if (before.status >= 400 && after.status >= 400) return;
  if (before.status >= 400) {
    throw new Violation("a failure is an envelope", `${JSON.stringify(before)} became ${JSON.stringify(after)}`);
  }
  if (FAILS_LATE.has(given.does) && after.status >= 400) return;
  // How much of a stream leaves before it fails is chance, and a bare server may write another response into it.
  const isCut = FAILS_LATE.has(given.does) && before.body.startsWith(after.body);
  const [one, other] = [before, isCut ? { ...after, body: before.body, whole: before.whole } : after].map(comparable);
  if (one !== other) throw new Violation("a success keeps its bytes", `${one} became ${other}`);
}

function comparable({ status, fields, body: text, whole }: Answer): string {
  const kept = fields.filter(([name]) => !ADDED.includes(name) && name !== "date");
  return JSON.stringify([status, kept, text, whole]);
}

/** Bytes that may or may not be requests, on each of the servers. */
export const requests: Target<Case> = {
  cases,
  start: async () =>
    startedFor(
      ({ server }) => server,
      ({ server }) => Twins.of(server),
    ),
};
