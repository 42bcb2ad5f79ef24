import type { Answer, Ask } from "./answer.ts";

export interface Bounds {
  readonly maxBytes: number;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly timeoutMs: number;
}

/** Reads a response within the bounds, until the signal aborts. Never rejects. */
export async function readAnswer(
  ask: Ask,
  response: Response,
  { maxBytes, timeoutMs }: Bounds,
  signal: AbortSignal,
): Promise<Answer> {
  const { status, headers } = response;
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let cut: string | undefined;
  try {
    while (reader !== undefined && ask.headOnly !== true && cut === undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value.subarray(0, maxBytes - length));
      length += value.length;
      if (ask.commentWithin !== undefined && hasComment(chunks)) break;
      if (length > maxBytes) cut = `is longer than ${maxBytes} bytes`;
    }
  } catch {
    cut = signal.aborted ? `did not end within ${timeoutMs} ms` : "broke off";
  }
  // Does not wait for a server that does not react.
  reader?.cancel().catch(() => {});
  const bytes = joined(chunks);
  return { ask, status, headers, bytes, text: new TextDecoder().decode(bytes), ...(cut === undefined ? {} : { cut }) };
}

/** Whether a line begins with a colon, in the last chunk or across its start. */
function hasComment(chunks: readonly Uint8Array[]): boolean {
  const [before = new Uint8Array([LINE_FEED]), last = before] =
    chunks.length > 1 ? chunks.slice(-2) : [undefined, chunks[0]];
  return last.some((byte, index) => byte === COLON && (index === 0 ? before.at(-1) : last[index - 1]) === LINE_FEED);
}

const LINE_FEED = 10;
const COLON = 58;

/** Parses the bytes of a whole response from a socket; `undefined` if they are not one. */
export function readMessage(ask: Ask, message: string): Answer | undefined {
  const [, code, rest = ""] = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n([\s\S]*)$/.exec(message) ?? [];
  if (code === undefined) return undefined;
  const end = rest.startsWith("\r\n") ? 0 : rest.indexOf("\r\n\r\n") + 2;
  const headers = new Headers();
  for (const line of rest.slice(0, end).split("\r\n")) {
    const colon = line.indexOf(":");
    try {
      if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    } catch {
      // A header that must not be sent is not used.
    }
  }
  const body = rest.slice(end + 2);
  // A response to HEAD has no chunks either. Anything after its head should not be there.
  const isWhole = ask.raw?.startsWith("HEAD ") === true;
  const bytes = Uint8Array.from(isWhole ? body : unchunked(body, headers), (letter) => letter.charCodeAt(0));
  return { ask, status: Number(code), headers, bytes, text: new TextDecoder().decode(bytes) };
}

function unchunked(body: string, headers: Headers): string {
  if (headers.get("transfer-encoding")?.toLowerCase() !== "chunked") return body;
  const parts: string[] = [];
  let rest = 0;
  while (rest < body.length) {
    const end = body.indexOf("\r\n", rest);
    const size = Number.parseInt(body.slice(rest, end), 16);
    if (end < 0 || !(size > 0)) break;
    parts.push(body.slice(end + 2, end + 2 + size));
    rest = end + 4 + size;
  }
  return parts.join("");
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
