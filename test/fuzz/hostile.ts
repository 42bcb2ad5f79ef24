import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { inspect } from "node:util";
import fc from "fast-check";
import { type Encode, KNOWN_THROUGH, READ_THROUGH, readingsWith } from "./support/encodings.ts";
import { randomOf } from "./support/random.ts";
import { Violation } from "./target.ts";

/** Credentials of a client, which no error may show. Some of their characters change when they are encoded. */
export const TOKENS = [
  "tok-aZ09/+.~_x==",
  "sk_live_51HxQ7wEXAMPLEKEY",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl",
] as const;

/** Ways to write a token that a reader can undo. */
const FORMS: Readonly<Record<string, Encode>> = {
  plain: (token) => token,
  upper: (token) => token.toUpperCase(),
  "base64 with more": (token) => btoa(`ab${token}cde`),
  ...READ_THROUGH,
  ...KNOWN_THROUGH,
};

/** Checks that nothing that an error shows contains a token, however a server may have quoted it. */
export function expectNoToken(shown: string, token: string): void {
  const word = token.replace(/=+$/, "").toLowerCase();
  if (readingsWith(shown).some((reading) => reading.toLowerCase().includes(word))) {
    throw new Violation("nothing private leaves", `${token} is in ${shown}`);
  }
}

/** Everything that a caller could print of a value. */
export function allOf(value: unknown): string {
  const seen = new Set<unknown>();
  const parts: string[] = [];
  const walk = (part: unknown): void => {
    if (typeof part === "string") parts.push(part);
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    for (const key of Reflect.ownKeys(part)) {
      parts.push(String(key));
      walk(Reflect.get(part, key));
    }
  };
  walk(value);
  return [...parts, inspect(value, { depth: 10, showHidden: true })].join("\n");
}

/** How a server treats one request. `$TOKEN` becomes the token that the client sent, in one of the forms. */
export interface Treatment {
  readonly head: readonly string[];
  /** Informational responses before the real one. */
  readonly before: number;
  readonly body: string;
  readonly repeated: number;
  /** Whether the body is framed as the head says, or how it differs. */
  readonly framing: "length" | "chunks" | "until the end" | "too short" | "too long" | "twice" | "bad chunks";
  /** Bytes around the body: a byte order mark, or bytes that are not valid text. */
  readonly around: "nothing" | "mark" | "invalid" | "zeros";
  readonly form: string;
  readonly end: "ends" | "stays open" | "breaks off" | "resets" | "goes on for ever" | "stalls" | "trickles";
}

const status = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(200, 400, 401, 404, 409, 429, 500, 502, 503, 504) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(100, 101, 103, 201, 204, 205, 206, 301, 302, 303, 304, 307, 308, 599, 600, 999),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 1_200 }) },
);
const reason = fc.constantFrom("OK", "", "$TOKEN", "\u00e9\u00ff", "Because of $TOKEN", "a\tb");
const statusLine = fc
  .tuple(
    fc.oneof(
      { weight: 20, arbitrary: fc.constant("HTTP/1.1") },
      { weight: 1, arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/9.9", "ICY", "") },
    ),
    status,
    reason,
  )
  .map((parts) => parts.join(" "));
const line = fc.oneof(
  fc
    .constantFrom(
      "0",
      "1",
      "-1",
      "0.5",
      "1e3",
      "1e99",
      "99999999999999999999",
      "Infinity",
      "NaN",
      "0x10",
      " 1 ",
      "1, 2",
      "soon",
      "$TOKEN",
      "Thu, 01 Jan 1970 00:00:00 GMT",
      "Fri, 31 Dec 9999 23:59:59 GMT",
      "Thursday, 01-Jan-70 00:00:00 GMT",
    )
    .chain((value) => fc.constantFrom("Retry-After", "retry-after-ms", "Date").map((name) => `${name}: ${value}`)),
  fc
    .constantFrom(
      "application/json",
      "application/json; charset=utf-16",
      "text/html",
      "text/event-stream",
      "application/x-$TOKEN",
      "a/b/c",
      ";",
      "",
      `application/${"x".repeat(3_000)}`,
    )
    .map((value) => `Content-Type: ${value}`),
  fc
    .constantFrom("gzip", "br", "deflate", "identity", "tea", "gzip, gzip")
    .map((value) => `Content-Encoding: ${value}`),
  fc.constantFrom(
    "x-request-id: $TOKEN",
    "x-request-id: of-the-server",
    "UHP-Version: 2026-10-04",
    "UHP-Version: $TOKEN",
    "x-should-retry: false",
    "x-should-retry: true",
    "x-should-retry: $TOKEN",
    "WWW-Authenticate: Bearer $TOKEN",
    "Location: /again",
    "Location: //127.0.0.1:1/$TOKEN",
    "Location: data:,$TOKEN",
    "Location: http://[",
    "Set-Cookie: a=$TOKEN",
    "Connection: close",
    "Trailer: x-request-id",
    "__proto__: 1",
    "Bad Name: 1",
    `X-Long: ${"x".repeat(20_000)}`,
  ),
);

const text = fc.oneof(
  fc.constantFrom("$TOKEN", "The key $TOKEN is wrong.", "", "No.", "<p>$TOKEN</p>", "\u202e$TOKEN", "x".repeat(900)),
  fc.string({ maxLength: 12 }),
);
const value = fc.oneof(text, fc.constantFrom(null, true, 0, -1, 1e308, [], {}), fc.jsonValue({ maxDepth: 2 }));
const error = fc.record(
  {
    type: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom("server_error", "invalid_request_error", "rate_limit_error", "harness_error"),
      },
      { weight: 1, arbitrary: value },
    ),
    code: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          "rate_limited",
          "session_busy",
          "file_too_large",
          "acme_gpu_cold",
          "quota_exhausted",
          "unsupported_protocol_version",
          "validation_failed",
          "__proto__",
          "constructor",
          "$TOKEN",
        ),
      },
      { weight: 1, arbitrary: value },
    ),
    message: fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: value }),
    param: fc.oneof(fc.constantFrom(null, "a.b", "$TOKEN"), value),
    detail: fc.oneof(
      value,
      fc.constantFrom(
        { max_bytes: 5 },
        { eta_seconds: 1 },
        { retry_after_ms: 5 },
        { retry_after_ms: -1 },
        { supported_versions: ["$TOKEN"] },
        { $TOKEN: "$TOKEN" },
      ),
    ),
    retry: value,
    extra: value,
  },
  { requiredKeys: ["type", "code", "message"] },
);
const body = fc.oneof(
  { weight: 5, arbitrary: error.map((made) => JSON.stringify({ error: made })) },
  { weight: 2, arbitrary: fc.tuple(error, value).map(([made, more]) => JSON.stringify({ error: made, detail: more })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"error":{"__proto__":{"code":"rate_limited"},"type":"server_error","code":"x","message":"No."}}',
      '{"__proto__":{"error":{"type":"server_error"}}}',
      '{"error":"$TOKEN"}',
      "[".repeat(9_000),
      `{"error":${'{"detail":'.repeat(3_000)}null${"}".repeat(3_000)}}`,
      `{"error":{"type":"server_error","code":"acme_x","message":"No.","param":null,"detail":${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}}}`,
      "",
      "{}",
      "null",
      "1e999",
      "<html><body>$TOKEN</body></html>",
      "data: {}\n\n",
      ": \n",
    ),
  },
  { weight: 1, arbitrary: text },
);

/** What a hostile server may do with a request. */
export const treatment: fc.Arbitrary<Treatment> = fc.record({
  head: fc.tuple(statusLine, fc.array(line, { maxLength: 4 })).map(([first, more]) => [first, ...more]),
  before: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 3, 2_000) }),
  body,
  repeated: fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(0, 2, 400) }),
  framing: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("length", "chunks") },
    { weight: 1, arbitrary: fc.constantFrom("until the end", "too short", "too long", "twice", "bad chunks") },
  ),
  around: fc.oneof(
    { weight: 8, arbitrary: fc.constant("nothing" as const) },
    { weight: 1, arbitrary: fc.constantFrom("mark", "invalid", "zeros") },
  ),
  form: fc.constantFrom(...Object.keys(FORMS)),
  end: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom("ends", "stays open") },
    { weight: 2, arbitrary: fc.constantFrom("breaks off", "resets") },
    { weight: 1, arbitrary: fc.constantFrom("goes on for ever", "stalls", "trickles") },
  ),
});

/** Bytes of one body that a client may have taken before it closed the connection, including those in the system's buffers. */
const ENDLESS = 48_000_000;

/** Treats requests as a script says: the n-th request gets the n-th treatment, and all later ones get the last. */
export class HostileServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly url: string;
  #script: readonly Treatment[] = [];
  #token = "";
  #asked = 0;
  /** Whether a client took more than it can use. */
  #gorged = false;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (socket) => this.#serve(socket));
  }

  static async start(): Promise<HostileServer> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new HostileServer(server);
  }

  play(script: readonly Treatment[], token: string): void {
    this.#script = script;
    this.#token = token;
    this.#asked = 0;
    this.#gorged = false;
  }

  /** Requests since the script began. */
  get asked(): number {
    return this.#asked;
  }

  /** Closes all connections, and checks that no client has read without end. */
  async settle(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#gorged) throw new Violation("memory returns to where it was", `more than ${ENDLESS} bytes were read`);
  }

  async stop(): Promise<void> {
    await this.settle();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => {});
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk.toString("latin1");
      // After a head comes its body, up to the next head.
      if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n(?:.+\r\n)*\r\n/m.test(got)) return;
      got = "";
      const treatment = this.#script[Math.min(this.#asked, this.#script.length - 1)];
      this.#asked += 1;
      if (treatment === undefined) socket.destroy();
      else this.#treat(socket, treatment);
    });
  }

  #treat(socket: Socket, { head, before, body: given, repeated, framing, around, form, end }: Treatment): void {
    const token = (FORMS[form] as Encode)(this.#token, randomOf(this.#asked));
    const filled = (part: string) => part.replaceAll("$TOKEN", () => token);
    // Inside JSON, the token has to be escaped.
    const raw = isJson(given) ? given.replaceAll("$TOKEN", () => JSON.stringify(token).slice(1, -1)) : filled(given);
    const bytes = Buffer.concat([
      AROUND[around],
      Buffer.from(raw.repeat(repeated)),
      around === "mark" ? AROUND.nothing : AROUND[around],
    ]);
    const fields = head.map((line) => filled(line).replaceAll(/[\r\n]+ */g, " "));
    const [framed, whole] = inFrame(framing, bytes);
    socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(before));
    const message = Buffer.concat([Buffer.from(`${[...fields, ...framed].join("\r\n")}\r\n\r\n`), whole]);
    if (end === "ends") socket.end(message);
    else if (end === "stays open") socket.write(message);
    else if (end === "goes on for ever") this.#pour(socket, message);
    else if (end === "trickles") this.#trickle(socket, message);
    else {
      socket.write(message.subarray(0, Math.floor(message.length / 2)), () => {
        if (end === "breaks off") socket.destroy();
        if (end === "resets") socket.resetAndDestroy();
      });
    }
  }

  #pour(socket: Socket, message: Buffer): void {
    const piece = Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`);
    let sent = 0;
    socket.write(message.subarray(0, message.indexOf("\r\n\r\n")));
    socket.write("\r\nTransfer-Encoding: chunked\r\n\r\n");
    const more = () => {
      while (!socket.destroyed && sent < ENDLESS && socket.write(piece)) sent += piece.length;
      if (sent >= ENDLESS) {
        this.#gorged = true;
        socket.destroy();
      }
    };
    socket.on("drain", more);
    more();
  }

  #trickle(socket: Socket, message: Buffer): void {
    let at = 0;
    const timer = setInterval(() => {
      socket.write(message.subarray(at, at + 1));
      at += 1;
      if (at >= message.length) clearInterval(timer);
    }, 5);
    socket.on("close", () => clearInterval(timer));
  }
}

const AROUND = {
  nothing: Buffer.alloc(0),
  mark: Buffer.from("\ufeff"),
  invalid: Buffer.from([0xff, 0xc3, 0x28]),
  zeros: Buffer.alloc(3),
} as const;

function isJson(text: string): boolean {
  return text.startsWith("{") || text.startsWith("[");
}

function inFrame(framing: Treatment["framing"], bytes: Buffer): [fields: string[], body: Buffer] {
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
  const end = Buffer.from("0\r\n\r\n");
  const length = (plus: number) => [`Content-Length: ${Math.max(0, bytes.length + plus)}`];
  const all: Record<Treatment["framing"], [string[], Buffer]> = {
    length: [length(0), bytes],
    chunks: [["Transfer-Encoding: chunked"], Buffer.concat(bytes.length === 0 ? [end] : [chunk, end])],
    "until the end": [[], bytes],
    "too short": [length(-1), bytes],
    "too long": [length(1), bytes],
    twice: [[...length(0), ...length(1)], bytes],
    "bad chunks": [["Transfer-Encoding: chunked"], Buffer.concat([chunk, Buffer.from("zz\r\n")])],
  };
  return all[framing];
}
