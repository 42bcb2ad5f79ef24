import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** One request, written to a socket unchanged. */
export interface Request {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  readonly version?: "1.0" | "1.1";
  /** Called once, when the first meaningful bytes of the body have come, for servers that wait for that before they continue. */
  readonly onFirstBytes?: (write: (bytes: Buffer) => void) => void;
  /** The client hangs up once the response contains this. */
  readonly until?: string;
}

/** What came back before the server closed the connection. Strings are latin1, one character for each byte. */
export interface Answer {
  /** 0 if no head came. */
  readonly status: number;
  /** The lines of the head, and of informational heads before it. */
  readonly head: readonly string[];
  /** Names in lower case. Of repeated fields, the last one counts; cookies are all kept, one per line. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** False if the connection broke before the end that the head announced. */
  readonly whole: boolean;
}

/** Milliseconds after which the client hangs up on a server that keeps the connection open. */
const PATIENCE = 20_000;

/** Bytes of a body that mean nothing yet, since a compressor's first chunk is only its header. */
const PREAMBLE = 16;

/** The last chunk, which is empty, and the fields that may follow it. */
const LAST_CHUNK = /(?:^|\r\n)0\r\n(?:[^\r\n]+\r\n)*\r\n$/;

/** Sends one request on a new connection. It never rejects because of the server: a broken response counts as a response. */
export function exchange(port: number, request: Request): Promise<Answer> {
  const { method = "GET", path = "/", headers = {}, body = "", version = "1.1", onFirstBytes, until } = request;
  const fields = { Host: "service.test", Connection: "close", ...headers };
  const lines = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  if (body.length > 0) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  const head = `${method} ${path} HTTP/${version}\r\n${lines.join("\r\n")}\r\n\r\n`;
  return new Promise((resolve) => {
    let text = "";
    let waiting = onFirstBytes !== undefined;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(head, "latin1");
      socket.write(body);
    });
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const { body: begun, whole, headers: answered } = parse(text, method);
      if (waiting && begun.length > PREAMBLE) {
        waiting = false;
        onFirstBytes?.((bytes) => socket.write(bytes));
      }
      if (until !== undefined && text.includes(until)) socket.destroy();
      // A proxied response may keep the connection alive although the request did not ask for that. Then only the end of the response shows
      // that it is over.
      if (whole && answered["connection"] === "keep-alive") socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(parse(text, method)));
  });
}

/** Keeps the cookies of a response, as a browser does. */
export function keepCookies({ headers }: Answer, jar: Map<string, string>): void {
  for (const line of headers["set-cookie"]?.split("\n") ?? []) {
    const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}

/** The header field that sends cookies back. */
export function cookieField(jar: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return jar.size === 0 ? {} : { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") };
}

function parse(text: string, method: string): Answer {
  const head: string[] = [];
  let rest = text;
  let status = 0;
  let fields: string[] = [];
  // Informational responses have their own heads. The head of an upgrade is the last one.
  do {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return { status: 0, head: [...head, rest], headers: {}, body: "", whole: false };
    fields = rest.slice(0, end).split("\r\n");
    head.push(...fields);
    status = Number(fields[0]?.split(" ")[1]);
    rest = rest.slice(end + 4);
  } while (status < 200 && status !== 101);
  const headers: Record<string, string> = Object.create(null);
  for (const field of fields.slice(1)) {
    const colon = field.indexOf(":");
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    headers[name] = name === "set-cookie" && name in headers ? `${headers[name]}\n${value}` : value;
  }
  return { status, head, headers, body: rest, whole: isWhole(status, headers, rest, method) };
}

function isWhole(status: number, headers: Readonly<Record<string, string>>, body: string, method: string): boolean {
  if (method === "HEAD" || status === 204 || status === 304 || status === 101) return true;
  if (headers["transfer-encoding"] === "chunked") return LAST_CHUNK.test(body);
  const length = headers["content-length"];
  return length === undefined || Number(length) === body.length;
}

/** The body without chunks and compression. */
export function decoded({ headers, body }: Answer): string {
  const bytes = Buffer.from(headers["transfer-encoding"] === "chunked" ? unchunked(body) : body, "latin1");
  if (bytes.length === 0) return "";
  switch (headers["content-encoding"]) {
    case "gzip":
      return gunzipSync(bytes).toString();
    case "deflate":
      return inflateSync(bytes).toString();
    case "br":
      return brotliDecompressSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

function unchunked(body: string): string {
  let text = "";
  let rest = body;
  for (let size = Number.parseInt(rest, 16); size > 0; size = Number.parseInt(rest, 16)) {
    const start = rest.indexOf("\r\n") + 2;
    text += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
  return text;
}
